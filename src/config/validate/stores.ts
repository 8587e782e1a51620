/** Validates combinations of store options; every error stops the startup. */
import { parameterErrors } from '../connection-parameters.ts';
import type { HostConfig } from '../schema.ts';
import type { DatabaseOptions, MemoryOptions, S3Options } from '../sections/store-parts.ts';
import { STORE_SECTIONS } from '../sections/stores.ts';

type Section = HostConfig['stored_requests' | 'accounts' | 'stored_responses' | 'stored_video_req'];

const QUERIES = ['query', 'amp_query'] as const;

/** One line per error. */
export function storeErrors(config: HostConfig): string[] {
  const sections = STORE_SECTIONS.flatMap((name) => [
    ...uncachedErrors(config[name], name),
    ...(config[name].cache_events.enabled && config[name].cache_events.endpoint === ''
      ? [`${name}.cache_events.endpoint: is required`]
      : []),
    ...pollErrors(config[name], name),
    ...databaseErrors(config[name].database, name),
    ...s3Errors(config[name].s3, name),
    ...memoryErrors(config[name].in_memory_cache, name),
  ]);
  const { database, in_memory_cache } = config.category_mapping;
  return [
    ...sections,
    ...uncachedQueries(config.category_mapping, 'category_mapping'),
    ...pollErrors(config.category_mapping, 'category_mapping'),
    ...databaseErrors(database, 'category_mapping'),
    ...memoryErrors(in_memory_cache, 'category_mapping'),
  ];
}

/** Settings without effect, which start a host of either variant. One line each. */
export const storeWarnings = (config: HostConfig): string[] =>
  STORE_SECTIONS.flatMap((name) => {
    const { in_memory_cache: memory, http_events: events } = config[name];
    const warnings = [
      memory.type === 'none' && events.endpoint !== '' && 'http_events.endpoint: no meaning here because in_memory_cache is none',
      events.endpoint === '' &&
        events.refresh_rate_seconds > 0 &&
        'http_events.refresh_rate_seconds: no meaning here because there is no endpoint',
    ];
    return warnings.filter((warning) => warning !== false).map((warning) => `${name}.${warning}`);
  });

/** Updates require a cache. */
function uncachedErrors(section: Section, name: string): string[] {
  const { in_memory_cache, cache_events, http_events, s3 } = section;
  if (in_memory_cache.type !== 'none') return [];
  const pushedForAmp = 'amp_cache_events' in section && section.amp_cache_events.enabled;
  const errors = [
    cache_events.enabled && 'cache_events.enabled: must be false if in_memory_cache=none',
    pushedForAmp && 'amp_cache_events.enabled: must be false if in_memory_cache=none',
    http_events.refresh_rate_seconds !== 0 && 'http_events.refresh_rate_seconds: must be 0 if in_memory_cache=none',
    s3.poll_for_updates.enabled && 's3.poll_for_updates: must be disabled if in_memory_cache=none',
  ];
  return [...errors.filter((error) => error !== false).map((error) => `${name}.${error}`), ...uncachedQueries(section, name)];
}

function uncachedQueries({ in_memory_cache, database }: Pick<Section, 'in_memory_cache' | 'database'>, name: string): string[] {
  if (in_memory_cache.type !== 'none') return [];
  return (['poll_for_updates', 'initialize_caches'] as const).flatMap((part) =>
    QUERIES.filter((query) => database[part][query] !== '').map(
      (query) => `${name}.database.${part}.${query}: must be empty if in_memory_cache=none`,
    ),
  );
}

function pollErrors({ database }: Pick<Section, 'database'>, name: string): string[] {
  const { initialize_caches: fill, poll_for_updates: poll } = database;
  const errors: (string | false)[] = [];
  for (const query of QUERIES.filter((each) => fill[each] !== '')) {
    errors.push(fill.timeout_ms <= 0 && 'database.initialize_caches.timeout_ms: must be positive');
    errors.push(
      /\$[A-Z]/.test(fill[query]) &&
        `database.initialize_caches.${query}: should not contain any wildcards denoted by $ (e.g. $LAST_UPDATED)`,
    );
  }
  for (const query of QUERIES.filter((each) => poll[each] !== '')) {
    errors.push(poll.refresh_rate_seconds <= 0 && 'database.poll_for_updates.refresh_rate_seconds: must be > 0');
    errors.push(poll.timeout_ms <= 0 && 'database.poll_for_updates.timeout_ms: must be > 0');
    errors.push(!poll[query].includes('$LAST_UPDATED') && `database.poll_for_updates.${query}: must contain $LAST_UPDATED parameter`);
  }
  return [...new Set(errors.filter((error) => error !== false))].map((error) => `${name}.${error}`);
}

const LOOKUPS = ['query', 'amp_query', 'profile_query'] as const;
const LIST = /\$[A-Z_]*ID(_LIST)?\b|%[A-Z_]*ID(_LIST)?%/;

function databaseErrors({ connection, fetcher, initialize_caches, poll_for_updates }: DatabaseOptions, name: string): string[] {
  const lookups = LOOKUPS.filter((query) => fetcher[query] !== '');
  const queries = [...lookups, initialize_caches.query, initialize_caches.amp_query, poll_for_updates.query, poll_for_updates.amp_query];
  const used = queries.some((query) => query !== '');
  if (connection.driver === '') return used ? [`${name}.database.connection.driver: is needed by the queries: postgres or mysql`] : [];
  const errors = lookups
    .filter((query) => !LIST.test(fetcher[query]))
    .map(
      (query) =>
        `${name}.database.fetcher.${query}: must contain a list of ids (e.g. ${name === 'accounts' ? '%ACCOUNT_ID%' : '$REQUEST_ID_LIST'})`,
    );
  const { driver, query_string } = connection;
  errors.push(...parameterErrors(driver, query_string).map((rule) => `${name}.database.connection.query_string: ${rule}`));
  if (connection.dbname === '') errors.push(`${name}.database.connection.dbname: is needed`);
  if (!used) errors.push(`${name}.database.fetcher.query: is needed by database.connection`);
  return errors;
}

function s3Errors(
  { bucket, endpoint, access_key_id: id, secret_access_key: secret, poll_for_updates: poll }: S3Options,
  name: string,
): string[] {
  const errors = [
    bucket === '' && (endpoint !== '' || poll.enabled) && 's3.bucket: is needed',
    (id === '') !== (secret === '') && 's3.access_key_id: belongs together with s3.secret_access_key',
    endpoint !== '' && !/^https?:\/\//.test(URL.parse(endpoint)?.href ?? '') && `s3.endpoint: is no address: ${endpoint}`,
    !poll.enabled && poll.refresh_rate_seconds > 0 && 's3.poll_for_updates.enabled: is needed by its refresh_rate_seconds',
  ];
  return errors.filter((error) => error !== false).map((error) => `${name}.${error}`);
}

function memoryErrors(options: MemoryOptions, name: string): string[] {
  if (options.type === 'lru' && options.jitter_seconds > 0 && options.jitter_seconds >= options.ttl_seconds) {
    return [`${name}.in_memory_cache.jitter_seconds: must be less than ttl_seconds`];
  }
  if (options.type !== 'unbounded') return [];
  const limits = [
    'ttl_seconds',
    'size_bytes',
    'request_cache_size_bytes',
    'imp_cache_size_bytes',
    'resp_cache_size_bytes',
    'cache_size',
  ] as const;
  return limits
    .filter((limit) => options[limit] !== 0)
    .map((limit) => `${name}.in_memory_cache.${limit}: is not supported for unbounded caches. Got ${options[limit]}`);
}
