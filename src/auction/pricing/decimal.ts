/**
 * Prices as decimals. A double is read as the shortest decimal that identifies it (0.3 is three tenths), so rounding and division match
 * manual calculation.
 */

/** half-away: ties away from zero (Go's `math.Round`); half-even: ties to the even digit (Java's `HALF_EVEN`). */
export type Rounding = 'half-away' | 'half-even' | 'floor' | 'ceil';

/** `units × 10^-scale` */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** A finite number as a decimal; scale is never negative. */
export function toDecimal(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const dot = mantissa.indexOf('.');
  const digits = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  const scale = (dot < 0 ? 0 : mantissa.length - dot - 1) - Number(exponent);
  return scale < 0 ? { units: BigInt(digits) * 10n ** BigInt(-scale), scale: 0 } : { units: BigInt(digits), scale };
}

/** Integer units of `10^-scale` nearest to the decimal, by `rounding`. */
export function unitsAt(decimal: Decimal, scale: number, rounding: Rounding): bigint {
  const shift = decimal.scale - scale;
  return shift <= 0 ? decimal.units * 10n ** BigInt(-shift) : divideUnits(decimal.units, 10n ** BigInt(shift), rounding);
}

/** `numerator / denominator` as an integer; the denominator is positive. */
export function divideUnits(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  const quotient = numerator / denominator;
  const rest = numerator % denominator;
  if (rest === 0n) return quotient;
  const away = numerator < 0n ? -1n : 1n;
  if (rounding === 'floor') return away < 0n ? quotient - 1n : quotient;
  if (rounding === 'ceil') return away < 0n ? quotient : quotient + 1n;
  const twice = 2n * (rest < 0n ? -rest : rest);
  const up = twice > denominator || (twice === denominator && (rounding === 'half-away' || quotient % 2n !== 0n));
  return up ? quotient + away : quotient;
}

/** `units × 10^-scale` as a number. */
const fromUnits = (units: bigint, scale: number): number => Number(`${units}e-${scale}`);

/** Whether the number is the double nearest to a decimal of at most `digits` (0 to 22) decimals. False for some numbers above 2^53 units. */
function isRoundedTo(value: number, digits: number): boolean {
  const scale = 10 ** digits;
  const units = Math.round(value * scale);
  return Number.isSafeInteger(units) && units / scale === value;
}

/** The number with at most `digits` decimals; non-finite values are unchanged. */
export function roundTo(value: number, digits: number, rounding: Rounding): number {
  if (Number.isInteger(value) || !Number.isFinite(value) || isRoundedTo(value, digits)) return value;
  return fromUnits(unitsAt(toDecimal(value), digits, rounding), digits);
}

/** The number without binary rounding errors in the last digits: 5.3999999999999995 is 5.4. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15));

/** `left × right` computed exactly, then rounded once to `digits` decimals. */
export function multiplyTo(left: number, right: number, digits: number, rounding: Rounding): number {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return left * right;
  const a = toDecimal(left);
  const b = toDecimal(right);
  return fromUnits(unitsAt({ units: a.units * b.units, scale: a.scale + b.scale }, digits, rounding), digits);
}

/** `left ÷ right` rounded once to `digits` decimals; division by zero behaves as with doubles. */
export function divideTo(left: number, right: number, digits: number, rounding: Rounding): number {
  if (!Number.isFinite(left) || !Number.isFinite(right) || right === 0) return left / right;
  const a = toDecimal(left);
  const b = toDecimal(right);
  const numerator = a.units * 10n ** BigInt(b.scale + digits);
  const denominator = b.units * 10n ** BigInt(a.scale);
  const flip = denominator < 0n;
  return fromUnits(divideUnits(flip ? -numerator : numerator, flip ? -denominator : denominator, rounding), digits);
}
