/** `seatbid` of the response. */

import { type CacheAddress, cacheUrl } from '#src/cache/address.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid, SeatBid } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { reportedTtl } from '../cache/ttl.ts';
import { impsById } from '../imps-by-id.ts';
import { bidExt } from '../response/bid-ext.ts';
import type { Services } from '../services.ts';

/** The currency of the first seat in the response, with or without bids. */
export function currencyOfSeats(auction: Auction): string | undefined {
  for (const seat of auction.seats.values()) {
    if (seat.currency !== '' && (seat.bids.length > 0 || seat.isEmptied)) return seat.currency;
  }
  return undefined;
}

/** The included seats, in order; the bids are new objects, the record is not modified. */
export function seatBids(auction: Auction, services: Services): SeatBid[] {
  const { hasSeat, seatGroup } = services.dialect.response;
  const imps = impsById(auction);
  const included: SeatBid[] = [];
  for (const collected of auction.seats.values()) {
    if (!hasSeat(collected, auction)) continue;
    const { seat, bids, ext } = collected;
    const seatBid: SeatBid = { bid: bids.map((bid) => toBid(bid, auction, services, imps.get(bid.bid.impid)?.exp)), seat };
    if (seatGroup !== undefined) seatBid.group = seatGroup;
    if (ext !== undefined) seatBid.ext = ext;
    included.push(seatBid);
  }
  return included;
}

function toBid(bid: AuctionBid, auction: Auction, services: Services, impExp: number | undefined): Bid {
  const cache = cacheField(bid, services.bidCache.address);
  const { shownBid, includesCreative } = services.dialect.response;
  const shown: Bid = { ...bid.bid, ext: bidExt(shownBid(bid), auction.imps.get(bid.bid.impid), { cache }) };
  const exp = reportedTtl(bid, impExp, auction, services);
  if (exp !== undefined && exp > 0) shown.exp = exp;
  // Without its markup a bid is smaller; the caller requests that, and in the Java variant the cache must have stored the markup.
  return includesCreative(bid, auction.caching) ? shown : { ...shown, adm: undefined };
}

/** The cache locations of a bid's forms; undefined: none. */
function cacheField({ cacheId, vastCacheId }: Pick<AuctionBid, 'cacheId' | 'vastCacheId'>, address: CacheAddress): Ext | undefined {
  if (!cacheId && !vastCacheId) return undefined;
  const cache: Ext = {};
  if (cacheId) cache['bids'] = { url: cacheUrl(address, cacheId), cacheId };
  if (vastCacheId) cache['vastXml'] = { url: cacheUrl(address, vastCacheId), cacheId: vastCacheId };
  return cache;
}
