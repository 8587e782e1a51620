import { expect, test } from 'vitest';
import { type HostConfigInput, hostSchema } from '#src/config/schema.ts';
import { storeErrors } from '#src/config/validate/stores.ts';
import { JAVA, settingsFiles, withoutPlace } from '../arrange.ts';

const errors = (settings: HostConfigInput): string[] => storeErrors(hostSchema.parse(settings));
const connection = { driver: 'postgres', dbname: 'stored' } as const;
const fetcher = { query: 'select id, data, type from t where id in $ID_LIST' };
const { read } = settingsFiles();
const lru = { type: 'lru' } as const;

test('the defaults and a complete set of stores are valid', () => {
  expect(errors({})).toEqual([]);
  const database = {
    connection,
    fetcher,
    initialize_caches: { query: 'select 1' },
    poll_for_updates: { query: 'where changed > $LAST_UPDATED', refresh_rate_seconds: 5 },
  };
  const full = {
    database,
    in_memory_cache: lru,
    cache_events: { enabled: true },
    http_events: { endpoint: 'http://s', refresh_rate_seconds: 5 },
  };
  expect(errors({ stored_requests: full, accounts: full, stored_responses: full, stored_video_req: full })).toEqual([]);
});

test('updates require a cache', () => {
  expect(
    errors({
      accounts: {
        database: {
          connection,
          fetcher,
          initialize_caches: { query: 'select 1' },
          poll_for_updates: { query: '$LAST_UPDATED', refresh_rate_seconds: 1 },
        },
        cache_events: { enabled: true },
        http_events: { endpoint: 'http://s', refresh_rate_seconds: 5 },
      },
      stored_requests: { amp_cache_events: { enabled: true } },
      category_mapping: {
        database: { connection, fetcher, initialize_caches: { query: 'select 1' } },
        in_memory_cache: { type: 'none', ttl_seconds: 0 },
      },
    }),
  ).toEqual([
    'stored_requests.amp_cache_events.enabled: must be false if in_memory_cache=none',
    'accounts.cache_events.enabled: must be false if in_memory_cache=none',
    'accounts.http_events.refresh_rate_seconds: must be 0 if in_memory_cache=none',
    'accounts.database.poll_for_updates.query: must be empty if in_memory_cache=none',
    'accounts.database.initialize_caches.query: must be empty if in_memory_cache=none',
    'category_mapping.database.initialize_caches.query: must be empty if in_memory_cache=none',
  ]);
});

test('polls require their intervals', () => {
  const database = {
    connection,
    fetcher,
    initialize_caches: { query: 'select $LAST_UPDATED', timeout_ms: 0 },
    poll_for_updates: { query: 'select 1', amp_query: 'select 2', timeout_ms: 0 },
  };
  expect(errors({ stored_requests: { database, in_memory_cache: lru, http_events: { refresh_rate_seconds: 1 } } })).toEqual([
    'stored_requests.database.initialize_caches.timeout_ms: must be positive',
    'stored_requests.database.initialize_caches.query: should not contain any wildcards denoted by $ (e.g. $LAST_UPDATED)',
    'stored_requests.database.poll_for_updates.refresh_rate_seconds: must be > 0',
    'stored_requests.database.poll_for_updates.timeout_ms: must be > 0',
    'stored_requests.database.poll_for_updates.query: must contain $LAST_UPDATED parameter',
    'stored_requests.database.poll_for_updates.amp_query: must contain $LAST_UPDATED parameter',
  ]);
  const polled = { connection, fetcher, poll_for_updates: { query: 'select 1' } };
  expect(errors({ category_mapping: { database: polled } })).toEqual([
    'category_mapping.database.poll_for_updates.refresh_rate_seconds: must be > 0',
    'category_mapping.database.poll_for_updates.query: must contain $LAST_UPDATED parameter',
  ]);
});

test('with variant go, whose timeouts of queries are 0, a query without its timeout is an error', () => {
  const queries = 'initialize_caches: {query: select 1}, poll_for_updates: {query: $LAST_UPDATED, refresh_rate_seconds: 1}';
  const store = (more: string): string =>
    `{in_memory_cache: {type: unbounded}, database: {connection: {driver: mysql, dbname: d}, ${queries}}${more}}`;
  const settings = `stored_requests: ${store('')}\naccounts: ${store('')}\nstored_responses: ${store('')}\n`;

  const missing = (name: string): unknown[] => [
    expect.stringMatching(`^${name}.database.initialize_caches.timeout_ms.*: must be positive$`),
    expect.stringMatching(`^${name}.database.poll_for_updates.timeout_ms.*: must be > 0$`),
  ];
  expect(read(settings).errors).toEqual([...missing('stored_requests'), ...missing('accounts')]);
  expect(read(settings, JAVA).errors).toEqual([]);
});

test('a database requires its connection and its queries', () => {
  expect(errors({ accounts: { database: { fetcher } } })).toEqual([
    'accounts.database.connection.driver: is needed by the queries: postgres or mysql',
  ]);
  expect(errors({ category_mapping: { database: { connection: { driver: 'mysql' }, fetcher: { query: 'select 1' } } } })).toEqual([
    'category_mapping.database.fetcher.query: must contain a list of ids (e.g. $REQUEST_ID_LIST)',
    'category_mapping.database.connection.dbname: is needed',
  ]);
  expect(errors({ accounts: { database: { connection } } })).toEqual(['accounts.database.fetcher.query: is needed by database.connection']);
});

test('caches accept only limits of their type', () => {
  expect(errors({ stored_requests: { in_memory_cache: { type: 'unbounded', ttl_seconds: 5, imp_cache_size_bytes: 7 } } })).toEqual([
    'stored_requests.in_memory_cache.ttl_seconds: is not supported for unbounded caches. Got 5',
    'stored_requests.in_memory_cache.imp_cache_size_bytes: is not supported for unbounded caches. Got 7',
  ]);
  expect(errors({ accounts: { in_memory_cache: { type: 'lru', ttl_seconds: 5, jitter_seconds: 5 } } })).toEqual([
    'accounts.in_memory_cache.jitter_seconds: must be less than ttl_seconds',
  ]);
});

test('with variant go an lru cache needs a size for each of its parts', () => {
  const sized = 'request_cache_size_bytes: 1, imp_cache_size_bytes: 1';
  const settings = (more: string): string =>
    `stored_requests: {in_memory_cache: {type: lru, ${sized}${more}}}\naccounts: {in_memory_cache: {type: lru, size_bytes: 1}}\n`;
  const rule = 'must be > 0 when in_memory_cache.type=lru (or cache_size, in entries)';

  expect(read(settings('')).errors).toEqual([`stored_requests.in_memory_cache.resp_cache_size_bytes: ${rule}`]);
  expect(read(settings(', resp_cache_size_bytes: 1')).errors).toEqual([]);
  expect(withoutPlace(read(`category_mapping: {in_memory_cache: {type: lru, ${sized}}}\n`).errors)).toEqual([
    `category_mapping.in_memory_cache.resp_cache_size_bytes: ${rule}`,
  ]);
});

test('an unknown option of a store is an error of its own', () => {
  const parsed = hostSchema.safeParse({ accounts: { database: { connection: { drivr: 'x' } } } });
  expect(parsed.error?.issues.map(({ code, path }) => [code, path])).toEqual([
    ['unrecognized_keys', ['accounts', 'database', 'connection']],
  ]);
});

test('a bucket requires a name, both keys and a valid address', () => {
  const poll_for_updates = { enabled: true, refresh_rate_seconds: 5 };
  expect(errors({ stored_requests: { s3: { bucket: 'b', endpoint: 'https://objects', poll_for_updates }, in_memory_cache: lru } })).toEqual(
    [],
  );
  expect(
    errors({
      stored_requests: {
        s3: { bucket: 'b', access_key_id: 'id', endpoint: 'objects:9000', poll_for_updates: { refresh_rate_seconds: 5 } },
      },
      accounts: { s3: { poll_for_updates } },
    }),
  ).toEqual([
    'stored_requests.s3.access_key_id: belongs together with s3.secret_access_key',
    'stored_requests.s3.endpoint: is no address: objects:9000',
    'stored_requests.s3.poll_for_updates.enabled: is needed by its refresh_rate_seconds',
    'accounts.s3.poll_for_updates: must be disabled if in_memory_cache=none',
    'accounts.s3.bucket: is needed',
  ]);
});

test('polls without an address or a cache have no effect, and a host starts', () => {
  const settings = read(
    'accounts: {http_events: {endpoint: "http://s"}}\nstored_requests: {in_memory_cache: {type: unbounded}, http_events: {refresh_rate_seconds: 9}}\n',
  );
  expect([settings.errors, withoutPlace(settings.warnings)]).toEqual([
    [],
    [
      'stored_requests.http_events.refresh_rate_seconds: no meaning here because there is no endpoint',
      'accounts.http_events.endpoint: no meaning here because in_memory_cache is none',
    ],
  ]);
});

test('the cache of stored responses is not checked with variant go, as there', () => {
  const text = 'stored_responses: {cache_events: {enabled: true}, http_events: {endpoint: "http://s", refresh_rate_seconds: 9}}\n';
  const { errors: none, warnings } = read(text);
  expect([none, withoutPlace(warnings)]).toEqual([
    [],
    [
      'stored_responses.cache_events.enabled: must be false if in_memory_cache=none; it has no effect',
      'stored_responses.http_events.refresh_rate_seconds: must be 0 if in_memory_cache=none; it has no effect',
      'stored_responses.http_events.endpoint: no meaning here because in_memory_cache is none',
    ],
  ]);
  expect(read(text, { AUCTOR_GDPR_DEFAULT_VALUE: '0' }).errors).toHaveLength(2);
});

test('neither are its queries', () => {
  const queries = 'fetcher: {query: select 1}, initialize_caches: {query: $LAST}, poll_for_updates: {query: select 2}';
  const text = `stored_responses: {in_memory_cache: {type: unbounded}, database: {connection: {driver: mysql, dbname: d}, ${queries}}}\n`;
  const rules = [
    'database.initialize_caches.query: should not contain any wildcards denoted by $ (e.g. $LAST_UPDATED)',
    'database.poll_for_updates.refresh_rate_seconds: must be > 0',
    'database.poll_for_updates.query: must contain $LAST_UPDATED parameter',
    'database.fetcher.query: must contain a list of ids (e.g. $REQUEST_ID_LIST)',
  ].map((rule) => `stored_responses.${rule}`);
  const { errors: none, warnings } = read(text);
  expect([none, withoutPlace(warnings)]).toEqual([[], rules.map((rule) => `${rule}; the Go variant does not check it`)]);
  expect(withoutPlace(read(text, { AUCTOR_GDPR_DEFAULT_VALUE: '0' }).errors)).toEqual(rules);
});

test('with variant go an empty endpoint for pushed updates of stored requests is that variant’s own', () => {
  const settings = read(
    'stored_requests: {in_memory_cache: {type: unbounded}, cache_events: {enabled: true, endpoint: ""}}\naccounts: {in_memory_cache: {type: unbounded}, cache_events: {enabled: true, endpoint: ""}}\n',
  );
  expect(withoutPlace(settings.errors)).toEqual(['accounts.cache_events.endpoint: is required']);
  expect(settings.config?.stored_requests.cache_events.endpoint).toBe('/storedrequests/openrtb2');
});
