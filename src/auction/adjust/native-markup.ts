/** Adds the asset types of the request to native responses. */

import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { fillNativeAssetTypes } from '../collect/native-assets.ts';
import type { Services } from '../services.ts';

/**
 * Completes a native bid's markup. Assets that cannot be completed are reported.
 * @returns whether the bid is accepted
 */
export function fillNative(auction: Auction, bid: AuctionBid, imp: Imp | undefined, { bids, collect }: Services['dialect']): boolean {
  if (bid.type !== 'native' || !bid.bid.adm || !bids.fillsNative(auction)) return true;
  const { adm, errors } = fillNativeAssetTypes(bid.bid.adm, bid.bid.impid, imp ? [imp] : [], collect.native);
  bid.bid.adm = adm;
  for (const error of errors) auction.diagnostics.error(bid.bidder, bids.nativeCode, error);
  return !bids.dropsBadNative || errors.length === 0;
}
