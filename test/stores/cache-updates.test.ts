import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { silentLog } from '#src/platform/log.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { measured, observeCache } from '#src/stores/measured.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import { openStores } from '#src/stores/open.ts';
import { NONE, type Store, type StoreKind } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';

const off = { filesystem: { enabled: false } };
const in_memory_cache = { type: 'lru' } as const;
const connection = { driver: 'postgres', dbname: 'stored' } as const;

const open = (
  over: HostConfigInput,
  fetchBody?: (url: string) => Promise<{ status: number; header: () => undefined; text: string }>,
  metrics = new MetricsRegistry(),
) =>
  openStores(
    hostSchema.parse({ stored_requests: off, stored_responses: off, stored_video_req: off, accounts: off, category_mapping: off, ...over }),
    new WoundClock(),
    silentLog,
    [],
    { dialect: dialects.go.stores, metrics, ...(fetchBody && { fetchBody }) },
  );

test('every section has its configured polls', async () => {
  const polls = {
    initialize_caches: { query: 'a' },
    poll_for_updates: { query: '$LAST_UPDATED', amp_query: '$LAST_UPDATED', refresh_rate_seconds: 5 },
  };
  const stores = await open({
    stored_requests: {
      ...off,
      in_memory_cache,
      database: { connection, fetcher: { query: '$ID_LIST' }, ...polls },
      http_events: { endpoint: 'http://s', amp_endpoint: 'http://s/amp', refresh_rate_seconds: 2 },
    },
    accounts: { ...off, in_memory_cache, database: { connection, fetcher: { query: '$ID_LIST' }, initialize_caches: { query: 'a' } } },
  });
  expect(stores.refreshers.map(({ name, everyMs }) => [name, everyMs])).toEqual([
    ['stored_requests.http_events', 2000],
    ['stored_requests.database', 5000],
    ['stored_requests.http_events.amp', 2000],
    ['stored_requests.database.amp', 5000],
    ['accounts.database', 0],
  ]);
  stores.close();
});

test('polls fill the caches that auctions read', async () => {
  const responses: Record<string, string> = {
    'http://s': '{"requests":{"r":{}},"imps":{"i":{}}}',
    'http://s/amp': '{"requests":{"a":{}}}',
    'http://v': '{"requests":{"v":{}}}',
  };
  const stores = await open(
    {
      stored_requests: { ...off, in_memory_cache, http_events: { endpoint: 'http://s', amp_endpoint: 'http://s/amp' } },
      stored_video_req: { ...off, in_memory_cache, http_events: { endpoint: 'http://v' } },
    },
    async (url) => ({ status: 200, header: () => undefined, text: responses[url] ?? '{}' }),
  );
  for (const refresher of stores.refreshers) await refresher.refresh();
  const has = async (kind: 'request' | 'imp' | 'amp' | 'video', id: string) => (await stores.stored.find(kind, [id], 50)).documents.has(id);
  expect([await has('request', 'r'), await has('imp', 'i'), await has('amp', 'a'), await has('video', 'v')]).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect([await has('request', 'a'), await has('amp', 'r')]).toEqual([false, false]);
  stores.close();
});

test('sections with the same push address share it', async () => {
  const cache_events = { enabled: true, endpoint: '/push' };
  const stores = await open({
    stored_requests: { ...off, in_memory_cache, cache_events },
    stored_responses: { ...off, in_memory_cache, cache_events: { ...cache_events, on_application_port: true } },
    accounts: { ...off, in_memory_cache, cache_events: { enabled: true } },
  });
  expect(stores.pushed.map(({ path, isPublic, targets }) => [path, isPublic, Object.keys(targets).sort()])).toEqual([
    ['/push', true, ['accounts', 'imps', 'requests', 'responses']],
    ['/storedrequests/accounts', false, ['accounts']],
  ]);
  stores.close();
});

test('fetches and memory lookups are counted', async () => {
  const clock = new WoundClock();
  const metrics = new MetricsRegistry();
  for (const failure of [{ unavailable: true }, { timedOut: true }, {}]) {
    const failing: Store = { fetch: async () => ({ documents: new Map(), errors: ['down'], ...failure }) };
    const found = measured(failing, metrics, clock).fetch('imp', ['a'], 50);
    clock.wind(1000);
    await found;
  }
  const memory = measured(createMemoryStore({ account: { a: '{}' } }, { dfp: '{}' }), metrics, clock);
  await memory.fetch('account', ['a'], 50);
  expect(memory.categories?.('dfp', '', 50)).toBe('{}');
  memory.close?.();
  const failing: Store = { fetch: () => NONE, categories: async () => undefined };
  await measured(failing, metrics, clock).categories?.('dfp', '', 50);
  const watch = observeCache(metrics);
  watch.recordLookup('imp', 2, 1);
  watch.recordLookup('account', 0, 1);
  watch.stale('account', 3);
  const text = metrics.expose();
  for (const line of [
    'stored_request_errors{stored_data_error="network"} 2',
    'stored_request_errors{stored_data_error="undefined"} 1',
    'stored_request_fetch_time_seconds_count{stored_data_fetch_type="all"} 3',
    'stored_request_fetch_time_seconds_sum{stored_data_fetch_type="all"} 3',
    'stored_account_fetch_time_seconds_count{stored_data_fetch_type="all"} 1',
    'stored_category_fetch_time_seconds_count{stored_data_fetch_type="all"} 2',
    'stored_category_errors{stored_data_error="undefined"} 1',
    'stored_impressions_cache_performance{cache_result="hit"} 2',
    'stored_impressions_cache_performance{cache_result="miss"} 1',
    'account_cache_performance{cache_result="miss"} 1',
    'stored_data_stale_hits{kind="account"} 3',
  ]) {
    expect(text).toContain(line);
  }
});

test('polls are counted by what they fetch, and a section has its series before the first', async () => {
  const metrics = new MetricsRegistry();
  const responses = ['{"requests":{}}', '{"requests":{}}', '[]', undefined];
  const stores = await open(
    { stored_video_req: { ...off, in_memory_cache, http_events: { endpoint: 'http://v', refresh_rate_seconds: 1 } } },
    async () => {
      const text = responses.shift();
      if (text === undefined) throw new Error('no response');
      return { status: 200, header: () => undefined, text };
    },
    metrics,
  );
  expect(metrics.expose()).toContain('stored_request_cache_performance{cache_result="miss"} 0');
  const counts = (): string[] =>
    metrics
      .expose()
      .split('\n')
      .filter((line) => /^stored_video_(?:errors|fetch_time_seconds_count)/.test(line));
  const series = (all: number, delta: number, network: number, other: number): string[] => [
    `stored_video_errors{stored_data_error="network"} ${network}`,
    `stored_video_errors{stored_data_error="undefined"} ${other}`,
    `stored_video_fetch_time_seconds_count{stored_data_fetch_type="all"} ${all}`,
    `stored_video_fetch_time_seconds_count{stored_data_fetch_type="delta"} ${delta}`,
  ];
  expect(counts()).toEqual(series(0, 0, 0, 0));
  const [poll] = stores.refreshers;
  await poll?.refresh();
  expect(counts()).toEqual(series(1, 0, 0, 0));
  await poll?.refresh();
  expect(counts()).toEqual(series(1, 1, 0, 0));
  await expect(poll?.refresh()).rejects.toThrow('the response is not an update');
  await expect(poll?.refresh()).rejects.toThrow('no response');
  expect(counts()).toEqual(series(1, 3, 1, 1));
  stores.close();
});

test('a kind without a limit of its own has the one of all kinds', async () => {
  const memory = { type: 'lru', size_bytes: 12_000, imp_cache_size_bytes: 6000 } as const;
  const cache_events = { enabled: true, endpoint: '/storedrequests/x' };
  const { caches, close } = await open({ stored_requests: { ...off, in_memory_cache: memory, cache_events } });
  const ids = Array.from({ length: 20 }, (_, i) => String(i));
  const stored = async (kind: StoreKind): Promise<number | undefined> => {
    caches.stored_requests?.save(kind, new Map(ids.map((id) => [id, 'x'.repeat(1000)])));
    return (await caches.stored_requests?.fetch(kind, ids, 50))?.documents.size;
  };
  expect([await stored('request'), await stored('amp'), await stored('imp')]).toEqual([10, 10, 5]);
  close();
});
