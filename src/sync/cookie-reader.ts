/** Reads the user's data from the browser's cookies: stored ids, the host's own id, opt-out. */
import type { HostConfig } from '#src/config/schema.ts';
import { noUids, type Uids, UidsCookie, uidEntry } from './uids.ts';
import { decodeUids } from './uids-encoding.ts';

/** Ids expire after 14 days. */
export const UID_TTL_MS = 14 * 24 * 3_600_000;
/** `uids`, and `uids2` … if the ids are spread over several cookies. */
const UIDS_NAME = /^uids\d{0,2}$/;

export interface BrowserUids {
  /** The content of the `uids` cookies. */
  readonly stored: UidsCookie;
  /** The same with the host's own id under its family. */
  readonly merged: UidsCookie;
  /** Value of the host's own cookie. */
  readonly hostValue?: string | undefined;
  /** Names of the received `uids` cookies. */
  readonly names: readonly string[];
}

/** Name and value of each cookie in a `Cookie` header, in order. */
export function parseCookies(header: string | undefined): [name: string, value: string][] {
  const cookies: [string, string][] = [];
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0)).trim();
    if (name !== '') cookies.push([name, part.slice(at + 1).trim()]);
  }
  return cookies;
}

/** Reads all cookies; `hostWins`: the host's own id replaces a differing stored one. */
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
export function readUids(header: string | undefined, settings: HostConfig['host_cookie'], nowMs: number, hostWins: boolean): Uids {
  if (header === undefined || header === '') return noUids;
  return readBrowserUids(header, settings, nowMs, hostWins).merged;
}

/** The union of both; for a key in both the id that expires later. */
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

/** Stores the host's own id under its family if there is none yet (or, if `hostWins`, a different one). */
function withHostId(cookie: UidsCookie, family: string, value: string, nowMs: number, hostWins: boolean): UidsCookie {
  if (family === '' || cookie.optedOut) return cookie;
  const known = cookie.get(family);
  if (known === value || (known !== undefined && !hostWins)) return cookie;
  return cookie.with(family, uidEntry(value, nowMs + UID_TTL_MS));
}
