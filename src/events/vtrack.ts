/** `POST /vtrack`: adds our impression tracker to VAST and stores it in the bid cache. The dialect defines the response. */
import type { Services } from '#src/auction/services.ts';
import { cacheBackend } from '#src/cache/backend.ts';
import type { CachePut } from '#src/cache/contract.ts';
import type { Account } from '#src/config/account.ts';
import type { TrackedPut } from './puts.ts';
import type { VtrackResponse } from './response.ts';
import type { TrackingCall } from './track.ts';

/** The put for the cache. Its lifetime is the smaller of its own and the account's; only an external cache service accepts any key. */
export function toCachePut(put: TrackedPut, value: unknown, { accountId }: TrackingCall, account: Account, { config }: Services): CachePut {
  const lifetimes = [put.ttlSeconds, account.vtrack.ttl].filter((ttl) => ttl !== undefined && ttl > 0) as number[];
  const takesKeys = config.cache.request_limits.allow_setting_keys || cacheBackend(config.cache) === 'http';
  return {
    type: put.type,
    value,
    ttlSeconds: lifetimes.length > 0 ? Math.min(...lifetimes) : undefined,
    key: takesKeys ? put.key : undefined,
    isPublic: true,
    accountId,
  };
}

/** The cache's response in the callers' format; an id that was taken is empty. */
export function stored(puts: readonly CachePut[], ids: readonly (string | undefined)[]): VtrackResponse {
  const responses = puts.map((_, index) => ({ uuid: ids[index] ?? '' }));
  return { status: 200, body: JSON.stringify({ responses }), json: true };
}
