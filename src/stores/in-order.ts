/** Several stores as one: each fetches the ids missing in the previous ones. One timeout applies to all of them together. */
import { timeLeft } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import { type CategoryFile, NONE, type Store } from './store.ts';
import { fetchFrom } from './stored-data.ts';

const EMPTY: Store = { fetch: () => NONE };

export function inOrder(stores: readonly Store[], clock: Pick<Clock, 'micros'>): Store {
  const [first, ...rest] = stores;
  if (!first) return EMPTY;
  if (rest.length === 0) return first;
  return {
    fetch: (kind, ids, timeoutMs, accountId, scope) => fetchFrom(stores, { kind, ids, timeoutMs, accountId, scope, clock }),
    async categories(adServer, publisher, timeoutMs, scope) {
      const begunUs = clock.micros();
      let missing: CategoryFile = null;
      for (const store of stores) {
        if (!store.categories) continue;
        const file = await store.categories(adServer, publisher, timeLeft(timeoutMs, begunUs, clock), scope);
        if (typeof file === 'string') return file;
        if (file === undefined) missing = undefined;
      }
      return missing;
    },
  };
}
