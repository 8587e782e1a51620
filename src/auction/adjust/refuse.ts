/** Bids that are not taken: what is told to whom, and what is noted for `ext.seatnonbid`. */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { BidDialect } from '#src/dialect/dialect.ts';

/** Why a bid is not filed: its seat, a member, its price (told with debug only), or the seat's currency (told once a seat). */
export interface Refused {
  readonly of: 'seat' | 'member' | 'price' | 'currency';
  readonly message: string;
}

/** Notes a bid that is not taken, where it names an imp. */
export function rejectBid(auction: Auction, bid: AuctionBid, code: number): void {
  if (bid.bid.impid) auction.nonBids.push({ seat: bid.seat, impId: bid.bid.impid, code, bid });
}

/** Reports and notes a bid that is not taken. */
export function refuseBid(auction: Auction, bid: AuctionBid, rejection: Refused, { report }: Pick<BidDialect, 'report'>): void {
  report(auction, bid, rejection);
  rejectBid(auction, bid, NON_BID.rejected);
}

/** @param once a text that is there already is not reported again */
export function tellOnce({ findings }: Auction, bidder: string, message: string, once: boolean): void {
  if (once && findings.errors.get(bidder)?.some((known) => known.message === message)) return;
  findings.error(bidder, CODES.unknown, message);
}
