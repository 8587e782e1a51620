import { expect, test } from 'vitest';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { createDatabaseStore } from '#src/stores/database.ts';
import type { Query } from '#src/stores/query.ts';
import { type Database, QueryError } from '#src/stores/sql.ts';
import type { Store, StoreKind } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';

interface Scenario {
  readonly store: Store;
  readonly queries: Query[];
  readonly clock: WoundClock;
}

function storeOf(
  response: (query: Query) => Promise<readonly (readonly unknown[])[]>,
  queries: { query?: string; amp_query?: string; profile_query?: string } = {},
  kinds: readonly StoreKind[] = ['request', 'imp', 'amp', 'profile', 'account', 'response'],
): Scenario {
  const sentQueries: Query[] = [];
  const clock = new WoundClock();
  const database: Database = {
    dialect: 'postgres',
    query: async (query) => {
      sentQueries.push(query);
      return response(query);
    },
    reset() {},
    close: async () => {},
  };
  const all = { query: 'q $REQUEST_ID_LIST $IMP_ID_LIST $ID_LIST', amp_query: '', profile_query: '', ...queries };
  const env = { clock, log: silentLog, metrics: new MetricsRegistry() };
  return { store: createDatabaseStore({ name: 's', database, queries: all, kinds }, env), queries: sentQueries, clock };
}

test('the database store queries each kind with its own list and accepts rows of its type only', async () => {
  const rows = [
    ['a', '1', 'request'],
    ['a', '2', 'imp'],
    ['a', '3', 'odd'],
    ['other', '4', 'imp'],
  ];
  const { store, queries } = storeOf(async () => rows);
  expect(await store.fetch('imp', ['a'], 50)).toEqual({ documents: new Map([['a', '2']]), errors: [] });
  expect(await store.fetch('request', ['a'], 50)).toEqual({ documents: new Map([['a', '1']]), errors: [] });
  expect(queries.map(({ text }) => text)).toEqual(['q (NULL) ($1) ($2)', 'q ($1) (NULL) ($2)']);
});

test('the database store queries AMP requests and profiles by queries of their own, if there are any', async () => {
  const own = storeOf(async () => [['a', '1']], { amp_query: 'amp $ID_LIST', profile_query: 'profile $ID_LIST' });
  await own.store.fetch('amp', ['a'], 50);
  expect((await own.store.fetch('profile', ['a'], 50)).documents.size).toBe(1);
  expect(own.queries.map(({ text }) => text)).toEqual(['amp ($1)', 'profile ($1)']);
  const none = storeOf(async () => [['a', '1', 'request']]);
  expect((await none.store.fetch('amp', ['a'], 50)).documents.size).toBe(1);
  expect((await none.store.fetch('profile', ['a'], 50)).documents.size).toBe(0);
});

test('the database store names the account of the request, or the one that it queries', async () => {
  const { store, queries } = storeOf(async () => [], { query: 'q %ACCOUNT_ID%' });
  for (const kind of ['request', 'account'] as const) await store.fetch(kind, ['a'], 50, 'owner');
  expect(queries.map(({ values }) => values)).toEqual([['owner'], ['a']]);
});

test('the database store does not query other kinds', async () => {
  const { store, queries } = storeOf(async () => [], {}, ['response']);
  await store.fetch('request', ['a'], 50);
  await store.fetch('response', [], 50);
  expect([queries, await store.categories?.('freewheel', '', 50)]).toEqual([[], null]);
});

test('the database store reports a failure to callers without details', async () => {
  const reported = async (cause: Error): Promise<readonly string[]> =>
    (await storeOf(async () => Promise.reject(cause)).store.fetch('request', ['a'], 50)).errors;
  expect(await reported(new QueryError(new Error('relation "secret" does not exist')))).toEqual([
    'Stored request data is unavailable: the query failed',
  ]);
  expect(await reported(new Error('connect ECONNREFUSED 10.0.0.1'))).toEqual([
    'Stored request data is unavailable: the database does not respond',
  ]);
});

test('the database store reports a timeout', async () => {
  const { store, clock } = storeOf(() => new Promise(() => {}));
  const found = store.fetch('request', ['a'], 50);
  clock.wind(50);
  expect(await found).toEqual({
    documents: new Map(),
    errors: ['Stored request data is unavailable: context deadline exceeded'],
    timedOut: true,
    unavailable: true,
  });
});

test('the database store returns category files by ad server and publisher', async () => {
  const rows = async ({ values }: Query) => (values[0] === 'dfp_pub' ? [['dfp_pub', '{"IAB1":{"id":"1"}}']] : []);
  const { store } = storeOf(rows, { query: 'c $ID_LIST' }, []);
  expect(await store.categories?.('dfp', 'pub', 50)).toBe('{"IAB1":{"id":"1"}}');
  expect(await store.categories?.('dfp', '', 50)).toBeNull();
});
