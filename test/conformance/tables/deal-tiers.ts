/** Topic `deal-tiers`: tiers from bidders' parameters, and their effect on the category key. */
import type { DealTier } from '#src/auction/target/deal-tier.ts';
import { applyDealTier, dealTiers, isValidTier } from '#src/auction/target/deal-tiers.ts';
import { response } from '#src/dialect/go/response.ts';
import type { Row } from '../suites/tables.ts';

/** Bidders this host has, as far as the rows name them. */
const canonical = (code: string): string =>
  ['appnexus', 'rubicon', 'pubmatic', 'openx'].find((known) => known === code.toLowerCase()) ?? code;

export function run({ in: given }: Row): Record<string, unknown> {
  const tier = (given['tier'] ?? {}) as DealTier;
  if (given['op'] === 'valid') return { valid: isValidTier(tier) };
  const tiers = given['op'] === 'apply' ? new Map([['bidder', tier]]) : dealTiers(given['impExt'], canonical);
  if (!tiers) return { error: 'malformed' };
  if (given['op'] === 'read') return { tiers: Object.fromEntries(tiers) };
  const keys = (given['targeting'] ?? {}) as Record<string, string>;
  const bid: Parameters<typeof applyDealTier>[0] = {
    bidder: String(given['bidder'] ?? 'bidder'),
    dealPriority: Number(given['priority'] ?? 0),
    categoryDuration: keys['hb_pb_cat_dur'],
  };
  const error = applyDealTier(bid, 'imp_id1', tiers, canonical, response.dealTiers);
  return { value: bid.categoryDuration, satisfied: bid.dealTierSatisfied ?? false, error };
}
