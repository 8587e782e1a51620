/** From the bidder's price to the price the auction compares. */

import type { PriceDialect } from '#src/dialect/contract/prices.ts';
import type { Failure } from '#src/lang/result.ts';
import type { Auction } from '../auction.ts';
import { MAX_PRICE } from '../collect/bid-shape.ts';
import { ensurePositive } from '../pricing/adjustment-rules.ts';
import { factorMediaType, factorOf, factorsOf } from '../pricing/factors.ts';
import type { AdjustmentRules, Factors, Offer, Price } from '../pricing/price.ts';

/** The price rules of one auction. */
export interface PriceRules {
  readonly factors: Factors;
  readonly rules: AdjustmentRules | undefined;
  readonly convert: Auction['convert'];
  readonly prices: Pick<PriceDialect, 'adjust'>;
}

/** The rules for all bids of an auction: the request's factors, and the rules of request and account. */
export const priceRulesOf = (auction: Auction, prices: PriceDialect): PriceRules => ({
  factors: factorsOf(auction),
  rules: auction.bidAdjustments ? prices.compileRules(auction.bidAdjustments) : undefined,
  convert: auction.convert,
  prices,
});

/**
 * The adjusted price and its currency, which is `to` unless a static rule named another; an error if there is no rate or the result is not
 * a valid price.
 */
export function adjustPrice(offer: Offer, { factors, rules, convert, prices }: PriceRules): Price | Failure {
  const factor = factorOf(factors, factorMediaType(offer.type, offer.imp), offer.seat, offer.bidder);
  const adjusted = prices.adjust(offer, factor, rules, convert);
  if ('error' in adjusted) return adjusted;
  if (!(Math.abs(adjusted.price) <= MAX_PRICE)) return { error: 'The adjusted price is out of range' };
  return rules && rules.size > 0 ? { ...adjusted, price: ensurePositive(adjusted.price, offer.deal) } : adjusted;
}
