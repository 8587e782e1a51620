/** What a bidder may learn of its bids in the user's previous auctions, and the store of it. */

import type { MaybeLater } from '#src/lang/later.ts';
import { BID_OUTCOMES } from './bid-outcome.ts';

/** The outcomes of a bid; the last three: the bidder was called and had no bid. */
export const PREVIOUS_OUTCOMES = [...BID_OUTCOMES, 'no-bid', 'timeout', 'error'] as const;
export type PreviousOutcome = (typeof PREVIOUS_OUTCOMES)[number];

/** One bid of the bidder, or one imp without a bid. Prices are CPM. */
export interface PreviousAuctionInfo {
  /** The server that held the auction: the field also carries info of clients. */
  readonly source: 'auctor';
  /** Epoch ms of the auction's start. */
  readonly timestamp: number;
  readonly impid: string;
  /** `imp.ext.srv.adunitcode`, else `imp.ext.gpid`, else `imp.tagid`. */
  readonly adUnitCode?: string | undefined;
  readonly outcome: PreviousOutcome;
  /** Of a lost bid `price` or `deal`; of a rejected one the reason. */
  readonly reason?: string | undefined;
  /** Of a rejected bid: its code in `ext.seatnonbid`. */
  readonly code?: number | undefined;
  readonly bidId?: string | undefined;
  /** In `bidderCurrency`, after adjustments. */
  readonly bidderCpm?: number | undefined;
  /** The auction's currency. */
  readonly bidderCurrency?: string | undefined;
  /** As the bidder sent it. */
  readonly bidderOriginalCpm?: number | undefined;
  readonly bidderOriginalCurrency?: string | undefined;
  /** The price to beat, in `bidderCurrency`; absent: unknown, or no price would have won. */
  readonly minBidToWin?: number | undefined;
}

/** A user as one bidder knows it, at one account. */
export interface BidderUser {
  readonly account: string;
  /** The name in the request, and the bidder behind it. */
  readonly bidder: string;
  readonly core: string;
  /** The id that the bidder receives. */
  readonly buyeruid: string;
}

/** Bounded and short-lived; a store that fails finds nothing. */
export interface PreviousAuctions {
  /** A keyed hash: the store contains no ids. */
  keyOf(user: BidderUser): string;
  /** The info of each key, newest first. Never rejects. */
  find(keys: readonly string[]): MaybeLater<readonly (readonly PreviousAuctionInfo[])[]>;
  /** Adds the info of one auction. */
  add(key: string, infos: readonly PreviousAuctionInfo[]): void;
}

/** A bidder of this auction that takes part. */
export interface PreviousOfBidder {
  readonly bidder: string;
  readonly key: string;
  /** What its request contains. */
  readonly sent: readonly PreviousAuctionInfo[];
}
