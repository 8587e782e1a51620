/** Applies a model group: the floor of an imp. */

import type { FloorsDialect } from '#src/dialect/contract/floors.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import type { Converter } from '../pricing/converter.ts';
import { roundTo } from '../pricing/decimal.ts';
import { type FloorSubject, valuesOf } from './dimensions.ts';
import { impMinimum } from './minimum.ts';
import type { FloorModel } from './model.ts';
import { fieldOf, spelling } from './read.ts';
import { findRule } from './search.ts';
import { ruleTable } from './validate.ts';

/** An imp's floor, and the matching rule. */
export interface ImpFloor {
  readonly floor: number;
  readonly currency: string;
  readonly rule?: string | undefined;
  readonly ruleValue: number;
}

const NO_FLOOR = { value: undefined } as const;

/**
 * The floor of an imp; undefined if neither a rule nor a default gives one above zero. In the Java variant a rule of zero is one: the minimum
 * applies.
 * The error is the message of the minimum's conversion.
 */
export function resolveFloor({ floors, group }: FloorModel, subject: FloorSubject, convert: Converter): Result<ImpFloor | undefined> {
  const { rules } = ruleTable(group);
  const { imp, dialect } = subject;
  const values = group.fields.map((field) => valuesOf(field, subject));
  const rule = findRule(rules, values, group.delimiter);
  const named = rule === undefined ? group.default : rules.get(rule);
  if (named === undefined || !(named > 0 || (named === 0 && dialect.zeroIsFloor))) return NO_FLOOR;
  const minimum = impMinimum(imp, floors, group, convert);
  if ('error' in minimum) return minimum;
  const { value, currency } = minimum.value;
  const ruleValue = roundTo(named, 4, dialect.rounding);
  const floor = Math.max(ruleValue, value);
  return floor > 0 ? { value: { floor, currency, rule, ruleValue } } : NO_FLOOR;
}

/** Writes the floor into an imp, in place: price, currency, and the matching rule, if any. */
export function writeFloor(imp: Imp, { floor, currency, rule, ruleValue }: ImpFloor, { names }: FloorsDialect): void {
  imp.bidfloor = floor;
  imp.bidfloorcur = currency;
  if (rule === undefined) return;
  const ext: ImpExt = { ...imp.ext };
  const old = isObject(ext.srv?.floors) ? ext.srv.floors : {};
  ext.srv = { ...ext.srv, floors: { ...old, [names.rule]: rule, [names.ruleValue]: ruleValue, [names.value]: floor } };
  imp.ext = ext;
}

/** The floor as signalled to bidders: CPM; absent fields were not signalled. */
export interface SignalledFloor {
  readonly rule?: string | undefined;
  readonly ruleValue?: number | undefined;
  readonly value?: number | undefined;
}

/** An imp's signalled floor, read in either spelling; values of the wrong type count as absent. */
export function readSignal(imp: Imp): SignalledFloor {
  const floors = imp.ext?.srv?.floors;
  const rule = fieldOf(floors, 'floorrule');
  const ruleValue = fieldOf(floors, 'floorrulevalue');
  const value = fieldOf(floors, 'floorvalue');
  return {
    rule: typeof rule === 'string' ? rule : undefined,
    ruleValue: typeof ruleValue === 'number' ? ruleValue : undefined,
    value: typeof value === 'number' ? value : undefined,
  };
}

/** An object with one field set, under its existing spelling or else the given one. The old object is not modified. */
export function withField(object: Ext, name: string, value: unknown): Ext {
  return { ...object, [spelling(object, name.toLowerCase()) ?? name]: value };
}
