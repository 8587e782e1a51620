/** The value of the `uids` cookie: base64url of JSON, decoded from all historic formats, encoded in the current one. */
import { isObject } from '#src/json/merge.ts';
import { parseJsonObject } from '#src/json/parse.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { type UidEntry, UidsCookie, uidEntry } from './uids.ts';

/** The oldest format (a plain map of ids) had no expiry: such an id counts as just expired, so that it is used once more and refreshed. */
const LEGACY_AGE_MS = 300_000;
const NEVER: Omit<UidEntry, 'uid'> = { expires: '0001-01-01T00:00:00Z', expiresAt: -62135596800000 };
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

/** This bidder sends 0 if it does not know the user. */
export const isPlaceholder = (key: string, uid: string): boolean => key === 'audienceNetwork' && uid === '0';

/**
 * The ids in a cookie's value. Accepts both base64 alphabets, with or without padding and quotes; `tempUIDs` with or without expiry; the
 * historic plain map `uids`. Anything undecodable is an empty cookie, never an error.
 */
export function decodeUids(value: string, nowMs: number): UidsCookie {
  const json = toJson(value);
  if (!json) return new UidsCookie();
  if (json['optout'] === true) return new UidsCookie(undefined, true);
  const entries = new Map<string, UidEntry>();
  if (isObject(json['tempUIDs'])) {
    for (const [key, stored] of Object.entries(json['tempUIDs'])) {
      if (isObject(stored)) addEntry(entries, key, stored['uid'], toExpiry(stored['expires']));
    }
  }
  if (isObject(json['uids'])) {
    const expired = uidEntry('', nowMs - LEGACY_AGE_MS);
    for (const [key, uid] of Object.entries(json['uids'])) if (!entries.has(key)) addEntry(entries, key, uid, expired);
  }
  return new UidsCookie(entries);
}

function addEntry(entries: Map<string, UidEntry>, key: string, uid: unknown, expiry: Omit<UidEntry, 'uid'>): void {
  if (typeof uid !== 'string' || uid === '' || isPlaceholder(key, uid)) return;
  entries.set(key, { uid, expires: expiry.expires, expiresAt: expiry.expiresAt });
}

function toJson(value: string): Ext | undefined {
  const bare = value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
  return parseJsonObject(Buffer.from(bare.replace(/%3D/gi, '='), 'base64').toString('utf8'));
}

function toExpiry(text: unknown): Omit<UidEntry, 'uid'> {
  if (typeof text !== 'string' || !RFC_3339.test(text)) return NEVER;
  const expiresAt = Date.parse(text);
  return Number.isNaN(expiresAt) ? NEVER : { expires: text, expiresAt };
}

/** The JSON of one entry as it appears in the cookie, without the comma. */
export const entryJson = (key: string, entry: UidEntry): string =>
  `${toCookieValue(key)}:{"uid":${toCookieValue(entry.uid)},"expires":"${entry.expires}"}`;

/** Escapes strings as the ecosystem's servers do: markup and line separators. */
const toCookieValue = (text: string): string =>
  JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The cookie's value: keys sorted, empty fields omitted, padded. @param listNoIds writes an empty list of ids */
export function encodeUids(cookie: UidsCookie, listNoIds = false): string {
  const fields: string[] = [];
  if (cookie.entries.size > 0 || listNoIds) {
    const sorted = [...cookie.entries].sort(([a], [b]) => (a < b ? -1 : 1));
    fields.push(`"tempUIDs":{${sorted.map(([key, entry]) => entryJson(key, entry)).join(',')}}`);
  }
  if (cookie.optedOut) fields.push('"optout":true');
  return base64Url(`{${fields.join(',')}}`);
}

function base64Url(text: string): string {
  const bare = Buffer.from(text, 'utf8').toString('base64url');
  return bare.padEnd(Math.ceil(bare.length / 4) * 4, '=');
}
