/** One opened section of the stores' settings: folders, then a database, a bucket and an HTTP service behind a cache. */
import type { HostConfig } from '#src/config/schema.ts';
import type { MemoryOptions, S3Options } from '#src/config/sections/store-parts.ts';
import type { LastStore, StoresDialect } from '#src/dialect/contract/stores.ts';
import { breakerLimits } from '#src/net/breaker.ts';
import type { FetchBody } from '#src/net/fetch-body.ts';
import type { Transport } from '#src/net/transport.ts';
import type { Random } from '#src/platform/random.ts';
import { type CachedStore, type CacheLimits, createCachedStore } from './cached.ts';
import type { GuardEnv } from './circuit-breaker.ts';
import { createDatabaseStore } from './database.ts';
import type { Databases } from './databases.ts';
import { createFileStore, type FileStoreOptions, foldersBelow } from './files.ts';
import { createHttpStore } from './http.ts';
import { inOrder } from './in-order.ts';
import { measured, nameFetches, observeCache } from './measured.ts';
import { createS3Store, foldersIn } from './s3.ts';
import { credentialsOf, S3Bucket } from './s3-bucket.ts';
import type { Store, StoreKind } from './store.ts';

export type SectionName = 'stored_requests' | 'stored_video_req' | 'stored_responses' | 'accounts';

export interface SectionEnv extends GuardEnv {
  readonly random: Pick<Random, 'next'>;
  readonly dialect: StoresDialect;
  readonly fetchBody: FetchBody;
  readonly databases: Databases;
  /** Limits after which queries to databases pause. */
  readonly breaker?: HostConfig['settings']['database']['circuit_breaker'] | undefined;
  /** Connections to HTTP services. */
  readonly transport: Transport;
}

export interface OpenSection {
  /** In order of lookup. */
  readonly stores: readonly Store[];
  readonly last: LastStore;
  /** The memory cache of `stores`; undefined: none. */
  readonly cache: CachedStore | undefined;
  close(): void;
}

/** @param kinds kinds of this section; none: category files */
export async function openSection(
  name: SectionName | 'category_mapping',
  kinds: readonly StoreKind[],
  config: HostConfig,
  env: SectionEnv,
): Promise<OpenSection> {
  const { filesystem, database, in_memory_cache: memory } = config[name];
  const { clock, log, metrics } = env;
  const stores: Store[] = [];
  const close: (() => void)[] = [];
  if (filesystem.enabled) {
    const { directorypath, watch } = filesystem;
    const where = kinds.length > 0 ? { folders: foldersOf(filesystem, kinds) } : { folders: {}, categories: directorypath };
    const files = await createFileStore({ ...where, watch, clock, log });
    stores.push(files);
    close.push(() => files.close());
  }
  const sources = await openSources(name, kinds, config, env);
  const feeds = memory.type !== 'none' && kinds.length > 0 && hasFeeds(config[name as SectionName]);
  const last = lastStore(config[name]);
  if (sources.length === 0 && !feeds) return { stores, last, cache: undefined, close: () => close.forEach(call) };
  nameFetches(metrics, kinds);
  const behind = inOrder(
    sources.map((store) => measured(store, metrics, clock)),
    clock,
  );
  const cached = memory.type === 'none' ? [] : kinds;
  const observeWith = { ...observeCache(metrics, cached), shorten: () => env.random.next() * memory.jitter_seconds * 1000 };
  const byAccount = config.rules.cacheByAccount && database.connection.driver !== '' && !kinds.includes('account');
  const cache =
    memory.type === 'none'
      ? undefined
      : createCachedStore(behind, { ...limitsOf(memory), byAccount, minFetchMs: env.minTimeoutMs }, clock, observeWith);
  return { stores: [...stores, cache ?? behind], last, cache, close: () => close.forEach(call) };
}

/** A bucket holds the same files as a folder. */
function lastStore({ database, http, ...more }: HostConfig[SectionName | 'category_mapping']): LastStore {
  if (http.endpoint !== '' || http.amp_endpoint !== '') return 'service';
  const isBucket = 's3' in more && more.s3.bucket !== '';
  return database.connection.driver === '' || isBucket ? 'folder' : 'database';
}

/** The stores outside this machine, in order of lookup. */
async function openSources(
  name: SectionName | 'category_mapping',
  kinds: readonly StoreKind[],
  config: HostConfig,
  env: SectionEnv,
): Promise<Store[]> {
  const { database, http } = config[name];
  const { s3 } = { s3: undefined, ...config[name] };
  const sources: Store[] = [];
  if (database.connection.driver !== '') {
    const opened = await env.databases.get(database.connection);
    const limits = env.breaker?.enabled ? breakerLimits(env.breaker) : undefined;
    sources.push(createDatabaseStore({ name, database: opened, queries: database.fetcher, kinds }, { ...env, limits }));
  }
  if (s3 && s3.bucket !== '') sources.push(createS3Store({ name, bucket: openBucket(s3, env), folders: foldersIn(s3), kinds }, env));
  if (http.endpoint !== '' || http.amp_endpoint !== '') {
    sources.push(createHttpStore({ name, options: http, kinds, dialect: env.dialect, transport: env.transport }, env));
  }
  return sources;
}

/** The bucket of a section, with the credentials of its settings or of the environment. */
export const openBucket = (options: S3Options, env: Pick<SectionEnv, 'transport' | 'clock'>): S3Bucket =>
  new S3Bucket(options, credentialsOf(options, { environment: process.env, now: () => env.clock.now() }), env);

/** All kinds below one directory, except those with a folder of their own. */
function foldersOf(filesystem: HostConfig[SectionName]['filesystem'], kinds: readonly StoreKind[]): FileStoreOptions['folders'] {
  const {
    directorypath,
    stored_requests_dir: requests,
    stored_imps_dir: imp,
    stored_responses_dir: response,
    profiles_dir: profile,
  } = filesystem;
  const own = { request: requests, amp: requests, video: requests, imp, response, profile, account: '' };
  return {
    ...foldersBelow(directorypath, kinds),
    ...Object.fromEntries(kinds.filter((kind) => own[kind] !== '').map((kind) => [kind, own[kind]])),
  };
}

const call = (close: () => void): void => close();

/** Whether the cache receives updates besides misses. */
const hasFeeds = (section: HostConfig[SectionName]): boolean =>
  section.cache_events.enabled ||
  ('amp_cache_events' in section && section.amp_cache_events.enabled) ||
  section.http_events.endpoint !== '' ||
  section.s3.poll_for_updates.enabled;

/** A kind without a limit of its own has the one of all. */
function limitsOf(memory: MemoryOptions): CacheLimits {
  const { request_cache_size_bytes: request, imp_cache_size_bytes: imp, resp_cache_size_bytes: response, size_bytes: all } = memory;
  const requests = request || all;
  return {
    maxBytes: {
      request: requests,
      amp: requests,
      video: requests,
      profile: requests,
      imp: imp || all,
      response: response || all,
      account: all,
      category: all,
    },
    maxEntries: memory.type === 'unbounded' ? UNBOUNDED : memory.cache_size,
    ttlSeconds: memory.ttl_seconds,
    negativeTtlSeconds: memory.negative_ttl_seconds,
    staleSeconds: memory.stale_if_error_seconds,
  };
}

/** Callers can make up ids, so even an unbounded cache has a limit. */
const UNBOUNDED = 5_000_000;
