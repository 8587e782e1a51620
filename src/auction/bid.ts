/** The bids of an auction, by seat, and the bidders without a bid. */

import type { TypedBid } from '#src/bidders/bidder.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Bid } from '#src/openrtb/ortb.ts';
import type { BidOutcome } from './bid-outcome.ts';

/** A bid on its way to the response; each later state adds its part. */
export interface AuctionBid extends Omit<TypedBid, 'bid'> {
  /** An own copy; the price is in the auction's currency after `adjust`. */
  bid: Bid;
  readonly seat: string;
  readonly bidder: string;
  readonly core: string;
  readonly originalPrice: number;
  readonly originalCurrency: string;
  /** adjust */
  floors?: Ext | undefined;
  /** Codes of the checks of its creative that failed without rejecting it. */
  creativeWarnings?: readonly number[] | undefined;
  generatedId?: string | undefined;
  /** target */
  priceBucket?: string | undefined;
  categoryDuration?: string | undefined;
  targetCode?: string | undefined;
  /** `ext.srv.targetbiddercode`: its code, if the seat may have several bids. */
  targetBidderCode?: string | undefined;
  targeting?: { [key: string]: string } | undefined;
  dealTierSatisfied?: boolean | undefined;
  rank?: number | undefined;
  events?: { win?: string | undefined; imp?: string | undefined } | undefined;
  /** cache */
  cacheId?: string | undefined;
  vastCacheId?: string | undefined;
}

/** A bid's outcome, and the bid as the auction priced it; absent: it was dropped before. */
export interface PricedOutcome {
  readonly outcome: BidOutcome;
  readonly bid: AuctionBid | undefined;
}

/** All bids of one seat name, in order of arrival (adjust). */
export interface Seat {
  readonly seat: string;
  currency: string;
  bids: AuctionBid[];
  ext?: Ext | undefined;
  /** Checks of creatives removed all its bids. */
  isEmptied?: boolean | undefined;
}

/** A bidder without a bid for an imp, and the reason code. */
export interface NonBid {
  readonly seat: string;
  readonly impId: string;
  readonly code: number;
  /** The rejected bid, with its original price and currency. */
  readonly bid?: AuctionBid | undefined;
  /** True: `ext.seatnonbid` has no code for this reason; with variant java its imp does not count as without a bid either. */
  readonly isUncoded?: boolean | undefined;
  /** The bidder was not called for the imp to save the call: the revenue that could be expected of it, USD. */
  readonly lostRevenue?: number | undefined;
}
