/** The memory of all workers of a host as one cache: a requested value may be stored in another worker. */

import type { PeerMessage, WorkerPeers } from '#src/cluster/worker-peers.ts';
import type { MaybeLater } from '#src/lang/later.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Random } from '#src/platform/random.ts';
import type { CachedValue, StoreResult, ValueStore } from './store.ts';

const WANTED = 'cache-wanted';
const FOUND = 'cache-found';

/** ms the peers have to report that they hold a value; a worker without it stays silent. */
const PATIENCE_MS = 100;
/** Max concurrent searches; further ones find nothing, because ids can be made up. */
const MAX_SEARCHES = 1000;

export class WorkersStore implements ValueStore {
  readonly #own: ValueStore;
  readonly #peers: WorkerPeers;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #random: Pick<Random, 'uuid'>;
  readonly #searches = new Map<string, (value: CachedValue) => void>();
  readonly #stopListening: () => void;

  /** @param own the memory of this worker; it never waits */
  constructor(own: ValueStore, peers: WorkerPeers, clock: Pick<Clock, 'after'>, random: Pick<Random, 'uuid'>) {
    this.#own = own;
    this.#peers = peers;
    this.#clock = clock;
    this.#random = random;
    this.#stopListening = peers.listen((message) => this.#onMessage(message));
  }

  put(id: string, value: CachedValue, ttlSeconds: number, isNew = false, isPublic = false): MaybeLater<StoreResult> {
    return this.#own.put(id, value, ttlSeconds, isNew, isPublic);
  }

  async find(id: string): Promise<CachedValue | undefined> {
    const own = await this.#own.find(id);
    if (own || this.#searches.size >= MAX_SEARCHES) return own;
    const search = this.#random.uuid();
    const { promise: found, resolve } = Promise.withResolvers<CachedValue | undefined>();
    this.#searches.set(search, resolve);
    this.#peers.broadcast({ subject: WANTED, search, id });
    const value = await withTimeout(found, PATIENCE_MS, this.#clock, () => undefined);
    this.#searches.delete(search);
    return value;
  }

  async close(): Promise<void> {
    this.#stopListening();
  }

  #onMessage({ subject, search = '', id = '', type, text = '' }: PeerMessage): void {
    if (subject === FOUND && (type === 'json' || type === 'xml')) this.#searches.get(search)?.({ type, content: text });
    if (subject !== WANTED) return;
    const value = this.#own.find(id);
    if (value && !(value instanceof Promise)) this.#peers.broadcast({ subject: FOUND, search, type: value.type, text: value.content });
  }
}
