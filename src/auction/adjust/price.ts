/** From the bidder's price to the price the auction compares. */

import type { MediaType } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Auction } from '../auction.ts';
import { MAX_PRICE } from '../collect/bid-shape.ts';
import { type AdjustmentRules, compileRules, ensurePositive, type Price } from '../pricing/adjustment-rules.ts';
import { type Factors, factorMediaType, factorOf, readFactors } from '../pricing/factors.ts';

/** The price rules of one auction. */
export interface PriceRules {
  readonly factors: Factors;
  readonly rules: AdjustmentRules | undefined;
  readonly convert: Auction['convert'];
  readonly prices: Pick<PriceDialect, 'adjust'>;
}

/** One bid to be priced. */
export interface Offer {
  readonly price: number;
  /** Currency of the bid. */
  readonly from: string;
  /** Currency of the auction. */
  readonly to: string;
  readonly deal: string | undefined;
  readonly type: MediaType | '';
  readonly seat: string;
  readonly bidder: string;
  readonly imp: Imp | undefined;
}

export const priceRulesOf = (auction: Auction, prices: PriceDialect): PriceRules => ({
  factors: readFactors(auction.request.ext?.srv?.bidadjustmentfactors),
  rules: auction.bidAdjustments ? compileRules(auction.bidAdjustments) : undefined,
  convert: auction.convert,
  prices,
});

/**
 * The adjusted price and its currency, which is `to` unless a static rule named another.
 * @throws Error if there is no rate or the result is not a valid price
 */
export function adjustPrice(offer: Offer, { factors, rules, convert, prices }: PriceRules): Price {
  const factor = factorOf(factors, factorMediaType(offer.type, offer.imp), offer.seat, offer.bidder);
  const adjusted = prices.adjust(offer, factor, rules, convert);
  if (!(Math.abs(adjusted.price) <= MAX_PRICE)) throw new Error('The adjusted price is out of range');
  return rules ? { ...adjusted, price: ensurePositive(adjusted.price, offer.deal) } : adjusted;
}
