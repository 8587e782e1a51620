import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { refreshing, startRefreshing } from '#streams/refresh.ts';
import { WoundClock } from '#test/helpers/clock.ts';

let clock: WoundClock;
let polls: number;
let down: boolean;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const refresher = (everyMs: number, name = 'data') => ({
  name,
  everyMs,
  refresh: async () => {
    polls++;
    if (down) throw new Error('gone');
  },
});
const wind = async (ms: number): Promise<void> => {
  clock.wind(ms);
  await settle();
};

beforeEach(() => {
  clock = new WoundClock();
  polls = 0;
  down = false;
});

test('a background refresh runs at once and then after each pause', async () => {
  const subscription = refreshing(refresher(1000), clock).subscribe();
  await settle();
  expect(polls).toBe(1);
  await wind(999);
  expect(polls).toBe(1);
  await wind(1);
  expect(polls).toBe(2);
  subscription.unsubscribe();
  expect(clock.pending).toBe(0);
});

test('a background refresh runs sooner after a failure, with growing pauses, never later than usual', async () => {
  down = true;
  const subscription = refreshing(refresher(3000), clock).subscribe();
  await settle();
  for (const [pause, count] of [
    [500, 2],
    [1000, 3],
    [2000, 4],
    [3000, 5],
  ] as const) {
    await wind(pause - 1);
    expect(polls).toBe(count - 1);
    await wind(1);
    expect(polls).toBe(count);
  }
  down = false;
  await wind(3000);
  await wind(2999);
  expect(polls).toBe(6);
  subscription.unsubscribe();
});

test('a background refresh ends after one success without an interval', async () => {
  down = true;
  let over = false;
  refreshing(refresher(0), clock).subscribe({ complete: () => (over = true) });
  await settle();
  down = false;
  await wind(500);
  expect([polls, over, clock.pending]).toEqual([2, true, 0]);
});

test('the start of background refreshes resolves when each has completed its first run, and logs failures and recoveries once', async () => {
  const metrics = new MetricsRegistry();
  const logged: unknown[] = [];
  const record = (fields: object, message: string): void => void logged.push([(fields as { name: string }).name, message]);
  const log = { ...silentLog, info: record, error: record };
  down = true;
  const well = { name: 'well', everyMs: 1000, refresh: async () => {} };
  const subscription = await startRefreshing([refresher(1000, 'one'), refresher(1000, 'two'), well], { clock, log, metrics });
  await wind(500);
  down = false;
  await wind(1000);
  expect(logged).toEqual([
    ['one', 'background refresh failed'],
    ['two', 'background refresh failed'],
    ['one', 'background refresh recovered'],
    ['two', 'background refresh recovered'],
  ]);
  expect(metrics.expose()).toContain('background_refreshes{name="one",result="failed"} 2');
  subscription.unsubscribe();
  (await startRefreshing([], { clock, log, metrics })).unsubscribe();
});
