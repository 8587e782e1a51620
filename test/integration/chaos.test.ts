/** Short forms of the attacks of `npm run chaos`: they assert counts and statuses; figures need a quiet machine. */
import { expect, test } from 'vitest';
import { bidders } from '../../bench/chaos/bidders.ts';
import { openLoadedHost } from '../../bench/chaos/loaded-host.ts';
import { ANY } from '../../bench/cores.ts';

test('an auction with any kind of broken bidder still has the bid of the good one', async () => {
  const checks = await bidders();
  expect(checks.length).toBeGreaterThan(70);
  expect(checks.filter(({ passed }) => passed === false)).toEqual([]);
});

test('under overload every request gets 200, or 503 with Retry-After, and afterwards the host serves all', async () => {
  const host = await openLoadedHost(ANY);
  // The first auctions of a process are not rejected.
  const steady = await host.load({ perSecond: 30, seconds: 1 });
  expect([steady.rejected, steady.failed, steady.admitted]).toEqual([0, 0, steady.sent]);
  const { sent, admitted, rejected, failed, withoutRetryAfter } = await host.load({ perSecond: 1500, seconds: 1 });
  expect([failed, withoutRetryAfter, admitted + rejected]).toEqual([0, 0, sent]);
  const afterwards = async (): Promise<number[]> => {
    const after = await host.load({ atOnce: 1, seconds: 0.5 });
    return [after.rejected, after.failed, after.sent - after.admitted];
  };
  await expect.poll(afterwards).toEqual([0, 0, 0]);
  await host.close();
});
