/** Rejected bids: what is reported, and what is recorded for `ext.seatnonbid`. */

import { CODES } from '#src/bidders/errors.ts';
import type { BidDialect } from '#src/dialect/contract/bids.ts';
import type { Auction } from './auction.ts';
import type { AuctionBid } from './bid.ts';
import { NON_BID } from './non-bid.ts';
import type { BidRejection } from './rejection.ts';

/** Records a rejected bid if it names an imp. */
export function rejectBid(auction: Auction, bid: AuctionBid, code: number): void {
  if (bid.bid.impid) auction.nonBids.push({ seat: bid.seat, impId: bid.bid.impid, code, bid });
}

/** Records a bid that is rejected for a reason without a code of its own. */
export function rejectUncoded(auction: Auction, bid: AuctionBid): void {
  if (bid.bid.impid) auction.nonBids.push({ seat: bid.seat, impId: bid.bid.impid, code: NON_BID.rejected, bid, isUncoded: true });
}

/** Reports and records an invalid bid; most kinds have no non-bid reason. */
export function rejectInvalidBid(
  auction: Auction,
  bid: AuctionBid,
  rejection: BidRejection,
  { report, hasReason }: Pick<BidDialect, 'report' | 'hasReason'>,
): void {
  report(auction, bid, rejection);
  if (hasReason(rejection)) rejectBid(auction, bid, NON_BID.rejected);
  else rejectUncoded(auction, bid);
}

/** @param once a message already present is not reported again */
export function reportOnce({ diagnostics }: Auction, bidder: string, message: string, once: boolean): void {
  if (once && diagnostics.errors.get(bidder)?.some((known) => known.message === message)) return;
  diagnostics.error(bidder, CODES.unknown, message);
}
