/** Selects the bid cache: in this process, in Redis or Valkey, or a separate cache service. */
import type { HostConfig } from '#src/config/schema.ts';

export type CacheBackend = 'memory' | 'redis' | 'http';

/** The backend in `cache.backend`; default: a cache service if it has an address, else this process. */
export function cacheBackend({ backend, host, internal }: Pick<HostConfig['cache'], 'backend' | 'host' | 'internal'>): CacheBackend {
  return backend ?? (host !== '' || internal.host !== '' ? 'http' : 'memory');
}
