import { describe, expect, test } from 'vitest';
import { auctionKey, isSampled, shareOf } from '#src/analytics/sampling.ts';

describe('sampling', () => {
  test('distributes similar keys over the complete range', () => {
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i++) {
      const tenth = Math.floor(shareOf(`request-${i}`) * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  test('decides consistently per key, and includes more with a greater share', () => {
    const keys = Array.from({ length: 100 }, (_, i) => auctionKey(`r${i}`, 1));
    const at = (share: number): string[] => keys.filter((key) => isSampled(share, key));
    expect(at(0.3)).toEqual(at(0.3));
    expect(at(0.6)).toEqual(expect.arrayContaining(at(0.3)));
    expect([at(0).length, at(1).length]).toEqual([0, 100]);
  });
});
