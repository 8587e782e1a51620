import { expect, test } from 'vitest';
import { loadSettings } from '#test/helpers/settings-file.ts';
import { JAVA, settingsFiles, valuesOf, withoutPlace } from './arrange.ts';

const { read } = settingsFiles();

const load = (text: string) => loadSettings(text, { AUCTOR_GDPR_DEFAULT_VALUE: '1' });

test('folders of a host of the Java variant are converted', () => {
  const { accounts, stored_requests, stored_responses, category_mapping } = load(`
settings:
  filesystem:
    settings-filename: accounts.yaml
    stored-requests-dir: requests
    stored-imps-dir: imps
    stored-responses-dir: responses
    profiles-dir: profiles
    categories-dir: categories
`);
  expect(accounts.settings_filename).toBe('accounts.yaml');
  expect(stored_requests.filesystem).toMatchObject({ stored_requests_dir: 'requests', stored_imps_dir: 'imps', profiles_dir: 'profiles' });
  expect(stored_responses.filesystem.stored_responses_dir).toBe('responses');
  expect(category_mapping.filesystem.directorypath).toBe('categories');
});

test('the database of a host of the Java variant, its caches and their updates are converted', () => {
  const config = load(`
settings:
  database:
    type: mysql
    host: db
    port: 3307
    dbname: stored
    user: me
    password: secret
    pool-size: 5
    account-query: SELECT config FROM accounts WHERE id = %ACCOUNT_ID%
    stored-requests-query: SELECT accountId, reqid, data, 'request' FROM r WHERE reqid IN (%REQUEST_ID_LIST%)
  in-memory-cache:
    ttl-seconds: 60
    cache-size: 100
    jitter-seconds: 5
    notification-endpoints-enabled: true
    database-update: { init-query: SELECT 1, update-query: 'SELECT 1 WHERE t > ?', refresh-rate: 2500, timeout: 700 }
    http-update: { endpoint: 'http://s/all', amp-endpoint: 'http://s/amp', refresh-rate: 3000, timeout: 800 }
admin-endpoints:
  credentials: { some-body: secret }
  storedrequest: { enabled: true, path: /push, on-application-port: true }
  storedrequest-amp: { enabled: false }
  logging-changelevel: { enabled: false, path: /level, protected: false }
`);
  const connection = { driver: 'mysql', dbname: 'stored', host: 'db', port: 3307, user: 'me', password: 'secret', max_connections: 5 };
  expect(config.accounts.database).toMatchObject({ connection, fetcher: { query: 'SELECT config FROM accounts WHERE id = %ACCOUNT_ID%' } });
  expect(config.stored_requests).toMatchObject({
    database: {
      connection,
      initialize_caches: { query: 'SELECT 1', timeout_ms: 700 },
      poll_for_updates: { query: 'SELECT 1 WHERE t > $LAST_UPDATED', refresh_rate_seconds: 2.5, timeout_ms: 700 },
    },
    in_memory_cache: { type: 'lru', ttl_seconds: 60, cache_size: 100, jitter_seconds: 5 },
    cache_events: { enabled: true, endpoint: '/push', on_application_port: true, protected: true },
    amp_cache_events: { enabled: false },
    http_events: { endpoint: 'http://s/all', amp_endpoint: 'http://s/amp', refresh_rate_seconds: 3, timeout_ms: 800 },
  });
  expect([config.accounts.in_memory_cache.type, config.stored_responses.in_memory_cache.type]).toEqual(['lru', 'none']);
  expect(config.stored_responses.database.connection.driver).toBe('');
  expect(config.admin_endpoints).toMatchObject({
    credentials: { 'some-body': 'secret' },
    logging_changelevel: { enabled: false, path: '/level', on_application_port: false, protected: false },
  });
});

test('stored requests for video of a host of the Java variant come from the folder and the query of all stored requests', () => {
  const query = "SELECT accountId, reqid, data, 'request' FROM r WHERE reqid IN (%REQUEST_ID_LIST%)";
  const { stored_requests, stored_video_req } = load(`
settings:
  filesystem: { stored-requests-dir: requests }
  database: { type: mysql, host: db, dbname: stored, stored-requests-query: "${query}" }
`);
  const database = { connection: { driver: 'mysql', host: 'db', dbname: 'stored' }, fetcher: { query } };
  const filesystem = { enabled: true, stored_requests_dir: 'requests' };
  expect(stored_requests).toMatchObject({ filesystem, database });
  expect(stored_video_req).toMatchObject({ filesystem, database });
});

test('HTTP services of a host of the Java variant are converted', () => {
  const config = load(`
settings:
  http: { endpoint: 'http://s', amp-endpoint: 'http://s/amp', video-endpoint: 'http://s/v', category-endpoint: 'http://s/c', rfc3986-compatible: false }
`);
  const form = { use_rfc3986_compliant_request_builder: false };
  expect(config.stored_requests.http).toEqual({ endpoint: 'http://s', amp_endpoint: 'http://s/amp', ...form });
  expect(config.accounts.http).toEqual({ endpoint: 'http://s', amp_endpoint: '', ...form });
  expect([config.stored_video_req.http.endpoint, config.category_mapping.http.endpoint]).toEqual(['http://s/v', 'http://s/c']);
});

test('the bucket of a host of the Java variant is converted, in either format', () => {
  const config = load(`
settings:
  s3:
    accessKeyId: id
    secret-access-key: secret
    endpoint: http://objects:9000
    bucket: stored
    force-path-style: true
    accounts-dir: a
    stored-imps-dir: i
    stored-requests-dir: r
    stored-responses-dir: s
  in-memory-cache:
    ttl-seconds: 60
    cache-size: 100
    s3-update: { refresh-rate: 2500, timeout: 700 }
`);
  const names = { accounts_dir: 'a', stored_imps_dir: 'i', stored_requests_dir: 'r', stored_responses_dir: 's' };
  const keys = { access_key_id: 'id', secret_access_key: 'secret', force_path_style: true };
  const bucket = { bucket: 'stored', endpoint: 'http://objects:9000', region: 'us-east-1', ...keys, ...names };
  const poll_for_updates = { enabled: true, refresh_rate_seconds: 2.5, timeout_ms: 700 };
  expect(config.stored_requests.s3).toMatchObject({ ...bucket, poll_for_updates });
  for (const section of ['accounts', 'stored_responses', 'stored_video_req'] as const)
    expect(config[section].s3).toMatchObject({ ...bucket, poll_for_updates: { enabled: false } });
});

test('options under other paths, and the default account, are read', () => {
  const account = '{"auction": {"debug-allow": false, "price-granularity": "low"}, "privacy": {"ccpa": {"enabled": true}}}';
  for (const given of [`'${account}'`, account]) {
    const config = load(`
settings:
  enforce-valid-account: true
  generate-storedrequest-bidrequest-id: true
  fail-on-unknown-bidders: false
  fail-on-disabled-bidders: false
  default-account-config: ${given}
`);
    expect(config).toMatchObject({
      account_required: true,
      generate_request_id: true,
      fail_on_unknown_bidders: false,
      fail_on_disabled_bidders: false,
      account_defaults: { debug_allow: false, price_granularity: 'low', ccpa: { enabled: true } },
    });
  }
  expect(() => load("settings: { default-account-config: '{' }")).toThrow(
    /settings\.default-account-config \(.*:1\): must be an account as JSON: /,
  );
});

test('our own options take precedence, and unknown ones are errors', () => {
  const ours = load('accounts: { settings_filename: ours.yaml }\nsettings: { filesystem: { settings-filename: theirs.yaml } }\n');
  expect(ours.accounts.settings_filename).toBe('ours.yaml');
  expect(() => load('settings: {}\nadmin-endpoints: { nonsense: 1 }\n')).toThrow(/admin-endpoints.nonsense \(.*:2\): unknown option/);
});

test('a switch of endpoints, a key that nothing reads, and empty values do not cache data', () => {
  const cached = (text: string): unknown =>
    loadSettings(`settings: {in-memory-cache: {${text}}}\n`, { AUCTOR_VARIANT: 'java' }).accounts.in_memory_cache.type;
  expect(['notification-endpoints-enabled: true', 'cache-size: ""'].map(cached)).toEqual(['none', 'none']);
  expect(['ttl-seconds: 5', 'cache-size: 5'].map(cached)).toEqual(['lru', 'lru']);
  expect(
    valuesOf(read('settings: {in-memory-cache: {account-invalidation-enabled: true}}\n', JAVA), 'accounts.in_memory_cache.type'),
  ).toEqual(['none']);
});

test('values of the wrong type in the endpoints for updates are errors of their own keys', () => {
  const { errors } = read(
    'settings: {in-memory-cache: {notification-endpoints-enabled: maybe}}\nadmin-endpoints: {storedrequest: {enabled: perhaps, path: {a: 1}, protected: 7}}\n',
    JAVA,
  );
  expect(withoutPlace(errors)).toEqual([
    'settings.in-memory-cache.notification-endpoints-enabled: must be true or false, not "maybe"',
    'admin-endpoints.storedrequest.enabled: must be true or false, not "perhaps"',
    'admin-endpoints.storedrequest.path.a: must be a path',
    'admin-endpoints.storedrequest.protected: must be true or false, not 7',
  ]);
});

test('errors of keys that are not set name the key of that variant', () => {
  const queries = 'stored-requests-query: "select %REQUEST_ID_LIST%", amp-stored-requests-query: "select 1", account-query: "select 1"';
  const database = `database: {type: mysql, ${queries}}`;
  const memory = 'in-memory-cache: {cache-size: 5, s3-update: {refresh-rate: 5}}';
  expect(withoutPlace(read(`settings: {${database}, ${memory}}\n`, JAVA).errors)).toEqual([
    'settings.database.amp-stored-requests-query: must contain a list of ids (e.g. $REQUEST_ID_LIST)',
    'settings.database.dbname: is needed',
    'settings.s3.bucket: is needed',
    'settings.database.account-query: must contain a list of ids (e.g. %ACCOUNT_ID%)',
  ]);
});

test('an option that is not set is named by its key in the Java variant', () => {
  const { errors } = read(
    `
gdpr.default-value: 0
settings:
  database: { type: mysql, host: db, dbname: d, stored-requests-query: SELECT 1 WHERE id IN (%REQUEST_ID_LIST%) }
  in-memory-cache: { ttl-seconds: 5, database-update: { update-query: SELECT 1 WHERE t > ? } }
analytics.agma.accounts: [{ code: a }]
`,
    JAVA,
  );
  expect(errors).toEqual([
    'analytics.agma.accounts[0].publisher-id: Invalid input: expected string, received undefined',
    'settings.in-memory-cache.database-update.refresh-rate: must be > 0',
  ]);
});

test.each([
  ['a > ? union select 1 where b > ?', 'a > $LAST_UPDATED union select 1 where b > $LAST_UPDATED'],
  ['a > $1 union select 1 where b > $1 and c ? 1', 'a > $LAST_UPDATED union select 1 where b > $LAST_UPDATED and c ? 1'],
  ['a > $LAST_UPDATED and c ? 1', 'a > $LAST_UPDATED and c ? 1'],
])('the time of the last poll may be in an update query several times: %s', (query, converted) => {
  const settings = read(
    `gdpr.default-value: 0\nsettings.in-memory-cache.database-update: { update-query: '${query}', refresh-rate: 1000 }`,
    JAVA,
  );
  expect(valuesOf(settings, 'stored_requests.database.poll_for_updates.query')).toEqual([converted]);
});

test('an empty refresh rate or timeout of a bucket is absent', () => {
  const settings = read('gdpr.default-value: 0\nsettings.in-memory-cache.s3-update: { refresh-rate: "", timeout: "" }', JAVA);
  expect([settings.errors, valuesOf(settings, 'stored_requests.s3.poll_for_updates.enabled')]).toEqual([[], [false]]);
});

test('settings of a database or service without a query or address are checked like others', () => {
  const { errors } = read(
    'gdpr.default-value: 0\nsettings.database: { type: oracle, port: many }\nsettings.http.rfc3986-compatible: maybe\n',
    JAVA,
  );
  expect(withoutPlace(errors)).toEqual([
    'settings.database.type: Invalid option: expected one of ""|"postgres"|"mysql"',
    'settings.database.port: Invalid input: expected number, received string',
    'settings.http.rfc3986-compatible: Invalid input: expected boolean, received string',
  ]);
});
