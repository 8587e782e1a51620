/** Where bids are cached: in this process, in Redis or Valkey, or in a cache service of its own. */
import type { HostConfig } from '#src/config/schema.ts';

export type CacheBackend = 'memory' | 'redis' | 'http';

/** Named in `cache.backend`; else a cache service where one has an address, else this process. */
export function cacheBackend({ backend, host, internal }: Pick<HostConfig['cache'], 'backend' | 'host' | 'internal'>): CacheBackend {
  return backend ?? (host !== '' || internal.host !== '' ? 'http' : 'memory');
}
