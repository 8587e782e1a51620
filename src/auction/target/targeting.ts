/** Targeting key-values on all bids of an auction. */

import { withShape } from '#src/lang/fast-object.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { isCaching } from '../enrich/cache-instructions.ts';
import type { Services } from '../services.ts';
import { type KeyContext, targetingOf } from './keys.ts';

/** The last step of `target`: if bids will be cached, their keys wait for the ids. */
export function makeEarlyTargeting(auction: Auction, services: Services): void {
  if (!isCaching(auction)) makeTargeting(auction, services);
}

/**
 * Writes `targeting` on every bid that receives any: none if neither winners' nor bidders' keys are wanted. Known cache ids are included.
 */
export function makeTargeting(auction: Auction, services: Services): void {
  const { targeting } = auction;
  if (!targeting?.includeWinners && !targeting?.includeBidderKeys) return;
  const context = keyContext(auction, services);
  if (!context) return;
  for (const { bids } of auction.seats.values()) for (const bid of bids) retarget(bid, auction, context);
}

/** Rebuilds one bid's key-values. */
export function retarget(bid: AuctionBid, auction: Auction, context: KeyContext): void {
  if (bid.targetCode === undefined) return;
  const keys = targetingOf(bid, auction.winners.get(bid.bid.impid) === bid, context);
  const size = Object.keys(keys).length;
  bid.targeting = size > 0 ? withShape(keys, size) : undefined;
}

/** The shared data; undefined: no keys are wanted. */
export function keyContext(
  { targeting, seats, endpoint, request }: Auction,
  { bidCache, config, dialect }: Services,
): KeyContext | undefined {
  if (!targeting) return undefined;
  const { host, path } = bidCache.address;
  return {
    settings: targeting,
    environment: endpoint === 'amp' ? 'amp' : request.app ? 'mobile-app' : '',
    cacheHost: host,
    cachePath: path,
    alwaysNameCache: config.external_cache.host !== '' && dialect.response.namesCacheAlways,
    categories: anyCategory(seats.values()),
  };
}

function anyCategory(seats: Iterable<{ readonly bids: readonly AuctionBid[] }>): boolean {
  for (const { bids } of seats) if (bids.some(({ categoryDuration }) => categoryDuration !== undefined)) return true;
  return false;
}
