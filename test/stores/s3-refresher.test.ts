import { expect, test } from 'vitest';
import { type CachedStore, createCachedStore } from '#src/stores/cached.ts';
import { type RefreshedFolder, s3Refresher } from '#src/stores/s3-refresher.ts';
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

const cacheOf = (clock: WoundClock): CachedStore => {
  const source = { fetch: () => ({ documents: new Map(), errors: [] }) };
  return createCachedStore(source, { maxBytes: {}, ttlSeconds: 0, negativeTtlSeconds: 0 }, clock);
};

/** A bucket whose objects have their text as stamp; an Error is thrown when it is read. `unlisted` objects are absent from listings. */
function refresherOf(
  objects: ReadonlyMap<string, string | Error>,
  folders: readonly RefreshedFolder[],
  unlisted: ReadonlySet<string> = new Set(),
) {
  const clock = new WoundClock();
  const cache = cacheOf(clock);
  const read: string[] = [];
  const bucket = {
    list: async (prefix: string) =>
      [...objects]
        .filter(([key]) => key.startsWith(prefix) && !unlisted.has(key))
        .map(([key, content]) => ({ key, stamp: String(content) })),
    get: async (key: string) => {
      read.push(key);
      const content = objects.get(key);
      if (content instanceof Error) throw content;
      return content;
    },
  };
  const times = { everyMs: 60_000, timeoutMs: 1000, lifetimeMs: 0, now: () => clock.now() };
  const find = async (kind: 'request' | 'imp', id: string) => (await cache.fetch(kind, [id], 50)).documents.get(id);
  return { refresher: s3Refresher({ name: 's', bucket, folders, cache, ...times }), find, read };
}

test('an unreadable object is reported, delays no other one, and is read again', async () => {
  const objects = new Map<string, string | Error>([
    ['a/bad.json', new Error('403 InvalidObjectState')],
    ['a/good.json', '1'],
    ['b/imp.json', '2'],
  ]);
  const { refresher, find, read } = refresherOf(objects, [
    { folder: 'a', kinds: ['request'] },
    { folder: 'b', kinds: ['imp'] },
  ]);
  await expect(refresher.refresh()).rejects.toThrow('a/bad.json: 403 InvalidObjectState');
  expect([await find('request', 'good'), await find('imp', 'imp')]).toEqual(['1', '2']);
  read.length = 0;
  objects.set('a/bad.json', '3');
  await refresher.refresh();
  expect([await find('request', 'bad'), read]).toEqual(['3', ['a/bad.json']]);
});

test('an object that became unreadable keeps its last content', async () => {
  const objects = new Map<string, string | Error>([['a/x.json', '1']]);
  const { refresher, find } = refresherOf(objects, [{ folder: 'a', kinds: ['request'] }]);
  await refresher.refresh();
  objects.set('a/x.json', new Error('unreadable'));
  await expect(refresher.refresh()).rejects.toThrow('unreadable');
  expect(await find('request', 'x')).toBe('1');
  objects.delete('a/x.json');
  await refresher.refresh();
  expect(await find('request', 'x')).toBeUndefined();
});

test('an object absent from a listing is dropped only if it does not exist', async () => {
  const objects = new Map<string, string | Error>([
    ['a/x.json', '1'],
    ['a/y.json', '2'],
  ]);
  const unlisted = new Set<string>();
  const { refresher, find, read } = refresherOf(objects, [{ folder: 'a', kinds: ['request'] }], unlisted);
  const found = async () => [await find('request', 'x'), await find('request', 'y')];
  await refresher.refresh();
  unlisted.add('a/x.json').add('a/y.json');
  objects.set('a/x.json', '3').set('a/y.json', new Error('unreadable'));
  await expect(refresher.refresh()).rejects.toThrow('a/y.json: unreadable');
  expect(await found()).toEqual(['3', '2']);

  unlisted.delete('a/x.json');
  objects.set('a/x.json', '4').delete('a/y.json');
  await refresher.refresh();
  expect(await found()).toEqual(['4', undefined]);
  read.length = 0;
  await refresher.refresh();
  expect(read).toEqual([]);
});

test('a run stops when everything fails', async () => {
  const objects = new Map(Array.from({ length: 1000 }, (_, i) => [`a/${i}.json`, new Error('denied')]));
  const { refresher, read } = refresherOf(objects, [{ folder: 'a', kinds: ['request'] }]);
  await expect(refresher.refresh()).rejects.toThrow('a/0.json: denied');
  expect(read.length).toBeLessThan(50);
});

test('a folder of two kinds of data fills both', async () => {
  const { refresher, find } = refresherOf(new Map([['a/x.json', '1']]), [
    { folder: 'a', kinds: ['request'] },
    { folder: 'a', kinds: ['imp'] },
  ]);
  await refresher.refresh();
  expect([await find('request', 'x'), await find('imp', 'x')]).toEqual(['1', '1']);
});
