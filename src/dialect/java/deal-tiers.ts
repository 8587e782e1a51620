/** The Java variant's handling of deal tiers. */
import type { DealTierDialect } from '../contract/deal-tiers.ts';

export const dealTiers: DealTierDialect = {
  namedByMinimum: true,
  invalid(bidder, impId, tier) {
    const bidderOfImp = `for bidder '${bidder}', imp ID '${impId}'`;
    if (!tier) return `DealTier configuration not defined ${bidderOfImp}`;
    const reason =
      typeof tier.prefix === 'string' && tier.prefix !== ''
        ? `dealTier.minDealTier should be larger than 0, but was ${tier.minDealTier ?? null}`
        : 'dealTier.prefix empty string or null';
    return `DealTier configuration not valid ${bidderOfImp} with a reason: ${reason}`;
  },
};
