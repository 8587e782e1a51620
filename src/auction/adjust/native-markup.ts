/** Native answers get the asset types of the request (auction-exchange.md 6.7). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { fillNativeAssetTypes } from '#src/auction/collect/native-assets.ts';
import type { Dialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';

/**
 * Fills a native bid's markup in. What cannot be filled is told.
 * @returns whether the bid may stay
 */
export function fillNative(auction: Auction, bid: AuctionBid, imp: Imp | undefined, { bids, collect }: Dialect): boolean {
  if (bid.type !== 'native' || !bid.bid.adm || !bids.fillsNative(auction)) return true;
  const { adm, errors } = fillNativeAssetTypes(bid.bid.adm, bid.bid.impid, imp ? [imp] : [], collect.native);
  bid.bid.adm = adm;
  for (const error of errors) auction.findings.error(bid.bidder, bids.nativeCode, error);
  return !bids.dropsBadNative || errors.length === 0;
}
