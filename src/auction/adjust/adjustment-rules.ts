/** Bid adjustment rules at work: found by priority, applied in their order (auction-exchange.md 6.5). */
import type { Converter } from '#src/auction/auction.ts';
import type { MediaType } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/dialect.ts';
import type { BidAdjustment, BidAdjustments } from '#src/wire/ext.ts';
import type { Imp } from '#src/wire/ortb.ts';

/** `<media type>|<bidder>|<deal>` → rules; any part may be `*`. */
export type AdjustmentRules = ReadonlyMap<string, readonly BidAdjustment[]>;

/** The rules flat. @param spelled how a bidder's name stands in the keys */
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

const compiled = new WeakMap<BidAdjustments, AdjustmentRules>();

/** The rules flat and found in any case of the bidder's name; worked out once an object. */
export function compileRules(adjustments: BidAdjustments): AdjustmentRules {
  const known = compiled.get(adjustments);
  if (known) return known;
  const rules = flattenRules(adjustments);
  for (const [key, list] of flattenRules(adjustments, (bidder) => bidder.toLowerCase())) if (!rules.has(key)) rules.set(key, list);
  compiled.set(adjustments, rules);
  return rules;
}

/**
 * The one list that counts for a bid: the first of the priority table that is there.
 * @param names what the bidder goes by, the more telling name first
 */
export function pickRules(
  rules: AdjustmentRules,
  type: string,
  names: readonly string[],
  deal: string | undefined,
): readonly BidAdjustment[] | undefined {
  const named = (t: string, d: string): readonly BidAdjustment[] | undefined => {
    for (const name of names) {
      const found = rules.get(`${t}|${name}|${d}`) ?? rules.get(`${t}|${name.toLowerCase()}|${d}`);
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

export interface Price {
  readonly price: number;
  readonly currency: string;
}

/** How rules reckon. */
export interface RuleArithmetic {
  multiply(price: number, factor: number): number;
  /** What is made of a price after a `cpm` rule. */
  afterCpm(price: number): number;
  /** What is made of the price after the last rule. */
  last(price: number): number;
  /** Without a rate the price stays what it was before all rules; else there is none. */
  readonly keepsPriceWithoutRate: boolean;
}

/**
 * Applies a list in order.
 * @throws Error of the conversion, unless the price stays without a rate
 */
export function applyRules(
  rules: readonly BidAdjustment[] | undefined,
  before: Price,
  convert: Converter,
  { multiply, afterCpm, last, keepsPriceWithoutRate }: RuleArithmetic,
): Price {
  if (!rules || rules.length === 0) return before;
  let { price, currency } = before;
  try {
    for (const { adjtype, value = 0, currency: ofRule = '' } of rules) {
      if (adjtype === 'static') {
        price = value;
        currency = ofRule;
      } else if (adjtype === 'multiplier') price = multiply(price, value);
      else price = afterCpm(price - convert(value, ofRule, currency));
    }
  } catch (cause) {
    if (!keepsPriceWithoutRate) throw cause;
    return before;
  }
  return { price: last(price), currency };
}

/** What rules may leave: nothing below zero for a deal, ten cents at least for all others that would be free. */
export const keepPositive = (price: number, deal: string | undefined): number => (deal ? Math.max(price, 0) : price <= 0 ? 0.1 : price);

/** Media type key of a bid's rules. */
export function ruleMediaType(type: MediaType | '', imp: Imp | undefined, { isInstream }: Pick<PriceDialect, 'isInstream'>): string {
  if (type !== 'video') return type;
  return isInstream(imp?.video ?? {}) ? 'video-instream' : 'video-outstream';
}
