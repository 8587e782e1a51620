/** `ext.srv.cache` made ready (auction-exchange.md 13.1; decisions rows 6 and 14). */
import type { CacheInstructions } from '#src/auction/auction.ts';
import type { CacheMember, RequestSrv } from '#src/wire/ext.ts';

type Cache = RequestSrv['cache'] | null;

export const NO_CACHING: CacheInstructions = { bids: false, vast: false, returnBids: true, returnVast: true, winningOnly: false };

const isPresent = (member: CacheMember | null | undefined): member is CacheMember => member !== undefined && member !== null;

/**
 * What is cached and for how long, and which creatives stay in the answer.
 * @param allowed account `cache.enabled`
 * @param winningOnly the host's default where the request does not say
 */
export function cacheInstructions(cache: Cache | undefined, allowed = true, winningOnly = false): CacheInstructions {
  if (!cache || !allowed) return NO_CACHING;
  const { bids, vastxml } = cache;
  return {
    bids: isPresent(bids),
    vast: isPresent(vastxml),
    returnBids: bids?.returnCreative ?? true,
    returnVast: vastxml?.returnCreative ?? true,
    winningOnly: cache.winningonly ?? winningOnly,
    bidsTtlSeconds: bids?.ttlseconds,
    vastTtlSeconds: vastxml?.ttlseconds,
  };
}

/** Whether creatives stay in the answer at all: what the only member given says; either of two is enough. */
export function returnsCreatives({ bids, vast, returnBids, returnVast }: CacheInstructions): boolean {
  if (bids && vast) return returnBids || returnVast;
  return bids ? returnBids : vast ? returnVast : true;
}
