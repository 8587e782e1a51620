/** Stores in the Java variant's `settings` and `admin-endpoints`, converted to our sections. Our own names take precedence. */

import { isObject } from '#src/json/merge.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { toAccountInput, unknownAuctionKeys } from './account.ts';

type Tree = { [key: string]: unknown };

const treeAt = (tree: unknown, name: string): Tree => {
  const found = isObject(tree) ? tree[name] : undefined;
  return isObject(found) ? (found as Tree) : {};
};

/** Present fields under their new names. */
function pick(from: Tree, names: { readonly [to: string]: string }): Tree {
  const picked: Tree = {};
  for (const [to, name] of Object.entries(names)) if (from[name] !== undefined) picked[to] = from[name];
  return picked;
}

const isEmpty = (tree: Tree): boolean => Object.keys(tree).length === 0;
const when = (name: string, tree: Tree): Tree => (isEmpty(tree) ? {} : { [name]: tree });

function folders(files: Tree): { readonly [section: string]: Tree } {
  return {
    stored_requests: pick(files, {
      stored_requests_dir: 'stored_requests_dir',
      stored_imps_dir: 'stored_imps_dir',
      profiles_dir: 'profiles_dir',
    }),
    stored_responses: pick(files, { stored_responses_dir: 'stored_responses_dir' }),
    category_mapping: pick(files, { directorypath: 'categories_dir' }),
  };
}

const seconds = (ms: unknown): Tree => (typeof ms === 'number' ? { refresh_rate_seconds: ms / 1000 } : {});

/** The Java variant's update queries have one parameter, the time of the last poll. */
const withMacro = (query: unknown): unknown =>
  typeof query === 'string' && !query.includes('$LAST_UPDATED') ? query.replace('?', '$LAST_UPDATED') : query;

function databases(database: Tree, update: Tree): { readonly [section: string]: Tree } {
  if (isEmpty(database)) return {};
  const names = {
    driver: 'type',
    dbname: 'dbname',
    host: 'host',
    port: 'port',
    user: 'user',
    password: 'password',
    max_connections: 'pool_size',
  };
  const connection = pick(database, names);
  const of = (fetcher: Tree, more: Tree = {}): Tree => (isEmpty(fetcher) ? {} : { connection, fetcher, ...more });
  const fill = pick(update, { query: 'init_query', amp_query: 'amp_init_query', timeout_ms: 'timeout' });
  const changes = pick(update, { query: 'update_query', amp_query: 'amp_update_query', timeout_ms: 'timeout' });
  for (const name of ['query', 'amp_query']) if (changes[name] !== undefined) changes[name] = withMacro(changes[name]);
  const feeds = {
    ...when('initialize_caches', fill),
    ...(isEmpty(changes) ? {} : { poll_for_updates: { ...changes, ...seconds(update['refresh_rate']) } }),
  };
  const requests = { query: 'stored_requests_query', amp_query: 'amp_stored_requests_query', profile_query: 'profiles_query' };
  return {
    stored_requests: of(pick(database, requests), feeds),
    stored_responses: of(pick(database, { query: 'stored_responses_query' })),
    accounts: of(pick(database, { query: 'account_query' })),
  };
}

function services(http: Tree): { readonly [section: string]: Tree } {
  const form = pick(http, { use_rfc3986_compliant_request_builder: 'rfc3986_compatible' });
  const of = (names: { readonly [to: string]: string }): Tree => {
    const picked = pick(http, names);
    return isEmpty(picked) ? {} : { ...picked, ...form };
  };
  return {
    stored_requests: of({ endpoint: 'endpoint', amp_endpoint: 'amp_endpoint' }),
    accounts: of({ endpoint: 'endpoint' }),
    stored_video_req: of({ endpoint: 'video_endpoint' }),
    category_mapping: of({ endpoint: 'category_endpoint' }),
  };
}

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Settings with the names of `settings.s3` in our spelling: the Java variant's documentation uses camelCase. */
export function fromCamelCase(tree: Tree): Tree {
  const settings = treeAt(tree, 'settings');
  const s3 = treeAt(settings, 's3');
  if (isEmpty(s3)) return tree;
  return {
    ...tree,
    settings: { ...settings, s3: Object.fromEntries(Object.entries(s3).map(([name, value]) => [toSnakeCase(name), value])) },
  };
}

/** One bucket for all sections; requests and imps are polled. */
function buckets(bucket: Tree, update: Tree): { readonly [section: string]: Tree } {
  if (isEmpty(bucket)) return {};
  const rate = Math.max(0, Number(update['refresh_rate'] ?? 0)) / 1000;
  const poll = { enabled: true, refresh_rate_seconds: rate, ...pick(update, { timeout_ms: 'timeout' }) };
  const requests = isEmpty(update) ? bucket : { ...bucket, poll_for_updates: poll };
  return { stored_requests: requests, stored_video_req: bucket, stored_responses: bucket, accounts: bucket };
}

/** Everything except responses is cached; updates apply to stored requests. */
function caches(memory: Tree, admin: Tree): { readonly [section: string]: Tree } {
  if (isEmpty(memory)) return {};
  const cache = {
    type: 'lru',
    ...pick(memory, { ttl_seconds: 'ttl_seconds', cache_size: 'cache_size', jitter_seconds: 'jitter_seconds' }),
  };
  const events = (name: string): Tree => {
    const endpoint = treeAt(admin, name);
    if (memory['notification_endpoints_enabled'] !== true || endpoint['enabled'] !== true) return {};
    return {
      enabled: true,
      protected: true,
      ...pick(endpoint, { endpoint: 'path', on_application_port: 'on_application_port', protected: 'protected' }),
    };
  };
  const poll = treeAt(memory, 'http_update');
  const http = {
    ...pick(poll, { endpoint: 'endpoint', amp_endpoint: 'amp_endpoint', timeout_ms: 'timeout' }),
    ...seconds(poll['refresh_rate']),
  };
  return {
    stored_requests: {
      in_memory_cache: cache,
      ...when('cache_events', events('storedrequest')),
      ...when('amp_cache_events', events('storedrequest_amp')),
      ...when('http_events', http),
    },
    stored_video_req: { in_memory_cache: cache },
    accounts: { in_memory_cache: cache },
  };
}

/** Options under a different path. */
const MOVED = {
  account_required: 'enforce_valid_account',
  generate_request_id: 'generate_storedrequest_bidrequest_id',
  fail_on_unknown_bidders: 'fail_on_unknown_bidders',
  fail_on_disabled_bidders: 'fail_on_disabled_bidders',
};

/** The default account, which may be a JSON string; an invalid one is left to the schema to reject. */
function defaultAccount(given: unknown): Tree {
  if (given === undefined || given === '') return {};
  try {
    const account: unknown = typeof given === 'string' ? JSON.parse(given) : given;
    // Unknown keys remain, so that they are reported.
    if (isObject(account)) return { account_defaults: { ...toAccountInput(account as Ext), ...unknownAuctionKeys(account as Ext) } };
  } catch {
    // Reported by the schema as the wrong type.
  }
  return { account_defaults: given };
}

const SECTIONS = ['stored_requests', 'stored_video_req', 'stored_responses', 'accounts', 'category_mapping'] as const;
const TAKEN = ['filesystem', 'database', 's3', 'http', 'in_memory_cache', 'default_account_config', ...Object.values(MOVED)];
const TAKEN_ADMIN = ['storedrequest', 'storedrequest_amp'];

const without = (tree: Tree, names: readonly string[]): Tree =>
  Object.fromEntries(Object.entries(tree).filter(([name]) => !names.includes(name)));

/** @param tree settings with normalized keys; @returns those settings with the stores under our sections */
export function fromJavaSettings(tree: Tree): Tree {
  const { settings, admin_endpoints: admin, ...rest } = tree;
  if (!isObject(settings) && !isObject(admin)) return tree;
  const [files, memory] = [treeAt(settings, 'filesystem'), treeAt(settings, 'in_memory_cache')];
  const parts = {
    filesystem: folders(files),
    database: databases(treeAt(settings, 'database'), treeAt(memory, 'database_update')),
    s3: buckets(treeAt(settings, 's3'), treeAt(memory, 's3_update')),
    http: services(treeAt(settings, 'http')),
  };
  const cached = caches(memory, treeAt(tree, 'admin_endpoints'));
  const made: Tree = {
    ...pick(treeAt(tree, 'settings'), MOVED),
    ...defaultAccount(treeAt(tree, 'settings')['default_account_config']),
    ...rest,
  };
  for (const section of SECTIONS) {
    const own: Tree = { ...cached[section] };
    for (const [part, sections] of Object.entries(parts)) Object.assign(own, when(part, sections[section] ?? {}));
    if (section === 'accounts') Object.assign(own, pick(files, { settings_filename: 'settings_filename' }));
    const ours = { ...own, ...treeAt(rest, section) };
    if (!isEmpty(ours)) made[section] = ours;
  }
  return {
    ...made,
    ...when('settings', without(treeAt(tree, 'settings'), TAKEN)),
    ...(isObject(admin) ? when('admin_endpoints', without(admin as Tree, TAKEN_ADMIN)) : {}),
  };
}
