import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bucketTable, exactBucket, priceBucket } from '#src/auction/pricing/price-bucket.ts';
import type { PriceGranularity } from '#src/openrtb/ext.ts';
import { runs } from './runs.ts';

const cents = (max: number) => fc.integer({ min: 1, max }).map((units) => units / 100);

/** Ordered ranges with sensible increments. */
const granularity: fc.Arbitrary<PriceGranularity> = fc
  .record({
    precision: fc.integer({ min: 2, max: 6 }),
    steps: fc.array(fc.record({ width: fc.integer({ min: 1, max: 2000 }), increment: cents(300) }), { minLength: 1, maxLength: 4 }),
  })
  .map(({ precision, steps }) => {
    let units = 0;
    return {
      precision,
      ranges: steps.map(({ width, increment }) => {
        units += width;
        return { max: units / 100, increment };
      }),
    };
  });

const price = fc.oneof(
  cents(10_000),
  fc.double({ min: 0, max: 60, noNaN: true }),
  fc.integer({ min: 0, max: 10_000_000 }).map((units) => units / 100_000),
);
const rounding = fc.constantFrom('down', 'up', 'true');

describe('price buckets', () => {
  it('are monotone in the price when rounding down', () => {
    fc.assert(
      fc.property(granularity, price, price, (table, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((cpm) =>
          Number(priceBucket(cpm, bucketTable(table), 'down', 'half-away')),
        );
        expect(low).toBeLessThanOrEqual(high ?? Number.NaN);
      }),
    );
  });

  it('never exceed the price and are never a full increment below it, up to the last range', () => {
    fc.assert(
      fc.property(granularity, price, (table, cpm) => {
        const range = table.ranges?.find(({ max }) => cpm <= max);
        const bucket = Number(priceBucket(cpm, bucketTable(table), 'down', 'half-away'));
        if (!range) expect(bucket).toBe(table.ranges?.at(-1)?.max);
        else {
          expect(bucket).toBeLessThanOrEqual(cpm);
          expect(cpm - bucket).toBeLessThan(range.increment + 1e-9);
        }
      }),
    );
  });

  it('are equal in doubles and in big integers', () => {
    fc.assert(
      fc.property(granularity, price, rounding, (table, cpm, mode) => {
        expect(priceBucket(cpm, bucketTable(table), mode, 'half-away')).toBe(exactBucket(cpm, bucketTable(table), mode, 'half-away'));
      }),
      runs(300),
    );
  });

  it('of a multiple of the increment are that price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), (tenths) => {
        const medium = { precision: 2, ranges: [{ max: 20, increment: 0.1 }] };
        expect(priceBucket(tenths / 10, bucketTable(medium), 'down', 'half-away')).toBe((tenths / 10).toFixed(2));
      }),
    );
  });
});
