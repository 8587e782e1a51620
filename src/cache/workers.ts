/** The memory of all workers of a host as one cache: what a caller asks one for may lie with another. */
import type { MaybeLater } from '#src/auction/services.ts';
import { withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Random } from '#src/outside/random.ts';
import type { Siblings, Told } from '#src/outside/siblings.ts';
import type { CachedValue, Kept, ValueStore } from './store.ts';

const WANTED = 'cache-wanted';
const FOUND = 'cache-found';

/** ms the others have to say that they hold a value; who does not hold it says nothing. */
const PATIENCE_MS = 100;
/** Searches under way past which further ones find nothing: ids can be made up. */
const MOST_SEARCHES = 1000;

export class WorkersStore implements ValueStore {
  readonly #own: ValueStore;
  readonly #siblings: Siblings;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #random: Pick<Random, 'uuid'>;
  readonly #searches = new Map<string, (value: CachedValue) => void>();
  readonly #stopListening: () => void;

  /** @param own the memory of this worker; it waits for nobody */
  constructor(own: ValueStore, siblings: Siblings, clock: Pick<Clock, 'after'>, random: Pick<Random, 'uuid'>) {
    this.#own = own;
    this.#siblings = siblings;
    this.#clock = clock;
    this.#random = random;
    this.#stopListening = siblings.listen((told) => this.#hear(told));
  }

  keep(id: string, value: CachedValue, ttlSeconds: number, isNew = false): MaybeLater<Kept> {
    return this.#own.keep(id, value, ttlSeconds, isNew);
  }

  async find(id: string): Promise<CachedValue | undefined> {
    const own = await this.#own.find(id);
    if (own || this.#searches.size >= MOST_SEARCHES) return own;
    const search = this.#random.uuid();
    const { promise: found, resolve } = Promise.withResolvers<CachedValue | undefined>();
    this.#searches.set(search, resolve);
    this.#siblings.tell({ subject: WANTED, search, id });
    const value = await withTimeout(found, PATIENCE_MS, this.#clock, () => undefined);
    this.#searches.delete(search);
    return value;
  }

  async close(): Promise<void> {
    this.#stopListening();
  }

  #hear({ subject, search = '', id = '', type, text = '' }: Told): void {
    if (subject === FOUND && (type === 'json' || type === 'xml')) this.#searches.get(search)?.({ type, text });
    if (subject !== WANTED) return;
    const value = this.#own.find(id);
    if (value && !(value instanceof Promise)) this.#siblings.tell({ subject: FOUND, search, type: value.type, text: value.text });
  }
}
