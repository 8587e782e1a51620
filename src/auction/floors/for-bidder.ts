/** Floors as one bidder sees them: raised so that a bid at the floor still reaches it after its price is adjusted. */

import { MEDIA_TYPES } from '#src/bidders/bidder.ts';
import type { PriceDialect } from '#src/dialect/contract/prices.ts';
import type { BidAdjustment, Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { pickRules, ruleMediaType } from '../pricing/adjustment-rules.ts';
import type { Converter } from '../pricing/converter.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import { divideTo, roundTo } from '../pricing/decimal.ts';
import { factorMediaType } from '../pricing/factors.ts';
import type { AdjustmentRules, Factors } from '../pricing/price.ts';
import { fieldOf } from './read.ts';

/**
 * The divisor of a bidder's floor: the smallest of its own factor and those of the imp's media types; 1 without any.
 * @param bidder name in the request, case-insensitive
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

/** The price a bidder must bid to reach `floor`. */
export const dividedFloor = (floor: number, factor: number, { divideFloor }: Pick<PriceDialect, 'divideFloor'>): number =>
  factor === 1 ? floor : divideFloor(floor, factor);

/** The rules of a bidder's bids, to be inverted for its floors. */
export interface UndoRules {
  readonly rules: AdjustmentRules;
  /** The bidder's names, the more specific one first. */
  readonly names: readonly string[];
  readonly convert: Converter;
  readonly prices: Pick<PriceDialect, 'isInstream'>;
}

/**
 * Inverts the rules for bids without a deal, last one first; the smallest floor of the imp's media types counts, in the floor's own
 * currency. Static rules cannot be inverted: the floor is unchanged.
 */
export function undoneFloor(floor: number, imp: Imp, { rules, names, convert, prices }: UndoRules): number {
  let smallest: number | undefined;
  for (const type of MEDIA_TYPES) {
    if (!imp[type]) continue;
    const list = pickRules(rules, ruleMediaType(type, imp, prices), names, undefined) ?? [];
    const undone = undoAll(floor, imp.bidfloorcur || DEFAULT_CURRENCY, list, convert);
    if (smallest === undefined || undone < smallest) smallest = undone;
  }
  return smallest ?? floor;
}

function undoAll(floor: number, currency: string, list: readonly BidAdjustment[], convert: Converter): number {
  if (list.some(({ adjtype }) => adjtype === 'static')) return floor;
  let undone = floor;
  for (const { adjtype, value = 0, currency: ofRule = '' } of list.toReversed()) {
    if (adjtype === 'multiplier') undone = value === 0 ? undone : divideTo(undone, value, 4, 'half-even');
    else {
      const conversion = convert(ofRule, currency);
      if ('error' in conversion) return floor; // the unadjusted floor rather than none
      undone = roundTo(undone + conversion.value(value), 4, 'half-even');
    }
  }
  return undone;
}

/** Bidders that receive no floors (Java variant): the first list present, of model group, data and enforcement. */
export function noSignalBidders(floors: Ext | undefined): readonly string[] {
  const data = fieldOf(floors, 'data');
  const groups = fieldOf(data, 'modelgroups');
  for (const holder of [Array.isArray(groups) ? groups[0] : undefined, data, fieldOf(floors, 'enforcement')]) {
    const list = fieldOf(holder, 'nofloorsignalbidders');
    if (Array.isArray(list)) return list.filter((name) => typeof name === 'string');
  }
  return [];
}

/** Whether a list of bidders includes this one. */
export const namesBidder = (list: readonly string[], bidder: string): boolean =>
  list.some((name) => name === '*' || name.toLowerCase() === bidder.toLowerCase());

/** `imp.ext` with its signalled floor updated; undefined: removed. */
export function withSignalledFloor(ext: ImpExt, floor: number | undefined): ImpExt {
  const signalled = ext.srv?.floors;
  if (!signalled) return ext;
  const floors: Ext = {};
  for (const key of Object.keys(signalled)) if (key.toLowerCase() !== 'floorvalue') floors[key] = signalled[key];
  if (floor !== undefined) floors['floorvalue' in signalled ? 'floorvalue' : 'floorValue'] = floor;
  return { ...ext, srv: { ...ext.srv, floors } };
}
