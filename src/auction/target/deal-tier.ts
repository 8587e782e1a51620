/** A deal tier, as a bidder's parameters define it. */
export interface DealTier {
  readonly prefix: string;
  readonly minDealTier: number;
}
