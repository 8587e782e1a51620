import { expect, test } from 'vitest';
import { type CachedStore, createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { takePush } from '#src/stores/push.ts';
import { databaseRefresher, httpRefresher, updateOfRows } from '#src/stores/refreshers.ts';
import type { UpdateTargets } from '#src/stores/updates.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { growth } from '#test/helpers/cost.ts';

const aCache = (): { cache: CachedStore; targets: UpdateTargets; held: (kind?: 'request' | 'imp') => Promise<object> } => {
  const cache = createCachedStore(createMemoryStore(), { maxBytes: {}, ttlSeconds: 0, negativeTtlSeconds: 0 }, new WoundClock());
  return {
    cache,
    targets: { requests: { cache, kind: 'request' }, imps: { cache, kind: 'imp' } },
    held: async (kind = 'request') => Object.fromEntries((await cache.fetch(kind, ['a', 'b', 'c'], 50)).documents),
  };
};

test('pushed entries are stored, including JSON strings, and dropped on demand', async () => {
  const { targets, held } = aCache();
  const body = '{"requests":{"a":{"x":1},"b":"{\\"y\\":2}"},"imps":{"a":{}},"responses":{"r":{}},"odd":7}';
  expect(takePush({ method: 'POST', body }, targets)).toBeUndefined();
  expect([await held(), await held('imp')]).toEqual([{ a: '{"x":1}', b: '{"y":2}' }, { a: '{}' }]);
  expect(takePush({ method: 'DELETE', body: '{"requests":["a"],"imps":null}' }, targets)).toBeUndefined();
  expect([await held(), await held('imp')]).toEqual([{ b: '{"y":2}' }, { a: '{}' }]);
});

test('pushes name kinds in any letter case, but ids exactly', async () => {
  const { targets, held } = aCache();
  takePush({ method: 'POST', body: '{"Requests":{"a":{"X":1},"A":{}},"IMPS":{"b":{}}}' }, targets);
  expect([await held(), await held('imp')]).toEqual([{ a: '{"X":1}' }, { b: '{}' }]);
  takePush({ method: 'DELETE', body: '{"REQUESTS":["A"],"Imps":["b"]}' }, targets);
  expect([await held(), await held('imp')]).toEqual([{ a: '{"X":1}' }, {}]);
});

test('an update marked as deleted drops its id', async () => {
  const { targets, held } = aCache();
  takePush({ method: 'POST', body: '{"requests":{"a":{},"b":{}}}' }, targets);
  takePush({ method: 'POST', body: '{"requests":{"a":{"deleted":true},"b":null}}' }, targets);
  expect(await held()).toEqual({});
});

test.each([
  ['POST', '', 'Missing update data.\n'],
  ['POST', 'not json', 'Invalid update.\n'],
  ['POST', '[]', 'Invalid update.\n'],
  ['POST', '{"requests":["a"]}', 'Invalid update.\n'],
  ['DELETE', '', 'Missing invalidation data.\n'],
  ['DELETE', 'not json', 'Invalid invalidation.\n'],
  ['DELETE', '{"requests":{"a":1}}', 'Invalid invalidation.\n'],
  ['DELETE', '{"requests":[1]}', 'Invalid invalidation.\n'],
  ['DELETE', '7', 'Invalid invalidation.\n'],
] as const)('the endpoint of updates rejects %s %s', (method, body, text) => {
  expect(takePush({ method, body }, aCache().targets)).toBe(text);
});

test('an HTTP poll requests everything, then changes since the last success', async () => {
  const { targets, held } = aCache();
  const urls: string[] = [];
  const responses = ['{"requests":{"a":{},"b":{}}}', 'nonsense', '{"requests":{"a":{"deleted":true}}}'];
  let now = Date.UTC(2026, 0, 1, 12, 0, 0, 900);
  const refresher = httpRefresher({
    name: 'poll',
    endpoint: 'http://s/all',
    everyMs: 1000,
    timeoutMs: 50,
    targets,
    fetchBody: async (url) => {
      urls.push(url);
      now += 1000;
      return { status: 200, header: () => undefined, text: responses.shift() ?? '{}' };
    },
    now: () => now,
  });
  await refresher.refresh();
  await expect(refresher.refresh()).rejects.toThrow();
  expect(await held()).toEqual({ a: '{}', b: '{}' });
  await refresher.refresh();
  expect(await held()).toEqual({ b: '{}' });
  await refresher.refresh();
  expect(urls).toEqual([
    'http://s/all',
    'http://s/all?last-modified=2026-01-01T12%3A00%3A00Z',
    'http://s/all?last-modified=2026-01-01T12%3A00%3A00Z',
    'http://s/all?last-modified=2026-01-01T12%3A00%3A02Z',
  ]);
});

test('an HTTP poll fails if the service does', async () => {
  const response = (status: number, text: string) => async () => ({ status, header: () => undefined, text });
  const common = { name: 'p', endpoint: 'http://s?x=1', everyMs: 0, timeoutMs: 50, targets: {}, now: () => 0 };
  await expect(httpRefresher({ ...common, fetchBody: response(500, '{}') }).refresh()).rejects.toThrow(
    'the service responded with status 500',
  );
  await expect(httpRefresher({ ...common, fetchBody: response(200, '[]') }).refresh()).rejects.toThrow('the response is not an update');
});

test('a database poll fills the cache, then applies changes', async () => {
  const { targets, held } = aCache();
  const urls: unknown[] = [];
  const rows: unknown[][][] = [
    [['a', '{}', 'request']],
    [
      ['a', '', 'request'],
      ['b', '1', 'request'],
      ['c', '2', 'odd'],
    ],
  ];
  let now = 100_000;
  const refresher = databaseRefresher({
    name: 'poll',
    database: {
      dialect: 'mysql',
      query: async (query) => {
        urls.push(query);
        const response = rows.shift();
        if (!response) throw new Error('gone');
        return response;
      },
      reset() {},
      close: async () => {},
    },
    fill: { query: 'fill', timeoutMs: 50 },
    poll: { query: 'poll $LAST_UPDATED', timeoutMs: 50, everyMs: 1000 },
    targets,
    clock: { now: () => now, after: () => () => {} },
  });
  await refresher.refresh();
  now += 1000;
  expect(await held()).toEqual({ a: '{}' });
  await refresher.refresh();
  now += 1000;
  expect(await held()).toEqual({ b: '1' });
  await expect(refresher.refresh()).rejects.toThrow('gone');
  await expect(refresher.refresh()).rejects.toThrow('gone');
  expect(urls).toEqual([
    { text: 'fill', values: [] },
    { text: 'poll ?', values: [new Date(95_000)] },
    { text: 'poll ?', values: [new Date(96_000)] },
    { text: 'poll ?', values: [new Date(96_000)] },
  ]);
});

test('rows without a type belong to the only kind of their section', () => {
  expect(
    updateOfRows(
      [
        ['a', '1'],
        ['b', null],
      ],
      'accounts',
    ),
  ).toEqual({
    saved: new Map([['accounts', new Map([['a', '1']])]]),
    dropped: new Map([['accounts', ['b']]]),
  });
  expect(updateOfRows([['a', '1']], undefined).saved.size).toBe(0);
});

test('many removed rows cost as much each as few', async () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => [`id-${i}`, null, 'request']);
  expect(await growth((count) => updateOfRows(rows.slice(0, count), undefined), 2000, 40_000, 60)).toBeLessThan(60);
});

test('rows of an account belong to it, even with the id of another account', () => {
  const rows = [
    ['one', 'a', '1', 'request'],
    ['two', 'a', '2', 'request'],
    [null, 'b', '3', 'imp'],
    ['one', 'c', '4', 'request'],
    ['one', 'd', '5', 'imp'],
  ];
  expect(updateOfRows(rows, undefined)).toEqual({
    saved: new Map([['imps', new Map([['b', '3']])]]),
    owned: new Map([
      [
        'one',
        new Map([
          [
            'requests',
            new Map([
              ['a', '1'],
              ['c', '4'],
            ]),
          ],
          ['imps', new Map([['d', '5']])],
        ]),
      ],
      ['two', new Map([['requests', new Map([['a', '2']])]])],
    ]),
    dropped: new Map(),
  });
});
