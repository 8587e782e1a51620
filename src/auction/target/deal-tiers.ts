/** Deal tiers: a bid with sufficient priority exposes its tier instead of its price bucket. */

import { CODES } from '#src/bidders/errors.ts';
import type { DealTierDialect } from '#src/dialect/contract/deal-tiers.ts';
import { isObject } from '#src/json/merge.ts';
import type { Auction } from '../auction.ts';
import type { AuctionBid } from '../bid.ts';
import { OWN } from '../diagnostics.ts';
import type { Services } from '../services.ts';
import type { DealTier } from './deal-tier.ts';

/** A valid tier has a prefix and a positive minimum. */
export const isValidTier = (tier: Partial<DealTier> | undefined): tier is DealTier =>
  typeof tier?.prefix === 'string' && tier.prefix !== '' && typeof tier.minDealTier === 'number' && tier.minDealTier > 0;

/** Whether a bidder's params may have a tier: each of its fields has its type or is absent. */
function isReadable(params: unknown): boolean {
  if (params === null) return true;
  const tier = isObject(params) ? (params['dealTier'] ?? {}) : undefined;
  return isObject(tier) && typeof (tier['prefix'] ?? '') === 'string' && Number.isInteger(tier['minDealTier'] ?? 0);
}

/**
 * The deal tiers in an imp's bidder parameters (`imp.ext.srv.bidder.<bidder>.dealTier`), by bidder code; undefined if one of them is malformed:
 * then the imp has none.
 * @param canonical the known spelling of a code in another case; unknown codes unchanged
 */
export function dealTiers(impExt: unknown, canonical: (code: string) => string): Map<string, Partial<DealTier>> | undefined {
  const ext = impExt ?? {};
  const srv = isObject(ext) ? (ext['srv'] ?? {}) : undefined;
  const bidders = isObject(srv) ? (srv['bidder'] ?? {}) : undefined;
  if (!isObject(bidders)) return undefined;
  const tiers = new Map<string, Partial<DealTier>>();
  for (const [code, params] of Object.entries(bidders)) {
    if (!isReadable(params)) return undefined;
    const tier = isObject(params) ? params['dealTier'] : undefined;
    if (isObject(tier)) tiers.set(canonical(code), tier);
  }
  return tiers;
}

/** `12.00_movies_30s` as `<prefix><tier>_movies_30s`. */
const withTier = (text: string, tier: string): string => {
  const separator = text.indexOf('_');
  return separator < 0 ? tier : tier + text.slice(separator);
};

type Tiered = Pick<AuctionBid, 'bidder' | 'dealPriority' | 'categoryDuration' | 'dealTierSatisfied'>;

/**
 * Sets the deal tier of a bid with deal priority, if its bidder's tier is valid and reached.
 * @returns the error in the bidder's tier
 */
export function applyDealTier(
  bid: Tiered,
  impId: string,
  tiers: ReadonlyMap<string, Partial<DealTier>>,
  canonical: (code: string) => string,
  dialect: DealTierDialect,
): string | undefined {
  const priority = bid.dealPriority ?? 0;
  if (priority <= 0) return undefined;
  const code = canonical(bid.bidder);
  const tier = tiers.get(code);
  if (!isValidTier(tier)) return dialect.invalid(bid.bidder, impId, tier);
  if (priority < tier.minDealTier) return undefined;
  bid.dealTierSatisfied = true;
  if (bid.categoryDuration)
    bid.categoryDuration = withTier(bid.categoryDuration, `${tier.prefix}${dialect.namedByMinimum ? tier.minDealTier : priority}`);
  return undefined;
}

/** Applies the tiers to every bid with targeting if the request supports deals (`ext.srv.supportdeals`). */
export function applyDealTiers(auction: Auction, { bidders, dialect }: Services): void {
  if (auction.request.ext?.srv?.supportdeals !== true || !auction.targeting) return;
  const canonical = (code: string): string => bidders.known(code)?.code ?? code;
  const byImp = new Map(auction.request.imp.map(({ id, ext }) => [id, dealTiers(ext, canonical)]));
  for (const { bids } of auction.seats.values()) {
    for (const bid of bids) {
      if (bid.targetCode === undefined) continue;
      const { impid } = bid.bid;
      const error = applyDealTier(bid, impid, byImp.get(impid) ?? new Map(), canonical, dialect.response.dealTiers);
      if (error !== undefined) auction.diagnostics.error(OWN, CODES.unknown, error);
    }
  }
}
