/** Applies bid adjustment rules: selected by priority, applied in order. */

import type { MediaType } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/contract/prices.ts';
import { memoByObject } from '#src/lang/memo.ts';
import type { Failure } from '#src/lang/result.ts';
import type { BidAdjustment, BidAdjustments } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Converter } from './converter.ts';
import type { AdjustmentRules, Price, RuleArithmetic } from './price.ts';

/** The rules as a flat table. @param spelled converts a bidder's name for the keys */
export function flattenRules(adjustments: BidAdjustments, spelled = asWritten): Map<string, readonly BidAdjustment[]> {
  const rules = new Map<string, readonly BidAdjustment[]>();
  for (const [type, byBidder] of Object.entries(adjustments.mediatype ?? {})) {
    for (const [bidder, byDeal] of Object.entries(byBidder ?? {})) {
      for (const [deal, list] of Object.entries(byDeal ?? {}))
        if (Array.isArray(list)) rules.set(`${type}|${spelled(bidder)}|${deal}`, list);
    }
  }
  return rules;
}

const asWritten = (bidder: string): string => bidder;

/** The rules as a flat table, which has lower-case names of bidders too; compiled once per object. */
export const compileRules = memoByObject((adjustments: BidAdjustments): AdjustmentRules => {
  const rules = flattenRules(adjustments);
  for (const [key, list] of flattenRules(adjustments, (bidder) => bidder.toLowerCase())) if (!rules.has(key)) rules.set(key, list);
  return rules;
});

/** The rules as a flat table with names as they are written (Go variant); compiled once per object. */
export const compileExactRules = memoByObject((adjustments: BidAdjustments): AdjustmentRules => flattenRules(adjustments));

/** Names as they are written, then in lower case, to be found in any case. */
export const inAnyCase = (names: readonly string[]): readonly string[] => names.flatMap((name) => [name, name.toLowerCase()]);

/**
 * The one list that applies to a bid: the first match in order of priority.
 * @param names the bidder's names, the more specific one first
 */
export function pickRules(
  rules: AdjustmentRules,
  type: string,
  names: readonly string[],
  deal: string | undefined,
): readonly BidAdjustment[] | undefined {
  const named = (t: string, d: string): readonly BidAdjustment[] | undefined => {
    for (const name of names) {
      const found = rules.get(`${t}|${name}|${d}`);
      if (found) return found;
    }
    return undefined;
  };
  if (!deal) return named(type, '*') ?? rules.get(`${type}|*|*`) ?? named('*', '*') ?? rules.get('*|*|*');
  return (
    named(type, deal) ??
    named(type, '*') ??
    rules.get(`${type}|*|${deal}`) ??
    named('*', deal) ??
    rules.get(`${type}|*|*`) ??
    named('*', '*') ??
    rules.get(`*|*|${deal}`) ??
    rules.get('*|*|*')
  );
}

/** Applies a list in order; without a rate a failure, unless the price is kept. */
export function applyRules(
  rules: readonly BidAdjustment[] | undefined,
  before: Price,
  convert: Converter,
  { multiply, afterCpm, last, retainsPriceWithoutRate }: RuleArithmetic,
): Price | Failure {
  if (!rules || rules.length === 0) return before;
  let { price, currency } = before;
  for (const { adjtype, value = 0, currency: ofRule = '' } of rules) {
    if (adjtype === 'static') {
      price = value;
      currency = ofRule;
    } else if (adjtype === 'multiplier') price = multiply(price, value);
    else {
      const conversion = convert(ofRule, currency);
      if ('error' in conversion) return retainsPriceWithoutRate ? before : conversion;
      price = afterCpm(price - conversion.value(value));
    }
  }
  return { price: last(price), currency };
}

/** The minimum after rules: zero for a deal, ten cents for any other bid that would be free. */
export const ensurePositive = (price: number, deal: string | undefined): number => (deal ? Math.max(price, 0) : price <= 0 ? 0.1 : price);

/** Media type key of a bid's rules. */
export function ruleMediaType(type: MediaType | '', imp: Imp | undefined, { isInstream }: Pick<PriceDialect, 'isInstream'>): string {
  if (type !== 'video') return type;
  return isInstream(imp?.video ?? {}) ? 'video-instream' : 'video-outstream';
}
