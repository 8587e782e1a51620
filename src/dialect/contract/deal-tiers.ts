import type { DealTier } from '#src/auction/target/deal-tier.ts';

/** Deal tiers of bids with priority. */
export interface DealTierDialect {
  /** A tier is named after its minimum instead of the bid's priority. */
  readonly namedByMinimum: boolean;
  /** The error for a bidder's missing or invalid tier. */
  invalid(bidder: string, impId: string, tier: Partial<DealTier> | undefined): string;
}
