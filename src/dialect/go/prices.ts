/** Price arithmetic of the Go variant: exact, rounded once by rules (four decimals, ties away from zero). */
import { applyRules, compileExactRules, pickRules, ruleMediaType } from '#src/auction/pricing/adjustment-rules.ts';
import { DEFAULT_CURRENCY } from '#src/auction/pricing/currency.ts';
import { roundTo, withoutNoise } from '#src/auction/pricing/decimal.ts';
import type { RuleArithmetic } from '#src/auction/pricing/price.ts';
import { namedType } from '#src/auction/target/bid-bucket.ts';
import { notACurrency } from '#src/openrtb/currency-codes.ts';
import type { PriceDialect } from '../contract/prices.ts';

const arithmetic: RuleArithmetic = {
  multiply: (price, factor) => price * factor,
  afterCpm: (price) => price,
  last: (price) => roundTo(price, 4, 'half-away'),
  retainsPriceWithoutRate: true,
};

export const prices: PriceDialect = {
  noRate: (from, to) => `Currency conversion rate not found: '${from}' => '${to}'`,
  noCurrency: notACurrency,
  convert: (amount, rate) => amount * rate,
  quotient: (above, below) => above / below,
  sharesRows: false,
  rules: arithmetic,
  // Names as they are written.
  compileRules: compileExactRules,
  ruleNames: (names) => names,
  isInstream: ({ plcmt }) => plcmt !== 2,
  // Factor, rate, then the rules in the auction's currency.
  adjust({ price: original, exchange, deal, type, bidder, imp }, factor, rules, convert) {
    const product = exchange.convert(original * factor);
    // An unchanged price keeps its exact value.
    const price = product === original ? product : withoutNoise(product);
    // Rules apply to the called bidder, whichever seat it bids for.
    const picked = rules && pickRules(rules, ruleMediaType(type, imp, prices), [bidder], deal);
    return applyRules(picked, { price, currency: exchange.to }, convert, arithmetic);
  },
  bucketType: namedType,
  bucketDigits: 'half-away',
  shownBucket: (bucket) => bucket,
  wantedCurrencies: (named) => named ?? [DEFAULT_CURRENCY],
  divideFloor: (floor, factor) => floor / factor,
};
