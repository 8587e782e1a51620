/** From the price a bidder asked to the price the auction compares (auction-exchange.md 6.3). */
import type { Auction } from '#src/auction/auction.ts';
import { MAX_PRICE } from '#src/auction/collect/sound.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/dialect.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type AdjustmentRules, compileRules, keepPositive, type Price } from './adjustment-rules.ts';
import { type Factors, factorMediaType, factorOf, readFactors } from './factors.ts';

/** What prices of one auction go through. */
export interface PriceRules {
  readonly factors: Factors;
  readonly rules: AdjustmentRules | undefined;
  readonly convert: Auction['convert'];
  readonly prices: Pick<PriceDialect, 'adjust'>;
}

/** One bid to be priced. */
export interface Offer {
  readonly price: number;
  /** Currency the bidder asked in. */
  readonly from: string;
  /** Currency the auction wants. */
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
 * @throws Error where there is no rate, or nothing sensible comes out
 */
export function adjustPrice(offer: Offer, { factors, rules, convert, prices }: PriceRules): Price {
  const factor = factorOf(factors, factorMediaType(offer.type, offer.imp), offer.seat, offer.bidder);
  const adjusted = prices.adjust(offer, factor, rules, convert);
  if (!(Math.abs(adjusted.price) <= MAX_PRICE)) throw new Error('The adjusted price is beyond all bounds');
  return rules ? { ...adjusted, price: keepPositive(adjusted.price, offer.deal) } : adjusted;
}
