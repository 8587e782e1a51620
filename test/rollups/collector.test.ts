import { describe, expect, test } from 'vitest';
import { DurationHistogram, percentileIn } from '#src/platform/duration-histogram.ts';
import { RollupCollector } from '#src/rollups/collector.ts';
import { countEnded, countWin } from '#src/rollups/count-ended.ts';
import { Dimension } from '#src/rollups/dimension.ts';
import { EventBus } from '#streams/events.ts';
import { rollups } from '#streams/rollups.ts';
import { anAuction, aTask, validRequest } from '#test/helpers/auction.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { testServices } from '#test/helpers/services.ts';

const services = testServices();
const request = { ...validRequest(['alpha']), device: { geo: { country: 'DEU' } } };
const LIMITS = { max_keys: 10, top: 5 };

const ended = (tookMs: number, accountId = 'a') => ({
  auction: anAuction(services, request, {
    accountId,
    tasks: [aTask('alpha', request)],
    outcomes: [{ bidder: 'alpha', kind: 'timeout', ms: tookMs, calls: [] }],
    timeline: [{ state: 'collect', atUs: 0, tookUs: tookMs * 1000 }],
  }),
  tookMs,
});

describe('a histogram', () => {
  test('gives percentiles within 6 % for durations of a microsecond to two minutes', () => {
    for (const scale of [1, 37, 1000, 100_000]) {
      const histogram = new DurationHistogram();
      for (let i = 1; i <= 1000; i++) histogram.record(i * scale);
      for (const share of [0.5, 0.95, 0.99])
        expect(Math.abs(percentileIn(histogram.snapshot(), share) / (1000 * share * scale) - 1)).toBeLessThan(0.06);
    }
  });

  test('accepts any duration, and is zero without any', () => {
    const histogram = new DurationHistogram();
    expect(percentileIn(histogram.snapshot(), 0.99)).toBe(0);
    for (const micros of [-1, 0, 0.2, 1e12]) histogram.record(micros);
    expect([histogram.count, percentileIn(histogram.snapshot(), 0.5)]).toEqual([4, 1.03125]);
  });

  test('is empty again once it is cleared', () => {
    const histogram = new DurationHistogram();
    histogram.record(1000);
    histogram.clear();
    expect(histogram.snapshot()).toEqual({ buckets: [], sum: 0, count: 0 });
  });
});

describe('a dimension', () => {
  test('counts keys beyond its limit as other, and loses no count', () => {
    const accounts = new Dimension({ max_keys: 3, top: 2 });
    for (const key of ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'e']) accounts.at(key).counts.auctions++;
    expect(accounts.size).toBe(4);
    expect(accounts.take().map(({ key, auctions }) => [key, auctions])).toEqual([
      ['c', 3],
      ['b', 2],
      ['other', 3],
    ]);
  });

  test('reports the durations of further keys together: percentiles of other are those of all its auctions', () => {
    const accounts = new Dimension({ max_keys: 10, top: 1 });
    for (const [key, count, micros] of [
      ['a', 9, 1000],
      ['slow', 1, 500_000],
      ['quick', 3, 2000],
    ] as const) {
      for (let i = 0; i < count; i++) {
        accounts.at(key).counts.auctions++;
        accounts.at(key).durations.record(micros);
      }
    }
    const other = accounts.take().find(({ key }) => key === 'other');
    const histogram = [
      [2.016, 3],
      [499.712, 1],
    ];
    expect(other?.latency).toEqual({ p50: 2.016, p95: 499.712, p99: 499.712, histogram });
  });

  test('keeps a place for the busiest keys, whatever comes first in the next interval', () => {
    const accounts = new Dimension({ max_keys: 3, top: 2 });
    for (const key of ['real', 'real']) accounts.at(key).counts.auctions++;
    accounts.take();
    for (const key of ['x1', 'x2', 'x3', 'x4', 'real']) accounts.at(key).counts.auctions++;
    expect(accounts.take().find(({ key }) => key === 'real')?.auctions).toBe(1);
  });
});

describe('rollups', () => {
  test('count every auction by account, bidder, media type, country and state', () => {
    const collector = new RollupCollector(LIMITS, 1000);
    countEnded(collector, ended(10));
    countEnded(collector, ended(10, 'b'));
    countWin(collector, 'a', 'alpha');
    const rollup = collector.take(2000);
    expect(rollup).toMatchObject({ from: 1000, to: 2000, since: 1000, sum: { auctions: 2, calls: 2, timeouts: 2, wins: 1, bids: 0 } });
    const rows = [rollup?.accounts, rollup?.bidders, rollup?.mediaTypes, rollup?.countries].map((keys) =>
      keys?.map(({ key, auctions, timeouts, wins }) => [key, auctions, timeouts, wins]),
    );
    expect(rows).toEqual([
      [
        ['a', 1, 1, 1],
        ['b', 1, 1, 0],
      ],
      [['alpha', 2, 2, 1]],
      [['banner', 2, 0, 0]],
      [['DEU', 2, 2, 0]],
    ]);
    expect(rollup?.states).toEqual([{ state: 'collect', count: 2, p50: 9.984, p95: 9.984, p99: 9.984, histogram: [[9.984, 2]] }]);
    expect(collector.take(3000)).toBeUndefined();
  });

  test('count each outcome of a bidder: a rejection by a module apart from failures', () => {
    const collector = new RollupCollector(LIMITS, 0);
    const outcomes = (['bids', 'no-bid', 'error', 'timeout', 'rejected'] as const).map((kind) => ({
      bidder: kind,
      kind,
      ms: 10,
      calls: [],
    }));
    countEnded(collector, { auction: anAuction(services, request, { outcomes }), tookMs: 10 });
    const { total, bidders = [] } = collector.take(1) ?? {};
    expect(total).toMatchObject({ auctions: 1, rejected: 0, calls: 5, timeouts: 1, errors: 1 });
    expect(
      Object.fromEntries(
        bidders.map(({ key, calls, rejected, timeouts, errors, latency }) => [
          key,
          { calls, rejected, timeouts, errors, p50: latency.p50 },
        ]),
      ),
    ).toEqual({
      bids: { calls: 1, rejected: 0, timeouts: 0, errors: 0, p50: 9.984 },
      'no-bid': { calls: 1, rejected: 0, timeouts: 0, errors: 0, p50: 9.984 },
      error: { calls: 1, rejected: 0, timeouts: 0, errors: 1, p50: 9.984 },
      timeout: { calls: 1, rejected: 0, timeouts: 1, errors: 0, p50: 9.984 },
      rejected: { calls: 1, rejected: 1, timeouts: 0, errors: 0, p50: 9.984 },
    });
  });

  test('are emitted at intervals with auctions while somebody subscribes, and listen to nothing otherwise', () => {
    const [bus, clock] = [new EventBus(), new WoundClock()];
    const seen: unknown[] = [];
    const running = rollups(bus, clock, { ...LIMITS, interval_ms: 100 }).subscribe(({ kind, data }) =>
      seen.push([kind, (data as { sum: { auctions: number } }).sum.auctions]),
    );
    const publish = (): void => bus.publish({ v: 1, kind: 'auction', at: 1, data: ended(1) });
    publish();
    clock.wind(100);
    clock.wind(100);
    publish();
    clock.wind(100);
    running.unsubscribe();
    expect(bus.hasSubscribers('auction')).toBe(false);
    expect(seen).toEqual([
      ['rollup', 1],
      ['rollup', 2],
    ]);
  });
});
