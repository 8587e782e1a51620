import { afterEach, describe, expect, test } from 'vitest';
import { STAGES } from '#machines/lifecycle.ts';
import { RollupMetrics } from '#src/metrics/rollups/rollup-metrics.ts';
import { TopKeys } from '#src/metrics/rollups/top-keys.ts';
import { DurationHistogram, mergeDurations, percentileIn } from '#src/platform/duration-histogram.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { formatMetrics, mergeSnapshots } from '#src/platform/metrics-format.ts';
import type { PeerMessage, WorkerPeers } from '#src/platform/peers.ts';
import { countEnded } from '#src/rollups/count-ended.ts';
import { EventBus } from '#streams/events.ts';
import { startRollupMetrics } from '#streams/rollup-metrics.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const request = { ...validRequest(['alpha']), device: { geo: { country: 'DEU' } } };
const INTERVAL_MS = 60_000;

/** The workers of a host; messages arrive at once. */
function workersOf(count: number): WorkerPeers[] {
  const listeners = Array.from({ length: count }, () => (_message: PeerMessage): void => {});
  return listeners.map((_, own) => ({
    singleProcess: false,
    broadcast: (message) => {
      for (const [other, listener] of listeners.entries()) if (other !== own) listener(message);
    },
    listen: (listener) => {
      listeners[own] = listener;
      return () => {};
    },
  }));
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Worker {
  readonly metrics: MetricsRegistry;
  readonly clock: WoundClock;
  /** Ends an auction of this account that waited this long for bidders. */
  readonly ended: (account: string, waitedMs?: number) => void;
}

function startWorker(top: number, peers: WorkerPeers, clock: WoundClock, worker = '1'): Worker {
  const [bus, metrics] = [new EventBus(), new MetricsRegistry()];
  ends.push(startRollupMetrics({ top, interval_ms: INTERVAL_MS }, { bus, clock, metrics, peers, worker }));
  const ended = (accountId: string, waitedMs = 10): void => {
    const auction = anAuction(services, request, {
      accountId,
      tasks: [aTask('alpha', request)],
      outcomes: [{ bidder: 'alpha', kind: 'timeout', ms: waitedMs, calls: [] }],
      timeline: [{ state: 'collect', atUs: 0, tookUs: waitedMs * 1000 }],
    });
    bus.publish({ v: 1, kind: 'auction', at: 0, account: accountId, data: { auction, tookMs: waitedMs } });
  };
  return { metrics, clock, ended };
}

const alone = (top: number): Worker => startWorker(top, { singleProcess: true, broadcast() {}, listen: () => () => {} }, new WoundClock());

/** key → value of a counter in one dimension. */
const counted = ({ metrics }: Worker, name: string, by: string): { [key: string]: unknown } =>
  Object.fromEntries(
    (metrics.read().find((family) => family.name === name)?.series ?? [])
      .filter(({ labels }) => labels['by'] === by)
      .map(({ labels, value }) => [labels['key'], value]),
  );

describe('rollups as metrics', () => {
  test('count every auction by account, bidder, media type and country', () => {
    const worker = alone(5);
    worker.ended('a');
    worker.ended('a');
    worker.ended('b');
    expect(counted(worker, 'rollup_auctions', 'account')).toEqual({ a: 2, b: 1 });
    expect(counted(worker, 'rollup_timeouts', 'bidder')).toEqual({ alpha: 3 });
    expect(counted(worker, 'rollup_auctions', 'media_type')).toEqual({ banner: 3 });
    expect(counted(worker, 'rollup_auctions', 'country')).toEqual({ DEU: 3 });
  });

  test('have quantiles, sum and number of the time in each state by account', () => {
    const worker = alone(5);
    for (const waitedMs of [10, 10, 10, 200]) worker.ended('a', waitedMs);
    const lines = formatMetrics(worker.metrics.read()).split('\n');
    expect(lines.filter((line) => line.includes('rollup_state_seconds'))).toEqual([
      '# HELP rollup_state_seconds Time of auctions in a state; quantiles of the last minutes.',
      '# TYPE rollup_state_seconds summary',
      'rollup_state_seconds{quantile="0.5",account="a",state="collect"} 0.009984',
      'rollup_state_seconds{quantile="0.95",account="a",state="collect"} 0.200704',
      'rollup_state_seconds{quantile="0.99",account="a",state="collect"} 0.200704',
      'rollup_state_seconds_sum{account="a",state="collect"} 0.23',
      'rollup_state_seconds_count{account="a",state="collect"} 4',
    ]);
  });

  test('forget the durations of earlier intervals, but not their sum and number', () => {
    const worker = alone(5);
    worker.ended('a', 1000);
    worker.clock.wind(2 * INTERVAL_MS);
    worker.ended('a', 10);
    const [series] = worker.metrics.read().find(({ name }) => name === 'rollup_state_seconds')?.series ?? [];
    expect(series?.value).toEqual({ buckets: [[211, 1]], sum: 1_010_000, count: 2 });
  });

  test('name the busiest accounts only, and count all others together', () => {
    const worker = alone(2);
    for (const account of ['made-up-1', 'made-up-2', 'real', 'real', 'real', 'other']) worker.ended(account);
    expect(counted(worker, 'rollup_auctions', 'account')).toEqual({ 'made-up-1': 1, 'made-up-2': 1, other: 4 });
    worker.clock.wind(INTERVAL_MS);
    worker.ended('real');
    worker.ended('made-up-1');
    expect(counted(worker, 'rollup_auctions', 'account')).toEqual({ 'made-up-1': 2, real: 1, other: 4 });
  });

  test('of several workers name the same accounts', () => {
    const clock = new WoundClock();
    const [first, second] = workersOf(2).map((peers, index) => startWorker(1, peers, clock, String(index)));
    if (!first || !second) throw new Error('no workers');
    for (const account of ['x', 'busy']) first.ended(account);
    for (const account of ['y', 'busy', 'busy', 'busy']) second.ended(account);
    clock.wind(2 * INTERVAL_MS);
    for (const worker of [first, second]) for (let i = 0; i < 5; i++) worker.ended('busy');
    clock.wind(INTERVAL_MS);
    for (const worker of [first, second]) worker.ended('busy');
    expect([first, second].map((worker) => Object.keys(counted(worker, 'rollup_auctions', 'account')))).toEqual([
      ['busy', 'other'],
      ['busy', 'other'],
    ]);
  });

  test('of several workers have the quantiles of all their auctions, not an average of quantiles', () => {
    const [fast, slow] = [alone(5), alone(5)];
    const union = new DurationHistogram();
    for (let i = 0; i < 97; i++) {
      fast.ended('a', 10);
      union.record(10_000);
    }
    for (let i = 0; i < 3; i++) {
      slow.ended('a', 1000);
      union.record(1_000_000);
    }
    const merged = mergeSnapshots([
      { worker: '1', families: fast.metrics.read() },
      { worker: '2', families: slow.metrics.read() },
    ]);
    const text = formatMetrics(merged);
    for (const quantile of [0.5, 0.95, 0.99])
      expect(text).toContain(
        `rollup_state_seconds{quantile="${quantile}",account="a",state="collect"} ${percentileIn(union.snapshot(), quantile) / 1_000_000}\n`,
      );
    expect(text).toContain('rollup_state_seconds_count{account="a",state="collect"} 100\n');
  });
});

describe('merged durations', () => {
  test('are those of all values', () => {
    const [first, second, all] = [new DurationHistogram(), new DurationHistogram(), new DurationHistogram()];
    for (let i = 1; i <= 500; i++) {
      (i % 3 === 0 ? first : second).record(i * 37);
      all.record(i * 37);
    }
    const merged = mergeDurations([first.snapshot(), second.snapshot()]);
    expect(merged).toEqual(all.snapshot());
  });
});

describe('the busiest keys', () => {
  test('are the accounts with most auctions, however many states these passed', () => {
    const rollups = new RollupMetrics(1);
    const ended = (accountId: string, states: readonly string[]): void => {
      const timeline = states.map((state) => ({ state, atUs: 0, tookUs: 1 }));
      countEnded(rollups, { auction: anAuction(services, request, { accountId, timeline }), tookMs: 1 });
    };
    ended('first', ['validate']);
    ended('long', [...STAGES]);
    for (let i = 0; i < 3; i++) ended('busy', ['validate']);
    expect(rollups.activity().account).toEqual([
      ['busy', 3],
      ['first', 1],
    ]);
    rollups.rotate([]);
    ended('busy', []);
    expect(rollups.activity().account).toEqual([['busy', 1]]);
  });

  test('keep their values while others are not much busier', () => {
    const keys = new TopKeys(1, () => ({ count: 0 }));
    keys.at('a').count++;
    for (let i = 0; i < 2; i++) keys.at('b');
    keys.choose([]);
    expect([...keys.entries()]).toEqual([
      ['a', { count: 1 }],
      ['other', { count: 0 }],
    ]);
  });
});
