import { describe, expect, it } from 'vitest';
import { type BucketRounding, bucketTable, exactBucket, priceBucket } from '#src/auction/pricing/price-bucket.ts';
import { bucketOf, bucketValue } from '#src/auction/target/bid-bucket.ts';
import type { PriceGranularity, PriceRange } from '#src/openrtb/ext.ts';
import { mediumGranularity } from '#src/openrtb/granularity.ts';
import { aBid, targetingSettings } from '#test/helpers/bids.ts';
import { dialects } from '#test/helpers/dialects.ts';

const of = (price: number, ranges: readonly PriceRange[], precision = 2, rounding: BucketRounding = 'down'): string =>
  priceBucket(price, bucketTable({ precision, ranges: [...ranges] }), rounding, 'half-away');
const tenths = [{ max: 20, increment: 0.1 }];
const uneven = [
  { max: 1.5, increment: 1 },
  { max: 10, increment: 1.2 },
];

describe('a price bucket', () => {
  it('equals a manual calculation', () => {
    expect([0, 0.3, 0.7, 1.1, 1.2, 2.3, 19.99].map((price) => of(price, tenths))).toEqual([
      '0.00',
      '0.30',
      '0.70',
      '1.10',
      '1.20',
      '2.30',
      '19.90',
    ]);
  });

  it('is the last max for every price above it', () => {
    expect([20, 20.01, 1e9, Number.MAX_VALUE, Number.POSITIVE_INFINITY].map((price) => of(price, tenths))).toEqual(Array(5).fill('20.00'));
  });

  it('uses the first range that reaches the price', () => {
    expect([1.5, 1.87, 5.72, 10].map((price) => of(price, uneven))).toEqual(['1.00', '1.50', '5.10', '9.90']);
  });

  it('rounds as the account configures', () => {
    const auto = [{ max: 5, increment: 0.05 }];
    const modes = ['down', 'true', 'up'] as const;
    expect(modes.map((mode) => of(1.87, auto, 2, mode))).toEqual(['1.85', '1.85', '1.90']);
    expect(modes.map((mode) => of(1.875, auto, 2, mode))).toEqual(['1.85', '1.90', '1.90']);
    expect(modes.map((mode) => of(1.85, auto, 2, mode))).toEqual(['1.85', '1.85', '1.85']);
    expect(modes.map((mode) => of(1.850000000001, auto, 2, mode))).toEqual(['1.85', '1.85', '1.90']);
  });

  it('has the requested number of decimals', () => {
    const range = [{ max: 5, increment: 0.05 }];
    expect([0, 1, 5, 15, -1].map((precision) => of(1.876, range, precision))).toEqual(['2', '1.9', '1.85000', '1.850000000000000', '1.85']);
    expect(priceBucket(1.5, bucketTable({ ranges: range }), 'down', 'half-away')).toBe('1.50');
    expect(of(1, range, 1e9)).toHaveLength(22);
  });

  it('is empty if no range contains the price', () => {
    expect([of(-1, tenths), of(Number.NaN, tenths), of(1, []), of(1, [{ min: 2, max: 5, increment: 1 }])]).toEqual(['', '', '', '']);
    expect([of(1, [{ max: 5, increment: 0 }]), of(1, [{ max: 5 } as PriceRange])]).toEqual(['', '']);
  });

  it('is correct for tables that doubles cannot hold', () => {
    const long = [{ max: 1e20, increment: 0.1 }];
    const fine = [{ max: 1, increment: 1e-13 }];
    expect([of(0.35, long), of(2e20, long), of(-1, long), of(0.5, fine, 14)]).toEqual([
      '0.30',
      `1${'0'.repeat(20)}.00`,
      '',
      '0.50000000000000',
    ]);
    expect([of(1, [{ max: 1e20, increment: 0 }]), of(1.234, long, -1), of(1, [{ max: 5, increment: Number.NaN }])]).toEqual([
      '',
      '1.2',
      '',
    ]);
    expect(exactBucket(2, bucketTable({ ranges: [{ min: 3, max: 5, increment: 1 }] }), 'up', 'half-away')).toBe('');
  });

  it('is correct for prices with many digits', () => {
    expect([0.1 + 0.2, 0.29999999999999993, 19.999999999999996].map((price) => of(price, tenths))).toEqual(['0.30', '0.20', '19.90']);
  });
});

describe('the bucket of a bid', () => {
  const settings = targetingSettings({
    priceGranularity: mediumGranularity(),
    mediaTypePriceGranularity: { video: { precision: 0, ranges: [{ max: 20, increment: 5 }] } satisfies PriceGranularity },
  });
  const bucket = (bid: Parameters<typeof bucketOf>[0], rounding = 'down', draw = () => 0) =>
    bucketOf(bid, settings, rounding, draw, dialects.go.prices);

  it('is 0.0 for free bids and has separators of thousands in the Java variant', () => {
    const priceGranularity = { precision: 2, ranges: [{ max: 5_000_000, increment: 0.5 }] };
    const shown = ({ prices }: (typeof dialects)['go']): string[] =>
      [0, 999.7, 1234.7, 1_234_567.5].map((price) =>
        bucketOf(aBid({ price }), targetingSettings({ priceGranularity }), 'down', () => 0, prices),
      );
    expect(shown(dialects.java)).toEqual(['0.0', '999.50', '1,234.50', '1,234,567.50']);
    expect(shown(dialects.go)).toEqual(['0.00', '999.50', '1234.50', '1234567.50']);
    expect(shown(dialects.java).map(bucketValue)).toEqual([0, 999.5, 1234.5, 1_234_567.5]);
  });

  it('has a separator of thousands in the Java variant if only the rounded price reaches a thousand', () => {
    const priceGranularity = { precision: 2, ranges: [{ max: 5000, increment: 0.5 }] };
    const settings = targetingSettings({ priceGranularity });
    expect(bucketOf(aBid({ price: 999.7 }), settings, 'up', () => 0, dialects.java.prices)).toBe('1,000.00');
    const withoutDecimals = targetingSettings({ priceGranularity: { ...priceGranularity, precision: 0 } });
    expect(bucketOf(aBid({ price: 999.7 }), withoutDecimals, 'up', () => 0, dialects.java.prices)).toBe('1,000');
  });

  it('with more decimals than the precision is rounded, in the Java variant always down', () => {
    const increments = [0.05, 0.000_000_000_000_05];
    const rounded = ({ prices }: (typeof dialects)['go']): string[] =>
      increments.flatMap((increment) =>
        [0, 1].map((precision) => {
          const priceGranularity = { precision, ranges: [{ max: 5, increment }] };
          return bucketOf(aBid({ price: 1.876 }), targetingSettings({ priceGranularity }), 'down', () => 0, prices);
        }),
      );
    expect(rounded(dialects.java)).toEqual(['1', '1.8', '1', '1.8']);
    expect(rounded(dialects.go)).toEqual(['2', '1.9', '2', '1.9']);
  });

  it("uses the bid's own type, in the Java variant its adapter's", () => {
    expect(bucket(aBid({ price: 7, mtype: 2 }, { type: 'banner' }))).toBe('5');
    expect(bucket(aBid({ price: 7, mtype: 1 }, { type: 'video' }))).toBe('7.00');
    expect(bucket(aBid({ price: 7, ext: { srv: { type: 'video' } } }))).toBe('5');
    expect(bucket(aBid({ price: 7, ext: { srv: { type: '__proto__' } } }, { type: 'video' }))).toBe('7.00');
    expect([bucket(aBid({ price: 7 }, { type: '' })), bucket(aBid({ price: 7 }, { type: 'video' }))]).toEqual(['7.00', '7.00']);
    const isJava = (bid: Parameters<typeof bucketOf>[0]) => bucketOf(bid, settings, 'down', () => 0, dialects.java.prices);
    expect([isJava(aBid({ price: 7 }, { type: 'video' })), isJava(aBid({ price: 7, mtype: 2 }))]).toEqual(['5', '7.00']);
  });

  it('is randomly rounded either way if the account configures it', () => {
    const bid = aBid({ price: 1.23 });
    expect([bucket(bid, 'timesplit', () => 0.49), bucket(bid, 'timesplit', () => 0.5)]).toEqual(['1.20', '1.30']);
    expect([bucket(bid, 'true'), bucket(bid, 'up'), bucket(bid, 'nonsense')]).toEqual(['1.20', '1.30', '1.20']);
  });
});
