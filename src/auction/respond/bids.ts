/** `seatbid` of the answer (auction-exchange.md 14). */

import { type CacheAddress, cacheUrl } from '#src/cache/address.ts';
import type { Ext } from '#src/wire/ext.ts';
import type { Bid, SeatBid } from '#src/wire/ortb.ts';
import type { Auction, AuctionBid, CacheInstructions, Seat } from '../auction.ts';
import { toldTtl } from '../cache/ttl.ts';
import { NON_BID } from '../collect/not-bid.ts';
import { returnsCreatives } from '../enrich/cache-instructions.ts';
import type { Services } from '../services.ts';
import { isJavaShape } from '../shape.ts';
import { asJavaTells, bidExt } from './bid-ext.ts';

/** Codes of bids turned away for what they would show: creative size, secure markup, transparency. */
const NOT_FIT = new Set<number>([NON_BID.rejected, NON_BID.dsa, NON_BID.creativeSize, NON_BID.notSecure]);

/** Whether the answer has this seat: it has bids, or lost them only for what they show (Go variant tells it empty). */
export function isTold({ seat, bids }: Seat, { nonBids }: Auction, isJava: boolean): boolean {
  return bids.length > 0 || (!isJava && nonBids.some((nonBid) => nonBid.seat === seat && NOT_FIT.has(nonBid.code)));
}

/** Seats that are told, in order; the bids are new objects, nothing of the record is changed. */
export function seatBids(auction: Auction, services: Services): SeatBid[] {
  const isJava = isJavaShape(services.config);
  const expiries = new Map(auction.request.imp.map(({ id, exp }) => [id, exp]));
  const made: SeatBid[] = [];
  for (const filed of auction.seats.values()) {
    if (!isTold(filed, auction, isJava)) continue;
    const { seat, bids, ext } = filed;
    const seatBid: SeatBid = { bid: bids.map((bid) => toBid(bid, auction, services, expiries.get(bid.bid.impid))), seat };
    if (isJava) seatBid.group = 0;
    if (ext !== undefined) seatBid.ext = ext;
    made.push(seatBid);
  }
  return made;
}

function toBid(bid: AuctionBid, auction: Auction, services: Services, impExp: number | undefined): Bid {
  const cache = cacheMember(bid, services.bidCache.address);
  const isJava = isJavaShape(services.config);
  const made: Bid = { ...bid.bid, ext: bidExt(isJava ? asJavaTells(bid) : bid, auction.imps.get(bid.bid.impid), { cache }) };
  const exp = toldTtl(bid, impExp, auction, services);
  if (exp !== undefined && exp > 0) made.exp = exp;
  return keepsCreative(bid, auction.caching, isJava) ? made : { ...made, adm: undefined };
}

/** Where the forms of a bid are cached (decisions row 5); undefined: nowhere. */
export function cacheMember({ cacheId, vastCacheId }: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>, address: CacheAddress): Ext | undefined {
  if (!cacheId && !vastCacheId) return undefined;
  const cache: Ext = {};
  if (cacheId) cache['bids'] = { url: cacheUrl(address, cacheId), cacheId };
  if (vastCacheId) cache['vastXml'] = { url: cacheUrl(address, vastCacheId), cacheId: vastCacheId };
  return cache;
}

/**
 * A creative is left out only where the caller wants it so and the cache has it: a failed cache never costs a creative.
 * @param likeJava each form that is cached goes by its own member of the request, instead of both by what either allows
 */
export function keepsCreative(
  { cacheId, vastCacheId }: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>,
  caching: CacheInstructions,
  likeJava = false,
): boolean {
  if (likeJava) return (!cacheId || caching.returnBids) && (!vastCacheId || caching.returnVast);
  return returnsCreatives(caching) || (!cacheId && !vastCacheId);
}
