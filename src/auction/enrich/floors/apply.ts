/** A model group at work: the floor of an imp (auction-exchange.md 4.3 step 10, 4.6). */
import type { Converter } from '#src/auction/auction.ts';
import type { FloorsDialect } from '#src/dialect/dialect.ts';
import { roundTo } from '#src/wire/decimal.ts';
import type { Ext, ImpExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { BidRequest, Imp } from '#src/wire/ortb.ts';
import { valuesOf } from './dimensions.ts';
import { impMinimum } from './minimum.ts';
import { type Floors, type ModelGroup, memberOf, spelling } from './read.ts';
import { findRule } from './search.ts';
import { ruleTable } from './validate.ts';

/** What is in force in one auction. */
export interface FloorModel {
  readonly floors: Floors;
  readonly group: ModelGroup;
}

/** An imp's floor, and the rule that named it. */
export interface ImpFloor {
  readonly floor: number;
  readonly currency: string;
  readonly rule?: string | undefined;
  readonly ruleValue: number;
}

/**
 * The floor of an imp; undefined where neither a rule nor a default names one above zero.
 * @param bidder only where floors are worked out for one bidder
 * @throws Error of the conversion of the minimum
 */
export function resolveFloor(
  { floors, group }: FloorModel,
  request: BidRequest,
  imp: Imp,
  convert: Converter,
  dialect: FloorsDialect,
  bidder?: string,
): ImpFloor | undefined {
  const { rules } = ruleTable(group);
  const subject = { request, imp, bidder, dialect };
  const values = group.fields.map((field) => valuesOf(field, subject));
  const rule = findRule(rules, values, group.delimiter);
  const named = (rule === undefined ? group.default : rules.get(rule)) ?? 0;
  if (!(named > 0)) return undefined;
  const minimum = impMinimum(imp, floors, group, convert);
  const ruleValue = roundTo(named, 4, dialect.rounding);
  return { floor: Math.max(ruleValue, minimum.value), currency: minimum.currency, rule, ruleValue };
}

/** Writes the floor into an imp, in place: price, currency, and, where a rule named it, which. */
export function writeFloor(imp: Imp, { floor, currency, rule, ruleValue }: ImpFloor, { names }: FloorsDialect): void {
  imp.bidfloor = floor;
  imp.bidfloorcur = currency;
  if (rule === undefined) return;
  const ext: ImpExt = { ...imp.ext };
  const old = isObject(ext.srv?.floors) ? ext.srv.floors : {};
  ext.srv = { ...ext.srv, floors: { ...old, [names.rule]: rule, [names.ruleValue]: ruleValue, [names.value]: floor } };
  imp.ext = ext;
}

/** Where an imp's signalled floor is found again, however it is spelled. */
export interface SignalledFloor {
  readonly rule?: string | undefined;
  readonly ruleValue?: number | undefined;
  readonly value?: number | undefined;
}

export function readSignal(imp: Imp): SignalledFloor {
  const floors = imp.ext?.srv?.floors;
  const rule = memberOf(floors, 'floorrule');
  const ruleValue = memberOf(floors, 'floorrulevalue');
  const value = memberOf(floors, 'floorvalue');
  return {
    rule: typeof rule === 'string' ? rule : undefined,
    ruleValue: typeof ruleValue === 'number' ? ruleValue : undefined,
    value: typeof value === 'number' ? value : undefined,
  };
}

/** An object with one member set, under the spelling it has there or else the given one. The old object is left alone. */
export function withMember(object: Ext, name: string, value: unknown): Ext {
  return { ...object, [spelling(object, name.toLowerCase()) ?? name]: value };
}
