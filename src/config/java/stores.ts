/** Stores in the Java variant's `settings` and `admin-endpoints`, and the matching sections here. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { Rule, Target } from '../input/rewrite.ts';
import { asFlag, asJson, asSeconds, ignored, moves } from '../input/rule.ts';
import { withOurKeys } from '../keys.ts';
import { STORE_SECTIONS } from '../sections/stores.ts';
import { toAccountInput, unknownAuctionKeys } from './account.ts';
import { writtenAccountKey } from './account-keys.ts';

const DATABASE = 'settings.database';
const MEMORY = 'settings.in_memory_cache';
/** Responses are not cached in memory. */
const CACHED = ['stored_requests', 'stored_video_req', 'accounts'];

/** Queries of a section: without one it has no connection. Requests for video have no query of their own. */
const QUERIES: { readonly [section: string]: { readonly [theirs: string]: string } } = {
  stored_requests: { stored_requests_query: 'query', amp_stored_requests_query: 'amp_query', profiles_query: 'profile_query' },
  stored_video_req: { stored_requests_query: 'query' },
  stored_responses: { stored_responses_query: 'query' },
  accounts: { account_query: 'query' },
};

/** The options that one query sets. */
const queryOptions = (theirs: string): string[] =>
  Object.entries(QUERIES).flatMap(([section, queries]) =>
    queries[theirs] === undefined ? [] : [`${section}.database.fetcher.${queries[theirs]}`],
  );

const CONNECTION = {
  type: 'driver',
  dbname: 'dbname',
  host: 'host',
  port: 'port',
  user: 'user',
  password: 'password',
  pool_size: 'max_connections',
};

const connectionTo = (option: string): Target[] =>
  Object.entries(QUERIES).map(([section, queries]) => ({
    option: `${section}.database.connection.${option}`,
    needs: Object.keys(queries).map((query) => `${DATABASE}.${query}`),
  }));

/** The only parameter of the Java variant's update queries is the time of the last poll: `?`, or `$1` in PostgreSQL, once per table. */
function withMacro(query: unknown): unknown {
  if (typeof query !== 'string' || query.includes('$LAST_UPDATED')) return query;
  return query.replaceAll(/\$1\b/.test(query) ? /\$1\b/g : '?', () => '$LAST_UPDATED');
}

const UPDATE = `${MEMORY}.database_update`;
const POLL = 'stored_requests.database.poll_for_updates';
const FILL = 'stored_requests.database.initialize_caches';

const DATABASES: readonly Rule[] = [
  ...Object.entries(CONNECTION).map(([theirs, ours]) => ({ key: `${DATABASE}.${theirs}`, to: connectionTo(ours) })),
  ...ignored('the driver closes idle connections', `${DATABASE}.idle_connection_timeout`),
  ...ignored(
    'the drivers prepare by themselves',
    `${DATABASE}.enable_prepared_statement_caching`,
    `${DATABASE}.max_prepared_statement_cache_size`,
  ),
  ...[...new Set(Object.values(QUERIES).flatMap(Object.keys))].map((theirs) => ({
    key: `${DATABASE}.${theirs}`,
    to: queryOptions(theirs),
  })),
  ...moves({
    [`${UPDATE}.init_query`]: `${FILL}.query`,
    [`${UPDATE}.amp_init_query`]: `${FILL}.amp_query`,
    [`${UPDATE}.timeout`]: [`${FILL}.timeout_ms`, `${POLL}.timeout_ms`],
  }),
  { key: `${UPDATE}.update_query`, to: [`${POLL}.query`], as: withMacro },
  { key: `${UPDATE}.amp_update_query`, to: [`${POLL}.amp_query`], as: withMacro },
  { key: `${UPDATE}.refresh_rate`, to: [`${POLL}.refresh_rate_seconds`], as: asSeconds },
];

const S3 = [
  'access_key_id',
  'secret_access_key',
  'session_token',
  'region',
  'endpoint',
  'bucket',
  'force_path_style',
  'accounts_dir',
  'stored_imps_dir',
  'stored_requests_dir',
  'stored_responses_dir',
];
const S3_POLL = 'stored_requests.s3.poll_for_updates';
/** ms as seconds, at least 0; a non-number is unchanged. */
const notNegativeSeconds = (ms: unknown): unknown => (typeof asSeconds(ms) === 'number' ? Math.max(0, asSeconds(ms) as number) : ms);

const BUCKETS: readonly Rule[] = [
  ...S3.map((name) => ({ key: `settings.s3.${name}`, to: STORE_SECTIONS.map((section) => `${section}.s3.${name}`) })),
  {
    key: `${MEMORY}.s3_update.refresh_rate`,
    to: [S3_POLL],
    as: (ms) => (ms === '' ? undefined : { enabled: true, refresh_rate_seconds: notNegativeSeconds(ms) }),
  },
  { key: `${MEMORY}.s3_update.timeout`, to: [S3_POLL], as: (ms) => (ms === '' ? undefined : { enabled: true, timeout_ms: ms }) },
];

const formTo = (section: string, ...needs: readonly string[]): Target => ({
  option: `${section}.http.use_rfc3986_compliant_request_builder`,
  needs: needs.map((name) => `settings.http.${name}`),
});

const SERVICES: readonly Rule[] = [
  {
    key: 'settings.http.rfc3986_compatible',
    to: [
      formTo('stored_requests', 'endpoint', 'amp_endpoint'),
      formTo('accounts', 'endpoint'),
      formTo('stored_video_req', 'video_endpoint'),
      formTo('category_mapping', 'category_endpoint'),
    ],
  },
  ...moves({
    'settings.http.endpoint': ['stored_requests.http.endpoint', 'accounts.http.endpoint'],
    'settings.http.amp_endpoint': 'stored_requests.http.amp_endpoint',
    'settings.http.video_endpoint': 'stored_video_req.http.endpoint',
    'settings.http.category_endpoint': 'category_mapping.http.endpoint',
    [`${MEMORY}.http_update.endpoint`]: 'stored_requests.http_events.endpoint',
    [`${MEMORY}.http_update.amp_endpoint`]: 'stored_requests.http_events.amp_endpoint',
    [`${MEMORY}.http_update.timeout`]: 'stored_requests.http_events.timeout_ms',
  }),
  { key: `${MEMORY}.http_update.refresh_rate`, to: ['stored_requests.http_events.refresh_rate_seconds'], as: asSeconds },
];

const ENDPOINT_KEYS = ['enabled', 'path', 'on_application_port', 'protected'];
const NOTIFIED = `${MEMORY}.notification_endpoints_enabled`;

/** An endpoint for updates: active only with notifications, and then protected by default. */
const asEvents = (endpoint: unknown, settingOf: (key: string) => unknown): unknown => {
  if (!isObject(endpoint) || endpoint['enabled'] !== true || settingOf(NOTIFIED) !== true) return undefined;
  const { path, on_application_port: isPublic, protected: isProtected } = endpoint;
  return {
    enabled: true,
    protected: isProtected ?? true,
    ...(path === undefined ? {} : { endpoint: path }),
    ...(isPublic === undefined ? {} : { on_application_port: isPublic }),
  };
};

function asPath(value: unknown): string | undefined {
  if (typeof value !== 'string') throw new Error('must be a path');
  return value === '' ? undefined : value;
}

/** The fields of both endpoints, checked one by one; then each endpoint as a unit. */
const EVENTS: readonly Rule[] = Object.entries({ storedrequest: 'cache_events', storedrequest_amp: 'amp_cache_events' }).flatMap(
  ([name, ours]): Rule[] => [
    ...ENDPOINT_KEYS.map((field) => {
      const key = `admin_endpoints.${name}.${field}`;
      return { key, to: [key], as: field === 'path' ? asPath : asFlag };
    }),
    { key: `admin_endpoints.${name}`, to: [`stored_requests.${ours}`], as: asEvents },
  ],
);

/** Data is cached if a setting asks for it, not by a switch of endpoints, which alone has no effect. */
function asCacheType(given: unknown): 'lru' | undefined {
  const { notification_endpoints_enabled: _, ...others } = isObject(given) ? given : {};
  return Object.values(others).some((value) => value !== '') ? 'lru' : undefined;
}

const CACHES: readonly Rule[] = [
  ...ignored('admin-endpoints.cache-invalidation.enabled is what counts', `${MEMORY}.account_invalidation_enabled`),
  { key: MEMORY, to: CACHED.map((section) => `${section}.in_memory_cache.type`), as: asCacheType, stays: true },
  ...['ttl_seconds', 'cache_size', 'jitter_seconds'].map((name) => ({
    key: `${MEMORY}.${name}`,
    to: CACHED.map((section) => `${section}.in_memory_cache.${name}`),
  })),
  { key: NOTIFIED, to: [NOTIFIED], as: asFlag },
  ...EVENTS,
  { key: NOTIFIED, as: () => undefined },
];

/** The default account; unknown keys are left for the schema of accounts to report. */
function asDefaultAccount(given: unknown): unknown {
  const account = asJson(given, 'an account');
  if (account === undefined) return undefined;
  if (!isObject(account)) throw new Error('must be an account as JSON: an object');
  const { hooks, ...input } = toAccountInput(account as Ext);
  return { ...input, ...(hooks === undefined ? {} : { hooks: withOurPlan(hooks) }), ...unknownAuctionKeys(account as Ext) };
}

/** The plan has our keys, so that an error names its place. */
const withOurPlan = (hooks: unknown): unknown =>
  isObject(hooks) && isObject(hooks['execution_plan']) ? { ...hooks, execution_plan: withOurKeys(hooks['execution_plan']) } : hooks;

const FILES = 'settings.filesystem';

/** In order of application; the parts of a key tree known only to these rules come from {@link storeKeys}. */
export const STORE_RULES: readonly Rule[] = [
  ...CACHES,
  ...DATABASES,
  ...BUCKETS,
  ...SERVICES,
  ...moves({
    [`${FILES}.settings_filename`]: 'accounts.settings_filename',
    [`${FILES}.stored_requests_dir`]: ['stored_requests.filesystem.stored_requests_dir', 'stored_video_req.filesystem.stored_requests_dir'],
    [`${FILES}.stored_imps_dir`]: 'stored_requests.filesystem.stored_imps_dir',
    [`${FILES}.profiles_dir`]: 'stored_requests.filesystem.profiles_dir',
    [`${FILES}.stored_responses_dir`]: 'stored_responses.filesystem.stored_responses_dir',
    [`${FILES}.categories_dir`]: 'category_mapping.filesystem.directorypath',
    'settings.enforce_valid_account': 'account_required',
    'settings.generate_storedrequest_bidrequest_id': 'generate_request_id',
    'settings.fail_on_unknown_bidders': 'fail_on_unknown_bidders',
    'settings.fail_on_disabled_bidders': 'fail_on_disabled_bidders',
  }),
  {
    key: 'settings.default_account_config',
    to: ['account_defaults'],
    as: asDefaultAccount,
    inside: (given, keys) => writtenAccountKey(JSON.parse(given), keys),
  },
];

/** Keys below groups that a rule converts as a unit. */
export const STORE_KEYS: readonly string[] = ['storedrequest', 'storedrequest_amp'].flatMap((name) =>
  ENDPOINT_KEYS.map((key) => `admin_endpoints.${name}.${key}`),
);
