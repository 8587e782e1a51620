import { beforeEach, expect, test } from 'vitest';
import { silentLog } from '#src/outside/log.ts';
import { MetricsRegistry } from '#src/outside/metrics.ts';
import { refreshing, startRefreshing } from '#streams/refresh.ts';
import { WoundClock } from '#test/helpers/clock.ts';

let clock: WoundClock;
let looks: number;
let down: boolean;
const settle = async (): Promise<void> => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};
const refresher = (everyMs: number, name = 'data') => ({
  name,
  everyMs,
  look: async () => {
    looks++;
    if (down) throw new Error('gone');
  },
});
const wind = async (ms: number): Promise<void> => {
  clock.wind(ms);
  await settle();
};

beforeEach(() => {
  clock = new WoundClock();
  looks = 0;
  down = false;
});

test('looks at once and then after each pause', async () => {
  const subscription = refreshing(refresher(1000), clock).subscribe();
  await settle();
  expect(looks).toBe(1);
  await wind(999);
  expect(looks).toBe(1);
  await wind(1);
  expect(looks).toBe(2);
  subscription.unsubscribe();
  expect(clock.pending).toBe(0);
});

test('looks sooner after a failure, then less and less soon, never later than usual', async () => {
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
    expect(looks).toBe(count - 1);
    await wind(1);
    expect(looks).toBe(count);
  }
  down = false;
  await wind(3000);
  await wind(2999);
  expect(looks).toBe(6);
  subscription.unsubscribe();
});

test('is over after one success where there is no pause', async () => {
  down = true;
  let over = false;
  refreshing(refresher(0), clock).subscribe({ complete: () => (over = true) });
  await settle();
  down = false;
  await wind(500);
  expect([looks, over, clock.pending]).toEqual([2, true, 0]);
});

test('starts when each has had its look, and tells losses and returns once', async () => {
  const metrics = new MetricsRegistry();
  const said: unknown[] = [];
  const say = (fields: object, text: string): void => void said.push([(fields as { name: string }).name, text]);
  const log = { ...silentLog, info: say, error: say };
  down = true;
  const subscription = await startRefreshing([refresher(1000, 'one'), refresher(1000, 'two')], { clock, log, metrics });
  await wind(500);
  down = false;
  await wind(1000);
  expect(said).toEqual([
    ['one', 'what is reloaded in the background cannot be read'],
    ['two', 'what is reloaded in the background cannot be read'],
    ['one', 'what is reloaded in the background is read again'],
    ['two', 'what is reloaded in the background is read again'],
  ]);
  expect(metrics.text()).toContain('refreshes{name="one",result="failed"} 2');
  subscription.unsubscribe();
  (await startRefreshing([], { clock, log, metrics })).unsubscribe();
});
