/** Native answers get the asset types of the request (auction-exchange.md 6.7). */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { fillNativeAssetTypes } from '#src/auction/collect/native-assets.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Imp } from '#src/wire/ortb.ts';

/**
 * Fills a native bid's markup in; Go variant: of app requests only. What cannot be filled is told.
 * @returns whether the bid may stay: always in the Go variant, only without errors in the Java variant
 */
export function fillNative({ request, findings }: Auction, bid: AuctionBid, imp: Imp | undefined, variant: 'go' | 'java'): boolean {
  if (bid.type !== 'native' || !bid.bid.adm || (variant === 'go' && !request.app)) return true;
  const { adm, errors } = fillNativeAssetTypes(bid.bid.adm, bid.bid.impid, imp ? [imp] : [], variant);
  bid.bid.adm = adm;
  for (const error of errors) findings.error(bid.bidder, variant === 'go' ? CODES.unknown : CODES.badServer, error);
  return variant === 'go' || errors.length === 0;
}
