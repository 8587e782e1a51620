/** What the browser's cookies say about the user: stored ids, the host's own id, opt-out (usersync.md section 12). */
import type { HostConfig } from '#src/config/schema.ts';
import { noUids, type Uids, UidsCookie, uidEntry } from './uids.ts';
import { decodeUids } from './uids-text.ts';

/** An id is kept for 14 days. */
export const UID_TTL_MS = 14 * 24 * 3_600_000;
/** `uids`, and `uids2` … where the ids are spread over several cookies. */
const UIDS_NAME = /^uids\d{0,2}$/;

export interface BrowserUids {
  /** What the `uids` cookies hold. */
  readonly stored: UidsCookie;
  /** The same with the host's own id under its family. */
  readonly merged: UidsCookie;
  /** Value of the host's own cookie. */
  readonly hostValue?: string | undefined;
  /** Names of the `uids` cookies the browser sent. */
  readonly names: readonly string[];
}

/** Name and value of each cookie of a `Cookie` header, in order. */
export function parseCookies(header: string | undefined): [name: string, value: string][] {
  const cookies: [string, string][] = [];
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (name !== '') cookies.push([name, part.slice(at + 1).trim()]);
  }
  return cookies;
}

/** Reads all cookies; `hostWins`: the host's own id replaces a stored one that differs. */
export function readBrowserUids(
  header: string | undefined,
  settings: HostConfig['host_cookie'],
  nowMs: number,
  hostWins = false,
): BrowserUids {
  const { optout_cookie: optOut, family, cookie_name: hostName } = settings;
  const names: string[] = [];
  let stored = new UidsCookie();
  let optedOut = false;
  let hostValue: string | undefined;
  for (const [name, value] of parseCookies(header)) {
    if (optOut.name !== '' && name === optOut.name && value === optOut.value) optedOut = true;
    if (hostName !== '' && name === hostName && value !== '') hostValue ??= value;
    if (!UIDS_NAME.test(name)) continue;
    names.push(name);
    stored = merge(stored, decodeUids(value, nowMs));
  }
  if (optedOut) stored = new UidsCookie(undefined, true);
  const merged = hostValue === undefined ? stored : withHostId(stored, family, hostValue, nowMs, hostWins);
  return { stored, merged, hostValue, names };
}

/** The ids for an auction. */
export function readUids(header: string | undefined, settings: HostConfig['host_cookie'], nowMs: number, hostWins = false): Uids {
  if (header === undefined || header === '') return noUids;
  return readBrowserUids(header, settings, nowMs, hostWins).merged;
}

/** The ids of both; where a key is in both, the one that lives longer. */
function merge(one: UidsCookie, other: UidsCookie): UidsCookie {
  if (one.optedOut || other.optedOut) return new UidsCookie(undefined, true);
  if (one.entries.size === 0) return other;
  const entries = new Map(one.entries);
  for (const [key, entry] of other.entries) {
    const known = entries.get(key);
    if (!known || known.expiresAt < entry.expiresAt) entries.set(key, entry);
  }
  return new UidsCookie(entries);
}

/** The host's own id goes under its family where there is none yet (or, if `hostWins`, a different one). */
export function withHostId(cookie: UidsCookie, family: string, value: string, nowMs: number, hostWins: boolean): UidsCookie {
  if (family === '' || cookie.optedOut) return cookie;
  const known = cookie.get(family);
  if (known === value || (known !== undefined && !hostWins)) return cookie;
  return cookie.with(family, uidEntry(value, nowMs + UID_TTL_MS));
}
