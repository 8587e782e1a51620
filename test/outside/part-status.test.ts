import { expect, test } from 'vitest';
import { PartStatuses, type Probe } from '#src/outside/part-status.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const AT = Date.parse('2018-11-06T19:25:48.085Z');

test('a part is up or down as it was last found, and null before', async () => {
  const clock = new WoundClock(AT);
  let isThere = true;
  const ask = async (): Promise<void> => {
    if (!isThere) throw new Error('gone');
  };
  const parts = new PartStatuses([{ name: 'database', everyMs: 1000, ask }], clock);
  const [database] = parts.looks;
  expect([parts.all, database?.everyMs]).toEqual([{ database: null }, 1000]);
  await database?.look();
  expect(parts.all).toEqual({ database: { status: 'UP', last_updated: '2018-11-06T19:25:48.085Z' } });
  isThere = false;
  clock.wind(1000);
  await database?.look();
  expect(parts.all).toEqual({ database: { status: 'DOWN', last_updated: '2018-11-06T19:25:49.085Z' } });
});

test('a part that never answers is down after a while', async () => {
  const clock = new WoundClock(AT);
  const silent: Probe = { name: 'geolocation', everyMs: 1000, ask: () => new Promise(() => {}) };
  const parts = new PartStatuses([silent], clock);
  const look = parts.looks[0]?.look();
  clock.wind(5000);
  await look;
  expect(parts.all).toMatchObject({ geolocation: { status: 'DOWN' } });
});
