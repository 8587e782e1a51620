/** Parses `ext.srv.cache`. */

import type { CacheEntry, RequestSrv } from '#src/openrtb/ext.ts';
import type { Auction } from '../auction.ts';
import type { CacheInstructions } from '../response-settings.ts';

type Cache = RequestSrv['cache'] | null;

export const NO_CACHING: CacheInstructions = { bids: false, vast: false, winningOnly: false };

const isPresent = (field: CacheEntry | null | undefined): field is CacheEntry => field !== undefined && field !== null;

/**
 * What is cached, for how long, and which creatives remain in the response.
 * @param allowed account `cache.enabled`
 * @param winningOnly the host's default if the request says nothing
 */
export function cacheInstructions(cache: Cache | undefined, allowed: boolean, winningOnly: boolean): CacheInstructions {
  if (!cache || !allowed) return NO_CACHING;
  const { bids, vastxml } = cache;
  return {
    bids: isPresent(bids),
    vast: isPresent(vastxml),
    returnBids: bids?.returnCreative ?? undefined,
    returnVast: vastxml?.returnCreative ?? undefined,
    winningOnly: cache.winningonly ?? winningOnly,
    bidsTtlSeconds: bids?.ttlseconds,
    vastTtlSeconds: vastxml?.ttlseconds,
  };
}

/** Whether creatives remain in the response: the only given `returnCreative` decides; of two given ones either is enough. */
export function returnsCreatives({ returnBids, returnVast }: CacheInstructions): boolean {
  if (returnBids === undefined) return returnVast ?? true;
  return returnBids || returnVast === true;
}

/** Whether this auction caches anything: requested, allowed, and with targeting that exposes the ids. */
export function isCaching({ targeting, caching, account }: Auction): boolean {
  const showsIds = targeting !== undefined && (targeting.includeWinners || targeting.includeBidderKeys);
  return showsIds && account.cache.enabled && (caching.bids || caching.vast);
}
