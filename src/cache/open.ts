/** The bid cache of this process, put together from the host's settings. */
import type { BidCache } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Random } from '#src/outside/random.ts';
import { publicCacheAddress } from './address.ts';
import { createBidCache } from './bid-cache.ts';
import { MemoryStore } from './memory.ts';

/** `bidCache` for auctions, `store` for the endpoint that serves what they put. */
export function openMemoryCache(
  { cache, external_cache, external_url }: Pick<HostConfig, 'cache' | 'external_cache' | 'external_url'>,
  clock: Pick<Clock, 'now'>,
  random: Pick<Random, 'uuid'>,
): { readonly bidCache: BidCache; readonly store: MemoryStore } {
  const { max_bytes, max_value_bytes } = cache.memory;
  const store = new MemoryStore({ maxBytes: max_bytes, maxValueBytes: max_value_bytes }, clock);
  const address = publicCacheAddress(external_cache, external_url);
  return { store, bidCache: createBidCache({ store, random, address, maxTtlSeconds: cache.request_limits.max_ttl_seconds }) };
}
