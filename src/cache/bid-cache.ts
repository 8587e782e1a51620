/** The bid cache as auctions use it, over any store of values. */
import type { BidCache, CachePut } from '#src/auction/services.ts';
import type { Random } from '#src/outside/random.ts';
import { toError } from '#src/wire/error-message.ts';
import type { CacheAddress } from './address.ts';
import { tracedId } from './key.ts';
import type { Keeping, Kept, ValueStore } from './store.ts';

export interface BidCacheOptions {
  readonly store: ValueStore;
  readonly random: Pick<Random, 'uuid'>;
  /** Where clients fetch from. */
  readonly address: CacheAddress;
  /** Longest life of a value, and that of values that say nothing; seconds. */
  readonly maxTtlSeconds: number;
  /** Ids begin with the account and this datacenter; undefined: they do not. */
  readonly tracedIn?: string | undefined;
}

type Answer = { ids: (string | undefined)[]; errors: string[] };

/** Puts are independent: one that fails costs its own id only. Waits only where the store does. */
export function createBidCache({ store, random, address, maxTtlSeconds, tracedIn }: BidCacheOptions): BidCache {
  const idOf = ({ key, accountId }: CachePut): string => {
    if (key !== undefined) return key;
    const uuid = random.uuid();
    return tracedIn === undefined ? uuid : (tracedId(uuid, accountId, tracedIn) ?? uuid);
  };
  const keepingOf = (put: CachePut): Keeping => ({
    id: idOf(put),
    value: { type: put.type, text: put.type === 'json' ? JSON.stringify(put.value) : String(put.value) },
    ttlSeconds: lifetime(put.ttlSeconds, maxTtlSeconds),
    isNew: put.key === undefined,
  });
  return {
    address,
    put(puts, timeoutMs) {
      const values = puts.map(keepingOf);
      if (store.keepMany) return store.keepMany(values, timeoutMs).then((kept) => toAnswer(values, kept));
      const kept = values.map(({ id, value, ttlSeconds, isNew }) => store.keep(id, value, ttlSeconds, isNew));
      if (!kept.some((how) => how instanceof Promise)) return toAnswer(values, kept as Kept[]);
      return Promise.all(kept.map(settled)).then((all) => toAnswer(values, all));
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
    return toError(cause);
  }
};

function toAnswer(values: readonly Keeping[], kept: readonly (Kept | Error)[]): Answer {
  const answer: Answer = { ids: [], errors: [] };
  for (const [index, { id }] of values.entries()) {
    const how = kept[index];
    answer.ids.push(how === 'kept' ? id : undefined);
    if (how === 'tooLarge') answer.errors.push(`Bid cache: element ${index} exceeds the size limit`);
    else if (how instanceof Error) answer.errors.push(`Bid cache: element ${index} was not kept: ${how.message}`);
  }
  return answer;
}
