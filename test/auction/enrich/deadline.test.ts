import { describe, expect, test } from 'vitest';
import { auctionTimeout, capTmax, effectiveTmax, timeLimit } from '#src/auction/enrich/deadline.ts';
import { hostSchema } from '#src/config/schema.ts';

const host = (settings: object) => hostSchema.parse(settings);

describe('auctionTimeout', () => {
  test.each([
    [0, { default: 0, max: 0 }, 0],
    [0, { default: 15, max: 20 }, 15],
    [0, { default: 0, max: 10 }, 10],
    [15, { default: 0, max: 10 }, 10],
    [5, { default: 7, max: 10 }, 5],
  ])('makes of %d under %j: %d', (tmax, limits, wanted) => expect(auctionTimeout(tmax, limits)).toBe(wanted));
});

test('caps the time of the Java variant, which always has one', () => {
  expect([capTmax(300, 200), capTmax(undefined, 200), capTmax(null, 200), capTmax(0, 200)]).toEqual([200, 200, 200, 0]);
});

describe('effectiveTmax', () => {
  test('fills an absent time with the default and caps nothing in the Go variant', () => {
    const config = host({ tmax_default: 900, auction_timeouts_ms: { default: 0, max: 100 } });
    expect([effectiveTmax(0, config), effectiveTmax(undefined, config), effectiveTmax(500, config)]).toEqual([900, 900, 500]);
    expect(effectiveTmax(0, host({}))).toBeUndefined();
  });

  test('caps in the Java variant and takes zero for absent', () => {
    const config = host({ variant: 'java', auction: { biddertmax: { max: 800 } } });
    expect([effectiveTmax(0, config), effectiveTmax(undefined, config), effectiveTmax(900, config)]).toEqual([800, 800, 800]);
  });
});

test('has no time limit where nobody sets one', () => {
  expect(timeLimit(undefined, host({}))).toBeUndefined();
  expect(timeLimit(700, host({ auction_timeouts_ms: { default: 0, max: 600 } }))).toBe(600);
  expect(timeLimit(700, host({ variant: 'java' }))).toBe(700);
});
