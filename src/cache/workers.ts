/** The memory of all workers of a host as one cache: a requested value may be stored in another worker. */

import type { MaybeLater } from '#src/lang/later.ts';
import { type PeerSearchEnv, PeerSearches } from '#src/platform/peer-searches.ts';
import type { PeerMessage } from '#src/platform/peers.ts';
import type { CachedValue, StoreResult, ValueStore } from './store.ts';

const toValue = ({ type, content = '' }: PeerMessage): CachedValue => ({ type: type === 'json' ? type : 'xml', content });

export class WorkersStore implements ValueStore {
  readonly #own: ValueStore;
  readonly #searches: PeerSearches;

  /** @param own the memory of this worker; it never waits @param timeoutMs ms the peers have to report that they hold a value */
  constructor(own: ValueStore, timeoutMs: number, env: PeerSearchEnv) {
    this.#own = own;
    this.#searches = new PeerSearches(
      {
        name: 'cache',
        timeoutMs,
        ownOf({ id = '' }) {
          const value = own.find(id);
          return value && !(value instanceof Promise) ? { type: value.type, content: value.content } : undefined;
        },
      },
      env,
    );
  }

  put(id: string, value: CachedValue, ttlSeconds: number, isNew = false, isPublic = false): MaybeLater<StoreResult> {
    return this.#own.put(id, value, ttlSeconds, isNew, isPublic);
  }

  async find(id: string): Promise<CachedValue | undefined> {
    const own = await this.#own.find(id);
    return own ?? new Promise((resolve) => this.#searches.find({ id }, (found) => resolve(found && toValue(found))));
  }

  async close(): Promise<void> {
    this.#searches.stop();
  }
}
