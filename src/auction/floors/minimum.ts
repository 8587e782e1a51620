/** The minimum floor of an imp. */

import { isObject } from '#src/json/merge.ts';
import { nonEmptyString } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { type Converter, unchanged } from '../pricing/converter.ts';
import { DEFAULT_CURRENCY } from '../pricing/currency.ts';
import { roundTo } from '../pricing/decimal.ts';
import { type Floors, fieldOf, type ModelGroup } from './read.ts';

export interface Minimum {
  readonly value: number;
  /** Empty: not given. */
  readonly currency: string;
}

/** Currency of a group's rules: its own, else the data's, else USD. */
const rulesCurrency = (floors: Pick<Floors, 'data'>, group: ModelGroup | undefined): string =>
  group?.currency ?? floors.data?.currency ?? DEFAULT_CURRENCY;

const asPositive = (value: unknown): number | undefined =>
  typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;

/** The imp's minimum in the rules' currency, rounded to four decimals; the imp's value overrides the root's. */
export function impMinimum(
  imp: Imp,
  floors: Pick<Floors, 'data' | 'floorMin' | 'floorMinCur'>,
  group: ModelGroup | undefined,
  convert: Converter,
): Result<Minimum> {
  if (imp.ext !== undefined && !isObject(imp.ext)) return { error: 'imp.ext is not an object' };
  const own = imp.ext?.srv?.floors;
  const value = asPositive(fieldOf(own, 'floormin')) ?? asPositive(floors.floorMin) ?? 0;
  const from = nonEmptyString(fieldOf(own, 'floormincur')) ?? floors.floorMinCur;
  const currency = rulesCurrency(floors, group);
  const conversion = value > 0 && from && from !== currency ? convert(from, currency) : unchanged();
  if ('error' in conversion) return conversion;
  return { value: { value: roundTo(conversion.value(value), 4, 'half-away'), currency } };
}

/** The minimum if fetched floors are used, rounded to four decimals: the request's, else the provider's in the request's currency. */
export function mergedMinimum(
  request: Pick<Floors, 'data' | 'floorMin' | 'floorMinCur'> | undefined,
  fetched: Floors,
  convert: Converter,
): Minimum {
  const { value, currency } = exactMinimum(request, fetched, convert);
  return { value: roundTo(value, 4, 'half-away'), currency };
}

function exactMinimum(
  request: Pick<Floors, 'data' | 'floorMin' | 'floorMinCur'> | undefined,
  fetched: Floors,
  convert: Converter,
): Minimum {
  const own = asPositive(request?.floorMin) ?? 0;
  const ownCurrency = request?.floorMinCur ?? request?.data?.currency;
  const provided = asPositive(fetched.floorMin) ?? 0;
  const providedCurrency = fetched.floorMinCur ?? fetched.data?.currency;
  if (ownCurrency && own > 0) return { value: own, currency: ownCurrency };
  if (ownCurrency && provided > 0) return { value: inCurrency(provided, providedCurrency, ownCurrency, convert), currency: ownCurrency };
  if (providedCurrency && (provided > 0 || own > 0)) return { value: provided || own, currency: providedCurrency };
  return { value: own || provided, currency: ownCurrency ?? '' };
}

function inCurrency(value: number, from: string | undefined, to: string, convert: Converter): number {
  if (!from || from === to) return value;
  const conversion = convert(from, to);
  return 'error' in conversion ? 0 : conversion.value(value);
}
