/** The short form of the attack by broken bidders; `npm run chaos` has the others, whose figures need a quiet machine. */
import { expect, test } from 'vitest';
import { bidders } from '../../bench/chaos/bidders.ts';

test('an auction with any kind of broken bidder still has the bid of the good one', { timeout: 60_000 }, async () => {
  const checks = await bidders();
  expect(checks.length).toBeGreaterThan(70);
  expect(checks.filter(({ passed }) => !passed)).toEqual([]);
});
