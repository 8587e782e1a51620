import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEnough } from '#src/auction/floors/enforce.ts';
import { roundTo, toDecimal, unitsAt } from '#src/auction/pricing/decimal.ts';
import { runs } from './runs.ts';

const rounding = fc.constantFrom('half-away' as const, 'half-even' as const, 'floor' as const, 'ceil' as const);
const digits = fc.integer({ min: 0, max: 10 });
const prices = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), digits).map(([units, scale]) => Number(`${units}e-${scale}`)),
);
const exact = (price: number, places: number, by: 'half-away' | 'half-even' | 'floor' | 'ceil'): number =>
  Number(`${unitsAt(toDecimal(price), places, by)}e-${places}`);

describe('prices as decimals', () => {
  it('a rounded price is that of its shortest decimal', () => {
    fc.assert(
      fc.property(prices, digits, rounding, (price, places, by) => {
        expect(roundTo(price, places, by) + 0).toBe(exact(price, places, by) + 0);
      }),
      runs(2000),
    );
  });

  it('a price is enough for a floor exactly if it is as a decimal of ten digits', () => {
    const noise = fc.constantFrom(0, 1e-16, -1e-16, 4e-11, -4e-11, 6e-11, -6e-11, 1e-10, -1e-10, 1e-9, -1e-9);
    const near = fc.tuple(prices, noise).map(([price, more]) => [price, price + more] as const);
    fc.assert(
      fc.property(fc.oneof(near, fc.tuple(prices, prices)), ([price, floor]) => {
        expect(isEnough(price, floor)).toBe(exact(price, 10, 'half-even') >= exact(floor, 10, 'half-even'));
      }),
      runs(2000),
    );
  });
});
