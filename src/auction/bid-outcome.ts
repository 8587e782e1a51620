/** What became of a bid. */

/** `returned`: sent to the caller because no winner is picked; `dropped`: valid, but beyond its bidder's limit. */
export const BID_OUTCOMES = ['won', 'lost', 'returned', 'rejected', 'dropped'] as const;
export type BidOutcomeKind = (typeof BID_OUTCOMES)[number];

export interface BidOutcome {
  readonly bidder: string;
  readonly seat: string;
  readonly impId: string;
  readonly id: string;
  readonly type: string;
  /** As the bidder sent it. */
  readonly originalPrice: number;
  readonly originalCurrency: string;
  /** In the auction's currency; absent: the bid was rejected before conversion. */
  readonly price?: number | undefined;
  readonly dealId?: string | undefined;
  readonly creative?: string | undefined;
  readonly priceBucket?: string | undefined;
  readonly cacheId?: string | undefined;
  readonly bidOutcome: BidOutcomeKind;
  /** Why it did not win; for rejected bids with the non-bid code. */
  readonly reason?: string | undefined;
  readonly code?: number | undefined;
}
