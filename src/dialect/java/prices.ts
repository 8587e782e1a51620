/** Price arithmetic of the Java variant: each step of a rule to four decimals, a converted price to three, half-even. */
import { applyRules, compileRules, inAnyCase, pickRules, ruleMediaType } from '#src/auction/pricing/adjustment-rules.ts';
import { divideTo, multiplyTo, roundTo, toDecimal, withoutNoise } from '#src/auction/pricing/decimal.ts';
import type { RuleArithmetic } from '#src/auction/pricing/price.ts';
import type { PriceDialect } from '../contract/prices.ts';

/** Enough digits that a factor is not rounded. */
const EXACT = 20;

const arithmetic: RuleArithmetic = {
  multiply: (price, factor) => multiplyTo(price, factor, 4, 'half-even'),
  afterCpm: (price) => roundTo(withoutNoise(price), 4, 'half-even'),
  last: (price) => price,
  retainsPriceWithoutRate: false,
};

const precisionOf = (value: number): number => String(toDecimal(value).units).length;

/** `1234.50` as `1,234.50`. */
function withThousands(bucket: string): string {
  const [digits = '', decimals] = bucket.split('.');
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return decimals === undefined ? groups.join(',') : `${groups.join(',')}.${decimals}`;
}

const noRate = (from: string, to: string): string => `Unable to convert from currency ${from} to desired ad server currency ${to}`;

export const prices: PriceDialect = {
  noRate,
  noCurrency: (_code, from, to) => noRate(from, to),
  convert: (amount, rate) => multiplyTo(amount, rate, 3, 'half-even'),
  quotient: (above, below) => divideTo(above, below, Math.max(precisionOf(above), precisionOf(below), 3), 'half-even'),
  sharesRows: true,
  rules: arithmetic,
  compileRules,
  ruleNames: inAnyCase,
  isInstream: ({ placement, plcmt }) => placement === 1 || plcmt === 1,
  // Factor, rules in the bidder's currency, then the rate.
  adjust({ price: original, exchange: { from, to, convert: toAuction }, deal, type, seat, bidder, imp }, factor, rules, convert) {
    const price = factor === 1 ? original : multiplyTo(original, factor, EXACT, 'half-even');
    const picked = rules && pickRules(rules, ruleMediaType(type, imp, prices), inAnyCase([seat, bidder]), deal);
    const ruled = applyRules(picked, { price, currency: from }, convert, arithmetic);
    if ('error' in ruled) return ruled;
    if (ruled.currency === from) return { price: toAuction(ruled.price), currency: to };
    const conversion = convert(ruled.currency, to);
    return 'error' in conversion ? conversion : { price: conversion.value(ruled.price), currency: to };
  },
  // The type reported by its adapter.
  bucketType: ({ type }) => type,
  bucketDigits: 'floor',
  shownBucket: (bucket, price) => (price <= 0 ? '0.0' : Number(bucket) < 1000 ? bucket : withThousands(bucket)),
  wantedCurrencies: (named, standard) => [named?.[0] ?? standard],
  divideFloor: (floor, factor) => divideTo(floor, factor, 4, 'half-even'),
};
