/** Bids that are not taken: what is told to whom, and what is noted for `ext.seatnonbid`. */
import type { Auction, AuctionBid } from '#src/auction/auction.ts';
import { NON_BID } from '#src/auction/collect/not-bid.ts';
import { OWN, WARN } from '#src/auction/findings.ts';
import { CODES } from '#src/bidders/errors.ts';

/** Why a bid is not filed: its seat, a member, its price (told with debug only), or the seat's currency (told once a seat). */
export interface Refused {
  readonly of: 'seat' | 'member' | 'price' | 'currency';
  readonly message: string;
}

/** Notes a bid that is not taken, where it names an imp. */
export function rejectBid(auction: Auction, bid: AuctionBid, code: number): void {
  if (bid.bid.impid) auction.nonBids.push({ seat: bid.seat, impId: bid.bid.impid, code, bid });
}

/** Java variant's form for what its validator found. */
export const validationText = ({ bid }: AuctionBid, message: string, word: 'Error' | 'Warning' = 'Error'): string =>
  `BidId \`${bid.id}\` validation messages: ${word}: ${message}.`;

/** Tells and notes a refusal, in the variant's words and codes. */
export function refuseBid(auction: Auction, bid: AuctionBid, { of, message }: Refused, variant: 'go' | 'java'): void {
  const { findings } = auction;
  const go = variant === 'go';
  if (of === 'price') findings.error(go ? bid.bidder : OWN, CODES.unknown, message, { debugOnly: true });
  else if (of === 'seat' && go) findings.warn(bid.bidder, WARN.alternateBidderCode, message);
  else if (of === 'seat') findings.error(bid.bidder, CODES.invalidBid, validationText(bid, seatText(auction, bid)));
  else if (of === 'currency' || go) tellOnce(auction, bid.bidder, message, of === 'currency');
  else findings.error(bid.bidder, CODES.invalidBid, validationText(bid, message));
  rejectBid(auction, bid, NON_BID.rejected);
}

const seatText = ({ account }: Auction, { seat, bidder }: AuctionBid): string =>
  `invalid bidder code ${seat} was set by the adapter ${bidder} for the account ${account.id}`;

function tellOnce({ findings }: Auction, bidder: string, message: string, once: boolean): void {
  if (once && findings.errors.get(bidder)?.some((known) => known.message === message)) return;
  findings.error(bidder, CODES.unknown, message);
}
