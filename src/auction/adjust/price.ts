/**
 * From the price a bidder asked to the price the auction compares (auction-exchange.md 6.3).
 * Go variant: factor, rate, then rules in the auction's currency, rounded only by rules (4 decimals, ties away from zero).
 * Java variant: factor, rules in the bidder's currency (each step 4 decimals half-even), then the rate (3 decimals half-even).
 */
import type { Auction } from '#src/auction/auction.ts';
import { MAX_PRICE } from '#src/auction/collect/sound.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import { multiplyTo, withoutNoise } from '#src/wire/decimal.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type AdjustmentRules, applyRules, compileRules, keepPositive, type Price, pickRules, ruleMediaType } from './adjustment-rules.ts';
import { type Factors, factorMediaType, factorOf, readFactors } from './factors.ts';

/** What prices of one auction go through. */
export interface PriceRules {
  readonly factors: Factors;
  readonly rules: AdjustmentRules | undefined;
  readonly convert: Auction['convert'];
  readonly variant: 'go' | 'java';
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

/** Enough digits that a factor rounds nothing. */
const EXACT = 20;

export const priceRulesOf = (auction: Auction, variant: 'go' | 'java'): PriceRules => ({
  factors: readFactors(auction.request.ext?.srv?.bidadjustmentfactors),
  rules: auction.bidAdjustments ? compileRules(auction.bidAdjustments) : undefined,
  convert: auction.convert,
  variant,
});

/**
 * The adjusted price and its currency, which is `to` unless a static rule of the Go variant named another.
 * @throws Error where there is no rate, or nothing sensible comes out
 */
export function adjustPrice(offer: Offer, { factors, rules, convert, variant }: PriceRules): Price {
  const factor = factorOf(factors, factorMediaType(offer.type, offer.imp), offer.seat, offer.bidder);
  // Rules of the Go variant are for those who are called, whoever they bid for.
  const names = variant === 'go' ? [offer.bidder] : [offer.seat, offer.bidder];
  const picked = rules && pickRules(rules, ruleMediaType(offer.type, offer.imp, variant), names, offer.deal);
  let adjusted: Price;
  if (variant === 'go') {
    const product = convert(offer.price * factor, offer.from, offer.to);
    // What nothing was done to has no noise of ours.
    const price = product === offer.price ? product : withoutNoise(product);
    adjusted = applyRules(picked, { price, currency: offer.to }, convert, 'go');
  } else {
    const price = factor === 1 ? offer.price : multiplyTo(offer.price, factor, EXACT, 'half-even');
    const ruled = applyRules(picked, { price, currency: offer.from }, convert, 'java');
    adjusted = { price: convert(ruled.price, ruled.currency, offer.to), currency: offer.to };
  }
  if (!(Math.abs(adjusted.price) <= MAX_PRICE)) throw new Error('The adjusted price is beyond all bounds');
  return rules ? { ...adjusted, price: keepPositive(adjusted.price, offer.deal) } : adjusted;
}
