import { describe, expect, it } from 'vitest';
import { divideTo, divideUnits, multiplyTo, roundTo, toDecimal, unitsAt, withoutNoise } from '#src/auction/pricing/decimal.ts';

describe('decimals', () => {
  it('reads a double as the shortest decimal that identifies it', () => {
    expect(toDecimal(0.3)).toEqual({ units: 3n, scale: 1 });
    expect(toDecimal(-12.75)).toEqual({ units: -1275n, scale: 2 });
    expect(toDecimal(1.5e-7)).toEqual({ units: 15n, scale: 8 });
    expect(toDecimal(1e21)).toEqual({ units: 10n ** 21n, scale: 0 });
  });

  it('rounds ties away from zero or to the even digit', () => {
    expect([roundTo(0.00005, 4, 'half-away'), roundTo(-0.00005, 4, 'half-away')]).toEqual([0.0001, -0.0001]);
    expect([roundTo(0.00005, 4, 'half-even'), roundTo(0.00015, 4, 'half-even')]).toEqual([0, 0.0002]);
    expect([roundTo(1.005, 2, 'half-away'), roundTo(8.08687, 4, 'half-away')]).toEqual([1.01, 8.0869]);
  });

  it('rounds down and up for either sign', () => {
    expect([roundTo(1.29, 1, 'floor'), roundTo(-1.21, 1, 'floor')]).toEqual([1.2, -1.3]);
    expect([roundTo(1.21, 1, 'ceil'), roundTo(-1.29, 1, 'ceil')]).toEqual([1.3, -1.2]);
  });

  it('leaves non-finite values unchanged', () => {
    expect(roundTo(Number.NaN, 2, 'floor')).toBeNaN();
    expect(roundTo(Number.POSITIVE_INFINITY, 2, 'floor')).toBe(Number.POSITIVE_INFINITY);
    expect(multiplyTo(Number.POSITIVE_INFINITY, 2, 2, 'floor')).toBe(Number.POSITIVE_INFINITY);
    expect(divideTo(1, 0, 2, 'floor')).toBe(Number.POSITIVE_INFINITY);
  });

  it('multiplies and divides without binary errors', () => {
    expect(multiplyTo(6.5, 1.2921189026, 3, 'half-even')).toBe(8.399);
    expect(divideTo(2, 0.5, 4, 'half-even')).toBe(4);
    expect(divideTo(1, -3, 4, 'half-even')).toBe(-0.3333);
  });

  it('removes binary rounding errors', () => {
    expect([withoutNoise(5 * 0.9 * 1.2), withoutNoise(0.1 + 0.2), withoutNoise(1 / 3)]).toEqual([5.4, 0.3, 0.333333333333333]);
  });

  it('counts steps of an increment', () => {
    expect(divideUnits(unitsAt(toDecimal(0.3), 2, 'floor'), unitsAt(toDecimal(0.1), 2, 'floor'), 'floor')).toBe(3n);
  });
});
