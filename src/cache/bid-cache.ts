/** The bid cache as auctions use it, over any store of values. */
import type { BidCache, CachePut } from '#src/auction/services.ts';
import type { Random } from '#src/outside/random.ts';
import type { CacheAddress } from './address.ts';
import type { CachedValue, Kept, ValueStore } from './store.ts';

export interface BidCacheOptions {
  readonly store: ValueStore;
  readonly random: Pick<Random, 'uuid'>;
  /** Where clients fetch from. */
  readonly address: CacheAddress;
  /** Longest life of a value, and that of values that say nothing; seconds. */
  readonly maxTtlSeconds: number;
}

type Answer = { ids: (string | undefined)[]; errors: string[] };

/** Puts are independent: one that fails costs its own id only. Waits only where the store does. */
export function createBidCache({ store, random, address, maxTtlSeconds }: BidCacheOptions): BidCache {
  const keep = ({ type, value, ttlSeconds, key }: CachePut): { id: string; kept: Kept | Promise<Kept> } => {
    const id = key ?? random.uuid();
    const text = type === 'json' ? JSON.stringify(value) : String(value);
    return { id, kept: store.keep(id, { type, text } satisfies CachedValue, lifetime(ttlSeconds, maxTtlSeconds)) };
  };
  return {
    address,
    put(puts) {
      const begun = puts.map(keep);
      if (!begun.some(({ kept }) => kept instanceof Promise)) return toAnswer(begun as { id: string; kept: Kept }[]);
      return Promise.all(begun.map(async ({ id, kept }) => ({ id, kept: await settled(kept) }))).then(toAnswer);
    },
  };
}

/** Seconds a value lives: what it says up to the most there is. */
export const lifetime = (ttlSeconds: number | undefined, most: number): number => {
  const limit = most > 0 ? most : 3600;
  return ttlSeconds !== undefined && ttlSeconds > 0 ? Math.min(ttlSeconds, limit) : limit;
};

const settled = async (kept: Kept | Promise<Kept>): Promise<Kept | Error> => {
  try {
    return await kept;
  } catch (cause) {
    return cause instanceof Error ? cause : new Error(String(cause));
  }
};

function toAnswer(kept: readonly { readonly id: string; readonly kept: Kept | Error }[]): Answer {
  const answer: Answer = { ids: [], errors: [] };
  for (const [index, { id, kept: how }] of kept.entries()) {
    answer.ids.push(how === 'kept' ? id : undefined);
    if (how === 'tooLarge') answer.errors.push(`Bid cache: element ${index} exceeds the size limit`);
    else if (how instanceof Error) answer.errors.push(`Bid cache: element ${index} was not kept: ${how.message}`);
  }
  return answer;
}
