/** `seatbid` of the response. */

import { type CacheAddress, cacheUrl } from '#src/cache/address.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, SeatBid } from '#src/openrtb/ortb.ts';
import type { Auction, AuctionBid, CacheInstructions, Seat } from '../auction.ts';
import { reportedTtl } from '../cache/ttl.ts';
import { returnsCreatives } from '../enrich/cache-instructions.ts';
import { NON_BID } from '../non-bid.ts';
import { bidExt, inJavaForm } from '../response/bid-ext.ts';
import type { Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';

/** Codes of bids rejected by creative checks: size, secure markup, transparency. */
const NOT_FIT = new Set<number>([NON_BID.rejected, NON_BID.dsa, NON_BID.creativeSize, NON_BID.notSecure]);

/** Whether the response includes this seat: it has bids, or lost them only to creative checks (the Go variant includes it empty). */
export function isIncluded({ seat, bids }: Seat, { nonBids }: Auction, isJava: boolean): boolean {
  return bids.length > 0 || (!isJava && nonBids.some((nonBid) => nonBid.seat === seat && NOT_FIT.has(nonBid.code)));
}

/** The included seats, in order; the bids are new objects, the record is not modified. */
export function seatBids(auction: Auction, services: Services): SeatBid[] {
  const isJava = isJavaShape(services.config);
  const expiries = new Map(auction.request.imp.map(({ id, exp }) => [id, exp]));
  const made: SeatBid[] = [];
  for (const filed of auction.seats.values()) {
    if (!isIncluded(filed, auction, isJava)) continue;
    const { seat, bids, ext } = filed;
    const seatBid: SeatBid = { bid: bids.map((bid) => toBid(bid, auction, services, expiries.get(bid.bid.impid))), seat };
    if (isJava) seatBid.group = 0;
    if (ext !== undefined) seatBid.ext = ext;
    made.push(seatBid);
  }
  return made;
}

function toBid(bid: AuctionBid, auction: Auction, services: Services, impExp: number | undefined): Bid {
  const cache = cacheField(bid, services.bidCache.address);
  const isJava = isJavaShape(services.config);
  const made: Bid = { ...bid.bid, ext: bidExt(isJava ? inJavaForm(bid) : bid, auction.imps.get(bid.bid.impid), { cache }) };
  const exp = reportedTtl(bid, impExp, auction, services);
  if (exp !== undefined && exp > 0) made.exp = exp;
  return includesCreative(bid, auction.caching, isJava) ? made : { ...made, adm: undefined };
}

/** The cache locations of a bid's forms; undefined: none. */
export function cacheField({ cacheId, vastCacheId }: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>, address: CacheAddress): Ext | undefined {
  if (!cacheId && !vastCacheId) return undefined;
  const cache: Ext = {};
  if (cacheId) cache['bids'] = { url: cacheUrl(address, cacheId), cacheId };
  if (vastCacheId) cache['vastXml'] = { url: cacheUrl(address, vastCacheId), cacheId: vastCacheId };
  return cache;
}

/**
 * A creative is omitted only if the caller asked for it and the cache has it: a cache failure never costs a creative.
 * @param isJava each cached form depends on its own field of the request, instead of either of the two
 */
export function includesCreative(
  { cacheId, vastCacheId }: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>,
  caching: CacheInstructions,
  isJava = false,
): boolean {
  if (isJava) return (!cacheId || caching.returnBids) && (!vastCacheId || caching.returnVast);
  return returnsCreatives(caching) || (!cacheId && !vastCacheId);
}
