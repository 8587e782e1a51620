/**
 * Price buckets in decimal arithmetic: 0.30 at increment 0.10 is `0.30`; at a boundary the first range whose max reaches the price applies.
 * A granularity is compiled once to integers; integers below 2^53 are exact in doubles, so a price needs only a few multiplications.
 * Page: docs/stages/target.md#price-buckets.
 */

import { memoByObject } from '#src/lang/memo.ts';
import type { PriceGranularity, PriceRange } from '#src/openrtb/ext.ts';
import { type Decimal, divideUnits, type Rounding, toDecimal, unitsAt } from './decimal.ts';

/** `down`, `up` and `true` (half away from zero); the caller has resolved `timesplit` to `down` or `up`. */
export type BucketRounding = 'down' | 'up' | 'true';

/** Rounding of a bucket to its decimals. */
export type DigitRounding = Extract<Rounding, 'half-away' | 'floor'>;

/** Bounds as positions: twice the number of grid units, so an odd position lies between two units. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly increment: number;
}

/** A compiled granularity; `ranges` is absent if its numbers are too long for exact doubles. */
export interface BucketTable {
  readonly granularity: PriceGranularity;
  readonly precision: number;
  readonly scale: number;
  readonly ranges?: readonly Range[] | undefined;
  readonly last: number;
}

const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/** Units up to this have at most 15 digits, so a double identifies exactly one of them. */
const MAX_UNITS = 1e14;
/** Max fraction digits of a bucket, whatever was requested. */
const MAX_DIGITS = 20;
const power = (digits: number): number => POWERS[digits] ?? Number.NaN;

/** The compiled form of a granularity, computed once per object. */
export const bucketTable = memoByObject(compile);

/** Bounds of every range with defaults: the lower bound is the previous range's max. */
function bounds(ranges: readonly PriceRange[]): Required<PriceRange>[] {
  let floor = 0;
  return ranges.map(({ min, max, increment }) => {
    const range = { min: min ?? floor, max, increment: increment ?? 0 };
    floor = max;
    return range as Required<PriceRange>;
  });
}

function compile(granularity: PriceGranularity): BucketTable {
  const listed = bounds(granularity.ranges ?? []);
  const numbers = listed.flatMap(({ min, max, increment }) => [min ?? 0, max, increment]);
  const precision = Math.min(granularity.precision ?? 2, MAX_DIGITS);
  const plain = { granularity, precision, scale: 0, last: 0 };
  if (!numbers.every(Number.isFinite)) return plain;
  // One digit more than any bound, so that half an increment is an integer of units too.
  const scale = Math.max(0, ...numbers.map((value) => toDecimal(value).scale)) + 1;
  if (scale > 12 || numbers.some((value) => Math.abs(value) * power(scale) > MAX_UNITS)) return plain;
  const place = (value: number): number => 2 * Math.round(value * power(scale));
  const ranges = listed.map(({ min, max, increment }) => ({ min: place(min ?? 0), max: place(max), increment: place(increment) }));
  return { granularity, precision, scale, ranges, last: Math.max(...ranges.map(({ max }) => max)) };
}

/**
 * The bucket of a price (CPM in the auction's currency) as a string with the granularity's precision; empty if no range contains the price
 * or its increment is not positive. A price above the last range gets that range's max.
 * @param digitRounding rounding of a bucket with more decimals than the precision
 */
export function priceBucket(price: number, table: BucketTable, rounding: BucketRounding, digitRounding: DigitRounding): string {
  if (!(price >= 0) || !table.granularity.ranges?.length) return '';
  if (!table.ranges || price === Number.POSITIVE_INFINITY) return exactBucket(price, table, rounding, digitRounding);
  const place = placeOf(price, table.scale);
  if (place > table.last) return fixed(table.last / 2, table.scale, table.precision, digitRounding);
  const range = table.ranges.find(({ max }) => place <= max);
  if (!range || place < range.min || range.increment <= 0) return '';
  const above = place - range.min + (rounding === 'true' ? range.increment / 2 : 0);
  const rest = above % range.increment;
  const steps = (above - rest) / range.increment + (rounding === 'up' && rest > 0 ? 1 : 0);
  return fixed((range.min + steps * range.increment) / 2, table.scale, table.precision, digitRounding);
}

/** Twice the units of a price; plus one if the price lies between two units. */
function placeOf(price: number, scale: number): number {
  const near = price * power(scale);
  const units = Math.round(near);
  if (near > MAX_UNITS) return Number.MAX_SAFE_INTEGER;
  if (units / power(scale) === price) return 2 * units;
  if (near < 1e12 && Math.abs(near - units) > 1e-3) return 2 * Math.floor(near) + 1;
  return 2 * Number(unitsAt(toDecimal(price), scale, 'floor')) + 1;
}

/** Units as a string with `precision` decimals; a negative precision keeps the existing digits. */
function fixed(units: number, scale: number, precision: number, digitRounding: DigitRounding): string {
  if (precision < 0) return String(units / power(scale));
  let digits = String(units);
  if (precision >= scale) digits += '0'.repeat(precision - scale);
  else {
    const divisor = power(scale - precision);
    const rest = units % divisor;
    digits = String((units - rest) / divisor + (digitRounding === 'half-away' && 2 * rest >= divisor ? 1 : 0));
  }
  return withPoint(digits, precision);
}

function withPoint(digits: string, precision: number): string {
  if (precision === 0) return digits;
  const padded = digits.padStart(precision + 1, '0');
  return `${padded.slice(0, -precision)}.${padded.slice(-precision)}`;
}

const ROUNDINGS: { readonly [rounding in BucketRounding]: Rounding } = { down: 'floor', up: 'ceil', true: 'half-away' };

/** The same with big integers: for tables that doubles cannot hold, and as a reference for tests. */
export function exactBucket(
  price: number,
  { granularity, precision }: BucketTable,
  rounding: BucketRounding,
  digitRounding: DigitRounding,
): string {
  const listed = bounds(granularity.ranges ?? []);
  const maximum = Math.max(...listed.map(({ max }) => max));
  if (price > maximum) return toFixedString(toDecimal(maximum), precision, digitRounding);
  const range = listed.find(({ max }) => price <= max);
  if (!range || !(price >= (range.min ?? 0)) || !(range.increment > 0)) return '';
  const [cpm, min, increment] = [price, range.min ?? 0, range.increment].map(toDecimal) as [Decimal, Decimal, Decimal];
  const scale = Math.max(cpm.scale, min.scale, increment.scale);
  const [p, base, step] = [cpm, min, increment].map((value) => unitsAt(value, scale, 'floor')) as [bigint, bigint, bigint];
  return toFixedString({ units: base + divideUnits(p - base, step, ROUNDINGS[rounding]) * step, scale }, precision, digitRounding);
}

function toFixedString(value: Decimal, precision: number, digitRounding: DigitRounding): string {
  if (precision < 0) return String(Number(`${value.units}e-${value.scale}`));
  return withPoint(String(unitsAt(value, precision, digitRounding)), precision);
}
