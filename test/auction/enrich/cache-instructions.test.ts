import { describe, expect, test } from 'vitest';
import { cacheInstructions, NO_CACHING, returnsCreatives } from '#src/auction/enrich/cache-instructions.ts';

describe('cacheInstructions', () => {
  test('caches nothing if nothing is requested or the account forbids it', () => {
    expect(cacheInstructions(undefined, true, false)).toBe(NO_CACHING);
    expect(cacheInstructions(null, true, false)).toBe(NO_CACHING);
    expect(cacheInstructions({ bids: {} }, false, false)).toBe(NO_CACHING);
  });

  test('reads both fields with their lifetimes', () => {
    const cache = { bids: { ttlseconds: 60, returnCreative: false }, vastxml: { ttlseconds: 90 }, winningonly: true };
    expect(cacheInstructions(cache, true, false)).toEqual({
      bids: true,
      vast: true,
      returnBids: false,
      winningOnly: true,
      bidsTtlSeconds: 60,
      vastTtlSeconds: 90,
    });
  });

  test('uses the host default for winning bids if the request has none', () => {
    expect(cacheInstructions({ vastxml: {} }, true, true).winningOnly).toBe(true);
    expect(cacheInstructions({ vastxml: {}, winningonly: false }, true, true).winningOnly).toBe(false);
  });
});

test('creatives are returned unless every given value of returnCreative is false', () => {
  const no = { returnCreative: false };
  expect(returnsCreatives(NO_CACHING)).toBe(true);
  expect(returnsCreatives(cacheInstructions({ bids: no }, true, false))).toBe(false);
  expect(returnsCreatives(cacheInstructions({ vastxml: no }, true, false))).toBe(false);
  expect(returnsCreatives(cacheInstructions({ bids: no, vastxml: {} }, true, false))).toBe(false);
  expect(returnsCreatives(cacheInstructions({ bids: {}, vastxml: no }, true, false))).toBe(false);
  expect(returnsCreatives(cacheInstructions({ bids: no, vastxml: { returnCreative: true } }, true, false))).toBe(true);
  expect(returnsCreatives(cacheInstructions({ bids: {}, vastxml: {} }, true, false))).toBe(true);
  expect(returnsCreatives(cacheInstructions({ bids: no, vastxml: no }, true, false))).toBe(false);
});
