import { describe, expect, test } from 'vitest';
import { auctionTimeout, capTmax } from '#src/auction/enrich/deadline.ts';
import { hostSchema } from '#src/config/schema.ts';
import { dialects } from '#test/helpers/dialects.ts';

const host = (settings: object) => hostSchema.parse(settings);

describe('auctionTimeout', () => {
  test.each([
    [0, { default: 0, max: 0 }, 0],
    [0, { default: 15, max: 20 }, 15],
    [0, { default: 0, max: 10 }, 10],
    [15, { default: 0, max: 10 }, 10],
    [5, { default: 7, max: 10 }, 5],
  ])('computes %d under %j: %d', (tmax, limits, wanted) => expect(auctionTimeout(tmax, limits)).toBe(wanted));
});

test('the Java variant always has a time limit', () => {
  expect([capTmax(300, 200), capTmax(undefined, 200), capTmax(null, 200), capTmax(0, 200)]).toEqual([200, 200, 200, 0]);
});

describe('the remaining time of a request', () => {
  test('sets the default for an absent time and limits nothing in the Go variant', () => {
    const { tmax } = dialects.go.enrich;
    const config = host({ tmax_default: 900, auction_timeouts_ms: { default: 0, max: 100 } });
    expect([tmax(0, config), tmax(undefined, config), tmax(500, config)]).toEqual([900, 900, 500]);
    expect(tmax(0, host({}))).toBeUndefined();
  });

  test('limits in the Java variant and treats zero as absent', () => {
    const { tmax } = dialects.java.enrich;
    const config = host({ auction: { biddertmax: { max: 800 } } });
    expect([tmax(0, config), tmax(undefined, config), tmax(900, config)]).toEqual([800, 800, 800]);
  });
});

test('an auction has no time limit if none is set', () => {
  expect(dialects.go.enrich.timeLimit(undefined, host({}))).toBeUndefined();
  expect(dialects.go.enrich.timeLimit(700, host({ auction_timeouts_ms: { default: 0, max: 600 } }))).toBe(600);
  expect(dialects.java.enrich.timeLimit(700, host({}))).toBe(700);
});
