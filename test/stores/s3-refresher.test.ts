import { expect, test } from 'vitest';
import { createCachedStore } from '#src/stores/cached.ts';
import { s3Refresher } from '#src/stores/s3-refresher.ts';
import { WoundClock } from '#test/helpers/clock.ts';

test('entries that would expire before the next poll are read again', async () => {
  const clock = new WoundClock();
  const source = { fetch: () => ({ documents: new Map(), errors: [] }) };
  const cache = createCachedStore(source, { maxBytes: {}, ttlSeconds: 300, negativeTtlSeconds: 0 }, clock);
  const read: string[] = [];
  const bucket = {
    list: async () => [{ key: 'a/x.json', stamp: '1' }],
    get: async (key: string) => {
      read.push(key);
      return '{}';
    },
  };
  const times = { everyMs: 60_000, timeoutMs: 1000, lifetimeMs: 300_000, now: () => clock.now() };
  const refresher = s3Refresher({ name: 's', bucket, folders: [{ folder: 'a', kinds: ['request'] }], cache, ...times });
  for (let minute = 0; minute < 12; minute++) {
    await refresher.refresh();
    expect(cache.fetch('request', ['x'], 50)).toEqual({ documents: new Map([['x', '{}']]), errors: [] });
    clock.wind(60_000);
  }
  expect(read.length).toBe(4);
});
