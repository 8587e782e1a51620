/** The bid cache as auctions use it, over any value store. */

import { toError } from '#src/lang/error-message.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import type { Random } from '#src/platform/random.ts';
import type { CacheAddress } from './address.ts';
import type { BidCache, CachePut } from './contract.ts';
import { tracedId } from './key.ts';
import { isStored, type PutOutcome, type StorePut, type StoreResult, type ValueStore } from './store.ts';

export interface BidCacheOptions {
  readonly store: ValueStore;
  readonly random: Pick<Random, 'uuid'>;
  /** Address from which clients fetch. */
  readonly address: CacheAddress;
  /** Max lifetime of a value, and the default; seconds. */
  readonly maxTtlSeconds: number;
  /** Ids begin with the account and this datacenter; undefined: they do not. */
  readonly tracedIn?: string | undefined;
}

type PutResult = { ids: (string | undefined)[]; errors: string[] };

/** Puts are independent: a failure costs only its own id. Waits only if the store does. */
export function createBidCache({ store, random, address, maxTtlSeconds, tracedIn }: BidCacheOptions): BidCache {
  const idOf = ({ key, accountId }: CachePut): string => {
    if (key !== undefined) return key;
    const uuid = random.uuid();
    return tracedIn === undefined ? uuid : (tracedId(uuid, accountId, tracedIn) ?? uuid);
  };
  const toStorePut = (put: CachePut): StorePut => ({
    id: idOf(put),
    value: { type: put.type, content: put.type === 'json' ? JSON.stringify(put.value) : String(put.value) },
    ttlSeconds: lifetime(put.ttlSeconds, maxTtlSeconds),
    isNew: put.key === undefined,
    isPublic: put.isPublic,
  });
  return {
    address,
    put(puts, timeoutMs) {
      const values = puts.map(toStorePut);
      if (store.putMany) return store.putMany(values, timeoutMs).then((stored) => toPutResult(values, stored));
      const results = values.map(({ id, value, ttlSeconds, isNew, isPublic }) => store.put(id, value, ttlSeconds, isNew, isPublic));
      if (!results.some((how) => how instanceof Promise))
        return toPutResult(
          values,
          (results as StoreResult[]).map((value) => ({ value })),
        );
      return Promise.all(results.map(settled)).then((all) => toPutResult(values, all));
    },
  };
}

/** Lifetime of a value in seconds: its own, limited to the max. */
export const lifetime = (ttlSeconds: number | undefined, max: number): number => {
  const limit = max > 0 ? max : 3600;
  return ttlSeconds !== undefined && ttlSeconds > 0 ? Math.min(ttlSeconds, limit) : limit;
};

const settled = async (stored: MaybeLater<StoreResult>): Promise<PutOutcome> => {
  try {
    return { value: await stored };
  } catch (cause) {
    return { error: toError(cause) };
  }
};

function toPutResult(values: readonly StorePut[], stored: readonly PutOutcome[]): PutResult {
  const response: PutResult = { ids: [], errors: [] };
  for (const [index, { id }] of values.entries()) {
    const how = stored[index];
    response.ids.push(how && isStored(how) ? id : undefined);
    if (how && 'error' in how) response.errors.push(`Bid cache: element ${index} was not stored: ${how.error.message}`);
    else if (how?.value === 'tooLarge') response.errors.push(`Bid cache: element ${index} exceeds the size limit`);
  }
  return response;
}
