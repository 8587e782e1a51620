/** How the console adds up rollups of several intervals and processes. */
import { expect, test } from 'vitest';
import { RollupCollector } from '#src/rollups/collector.ts';
import { countEnded } from '#src/rollups/count-ended.ts';
import { anAuction, validRequest } from '#test/helpers/auction.ts';
import { testServices } from '#test/helpers/services.ts';

interface Merged {
  readonly auctions: number;
  readonly latency: { readonly p50: number; readonly p95: number; readonly p99: number };
}

/** The console's script, as far as this test needs it. */
interface ConsoleScript {
  readonly mergeTotals: (rollups: readonly unknown[]) => Merged;
  readonly mergeStates: (rollups: readonly unknown[]) => readonly { state: string; count: number; p50: number }[];
}

const { mergeTotals, mergeStates } = (await import(
  new URL('../../src/admin/console/merge-rollups.js', import.meta.url).href
)) as ConsoleScript;

const services = testServices();
const request = validRequest(['alpha']);

/** The rollup of a process whose auctions took this long, ms. */
function rollupOf(...durations: readonly number[]): unknown {
  const collector = new RollupCollector({ max_keys: 10, top: 5 }, 0);
  for (const tookMs of durations) {
    const timeline = [{ state: 'collect', atUs: 0, tookUs: tookMs * 1000 }];
    countEnded(collector, { auction: anAuction(services, request, { timeline }), tookMs });
  }
  return collector.take(1000);
}

test('percentiles of several rollups are those of all their auctions, not of the slowest rollup', () => {
  const quick = rollupOf(...Array.from({ length: 98 }, () => 10));
  const slow = rollupOf(1000, 1000);
  const { auctions, latency } = mergeTotals([quick, slow]);
  expect([auctions, latency]).toEqual([100, { p50: 9.984, p95: 9.984, p99: 999.424 }]);
  expect(mergeStates([slow, quick])).toEqual([expect.objectContaining({ state: 'collect', count: 100, p50: 9.984 })]);
});
