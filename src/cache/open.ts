/** The bid cache of this process, built from the host's settings. */

import type { HostConfig } from '#src/config/schema.ts';
import type { CacheServiceDialect } from '#src/dialect/contract/cache-service.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import type { WorkerPeers } from '#src/platform/peers.ts';
import type { Random } from '#src/platform/random.ts';
import { cacheQuery, publicCacheAddress } from './address.ts';
import { cacheBackend } from './backend.ts';
import { createBidCache } from './bid-cache.ts';
import type { BidCache } from './contract.ts';
import { MemoryStore } from './memory.ts';
import { RemoteCache } from './remote.ts';
import type { CacheService, ValueStore } from './store.ts';
import { WorkersStore } from './workers.ts';

export interface OpenCache {
  /** For auctions. */
  readonly bidCache: BidCache;
  /** For the endpoints that serve cached values. */
  readonly store: ValueStore | CacheService;
}

type Settings = Pick<HostConfig, 'cache' | 'external_cache' | 'external_url' | 'datacenter' | 'http_client' | 'worker_timeouts'>;

export interface CacheEnv {
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly dialect: { readonly cacheService: CacheServiceDialect };
  readonly log: Log;
  readonly metrics: Metrics;
  /** Other workers, whose memory is searched as well. */
  readonly peers?: WorkerPeers;
}

/** Opens the configured backend; drivers are loaded only then. */
export async function openCache(config: Settings, env: CacheEnv): Promise<OpenCache> {
  const { cache } = config;
  const backend = cacheBackend(cache);
  if (backend === 'http') {
    const { http_client: client } = config;
    const own = {
      ...client,
      max_connections_per_host: cache.max_connections,
      max_response_bytes: cache.max_response_bytes,
      connect_timeout_ms: Math.min(client.connect_timeout_ms, cache.put_timeout_ms),
    };
    const transport = new PoolTransport(own, client.follow_redirects ?? false);
    const { external_cache: external } = config;
    const { scheme, host, path } = cache;
    const service =
      external.host === '' ? { scheme: scheme === '' ? 'http' : scheme, host, path, query: cacheQuery(cache.query) } : external;
    const remote = new RemoteCache(config, publicCacheAddress(service, config.external_url), { ...env, transport });
    return { bidCache: remote, store: remote };
  }
  if (backend === 'memory') return openWorkersCache(config, env);
  const { RedisStore } = await import('./redis.ts');
  return overStore(config, await RedisStore.open(cache.redis, env), env.random);
}

/** The cache in this process and, if it has peers, in theirs. */
function openWorkersCache(config: Settings, { clock, random, peers }: CacheEnv): OpenCache {
  const own = openMemoryCache(config, clock, random);
  if (!peers || peers.singleProcess) return own;
  return { bidCache: own.bidCache, store: new WorkersStore(own.store, config.worker_timeouts.cached_value_ms, { peers, clock, random }) };
}

/** The cache in this process. */
export function openMemoryCache(
  config: Pick<Settings, 'cache' | 'external_cache' | 'external_url' | 'datacenter'>,
  clock: Pick<Clock, 'now'>,
  random: Pick<Random, 'uuid'>,
): Pick<OpenCache, 'bidCache'> & { readonly store: MemoryStore } {
  const { max_bytes, max_value_bytes, public_share } = config.cache.memory;
  return overStore(
    config,
    new MemoryStore({ maxBytes: max_bytes, maxValueBytes: max_value_bytes, publicShare: public_share }, clock),
    random,
  );
}

function overStore<S extends ValueStore>(
  { cache, external_cache, external_url, datacenter }: Pick<Settings, 'cache' | 'external_cache' | 'external_url' | 'datacenter'>,
  store: S,
  random: Pick<Random, 'uuid'>,
): Pick<OpenCache, 'bidCache'> & { readonly store: S } {
  const address = publicCacheAddress(external_cache, external_url);
  const tracedIn = cache.append_trace_info_to_cache_id ? datacenter : undefined;
  return { store, bidCache: createBidCache({ store, random, address, maxTtlSeconds: cache.request_limits.max_ttl_seconds, tracedIn }) };
}
