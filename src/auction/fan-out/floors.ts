/**
 * Floors as one bidder sees them: raised so that a bid at the floor still reaches it once its price is adjusted
 * (auction-exchange.md 3.8).
 */
import { type AdjustmentRules, pickRules, ruleMediaType } from '#src/auction/adjust/adjustment-rules.ts';
import { type Factors, factorMediaType } from '#src/auction/adjust/factors.ts';
import type { Converter } from '#src/auction/auction.ts';
import { memberOf } from '#src/auction/enrich/floors/read.ts';
import { MEDIA_TYPES } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/dialect.ts';
import { divideTo, roundTo } from '#src/wire/decimal.ts';
import type { BidAdjustment, Ext, ImpExt } from '#src/wire/ext.ts';
import type { Imp } from '#src/wire/ortb.ts';

/**
 * What a bidder's floor is divided by: the smallest of its own factor and those of the imp's media types; 1 where there is none.
 * @param bidder name in the request, matched in any case
 */
export function floorFactor({ plain, byMediaType }: Factors, bidder: string, imp: Imp): number {
  const name = bidder.toLowerCase();
  let factor = plain.get(name);
  if (byMediaType.size > 0) {
    for (const type of MEDIA_TYPES) {
      const ofType = imp[type] ? byMediaType.get(factorMediaType(type, imp))?.get(name) : undefined;
      if (ofType !== undefined && (factor === undefined || ofType < factor)) factor = ofType;
    }
  }
  return factor ?? 1;
}

/** The floor a bidder must bid to reach `floor`. */
export const dividedFloor = (floor: number, factor: number, { divideFloor }: Pick<PriceDialect, 'divideFloor'>): number =>
  factor === 1 ? floor : divideFloor(floor, factor);

/**
 * The rules for bids without a deal undone, last one first; the smallest floor of the imp's media types counts,
 * in the floor's own currency. Static rules cannot be undone: the floor stays.
 */
export function undoneFloor(
  floor: number,
  imp: Imp,
  rules: AdjustmentRules,
  names: readonly string[],
  convert: Converter,
  prices: Pick<PriceDialect, 'isInstream'>,
): number {
  let smallest: number | undefined;
  for (const type of MEDIA_TYPES) {
    if (!imp[type]) continue;
    const list = pickRules(rules, ruleMediaType(type, imp, prices), names, undefined) ?? [];
    const undone = undoAll(floor, imp.bidfloorcur ?? 'USD', list, convert);
    if (smallest === undefined || undone < smallest) smallest = undone;
  }
  return smallest ?? floor;
}

function undoAll(floor: number, currency: string, list: readonly BidAdjustment[], convert: Converter): number {
  if (list.some(({ adjtype }) => adjtype === 'static')) return floor;
  let undone = floor;
  try {
    for (const { adjtype, value = 0, currency: ofRule = '' } of list.toReversed()) {
      if (adjtype === 'multiplier') undone = value === 0 ? undone : divideTo(undone, value, 4, 'half-even');
      else undone = roundTo(undone + convert(value, ofRule, currency), 4, 'half-even');
    }
  } catch {
    return floor; // no rate: better the plain floor than none
  }
  return undone;
}

/** Bidders that are told no floors (Java variant): the first list that is there, of model group, data and enforcement. */
export function noSignalBidders(floors: Ext | undefined): readonly string[] {
  const data = memberOf(floors, 'data');
  const groups = memberOf(data, 'modelgroups');
  for (const holder of [Array.isArray(groups) ? groups[0] : undefined, data, memberOf(floors, 'enforcement')]) {
    const list = memberOf(holder, 'nofloorsignalbidders');
    if (Array.isArray(list)) return list.filter((name) => typeof name === 'string');
  }
  return [];
}

/** Whether a list of bidders means this one. */
export const namesBidder = (list: readonly string[], bidder: string): boolean =>
  list.some((name) => name === '*' || name.toLowerCase() === bidder.toLowerCase());

/** `imp.ext` with the floor that was signalled there changed as well; undefined: taken out. */
export function withSignalledFloor(ext: ImpExt, floor: number | undefined): ImpExt {
  const signalled = ext.srv?.floors;
  if (!signalled) return ext;
  const floors: Ext = {};
  for (const key of Object.keys(signalled)) if (key.toLowerCase() !== 'floorvalue') floors[key] = signalled[key];
  if (floor !== undefined) floors['floorvalue' in signalled ? 'floorvalue' : 'floorValue'] = floor;
  return { ...ext, srv: { ...ext.srv, floors } };
}
