import { expect, test } from 'vitest';
import { DependencyStatuses, type Probe } from '#src/host/dependency-status.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const AT = Date.parse('2018-11-06T19:25:48.085Z');

test('a service is up or down by its last check, and null before', async () => {
  const clock = new WoundClock(AT);
  let isThere = true;
  const probe = async (): Promise<void> => {
    if (!isThere) throw new Error('gone');
  };
  const parts = new DependencyStatuses([{ name: 'database', everyMs: 1000, probe }], clock);
  const [database] = parts.refreshers;
  expect([parts.all, database?.everyMs]).toEqual([{ database: null }, 1000]);
  await database?.refresh();
  expect(parts.all).toEqual({ database: { status: 'UP', last_updated: '2018-11-06T19:25:48.085Z' } });
  isThere = false;
  clock.wind(1000);
  await database?.refresh();
  expect(parts.all).toEqual({ database: { status: 'DOWN', last_updated: '2018-11-06T19:25:49.085Z' } });
});

test('a service that never responds is down after a while', async () => {
  const clock = new WoundClock(AT);
  const silent: Probe = { name: 'geolocation', everyMs: 1000, probe: () => new Promise(() => {}) };
  const parts = new DependencyStatuses([silent], clock);
  const poll = parts.refreshers[0]?.refresh();
  clock.wind(5000);
  await poll;
  expect(parts.all).toMatchObject({ geolocation: { status: 'DOWN' } });
});
