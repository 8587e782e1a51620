/** Changes of one id in the cookie. */
import type { Result } from '#src/lang/result.ts';
import { UID_TTL_MS } from './cookie-reader.ts';
import { type UidsCookie, uidEntry } from './uids.ts';
import { isPlaceholder } from './uids-encoding.ts';

/** Stores `uid` under `key` for 14 days. Errors: the user opted out, or the bidder does not know the user. */
export function storeUid(cookie: UidsCookie, key: string, uid: string, nowMs: number): Result<UidsCookie> {
  if (cookie.optedOut) return { error: 'the user has opted out of auctor cookie syncs' };
  if (isPlaceholder(key, uid)) return { error: 'audienceNetwork uses a UID of 0 as "not yet recognized"' };
  return { value: cookie.with(key, uidEntry(uid, nowMs + UID_TTL_MS)) };
}
