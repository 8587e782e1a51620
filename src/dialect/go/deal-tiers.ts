/** The Go variant's handling of deal tiers. */
import type { DealTierDialect } from '../contract/deal-tiers.ts';

export const dealTiers: DealTierDialect = {
  namedByMinimum: false,
  invalid: (bidder, impId) => `dealTier configuration invalid for bidder '${bidder}', imp ID '${impId}'`,
};
