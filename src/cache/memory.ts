/** The bid cache in this process: values live for their seconds, the least used go first when the byte budget is spent. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/outside/clock.ts';
import type { CachedValue, Kept, ValueStore } from './store.ts';

/** Bytes an entry costs besides its text and id. */
const ENTRY_BYTES = 128;

export interface MemoryLimits {
  /** Budget of all entries together. */
  readonly maxBytes: number;
  /** Longest value, in bytes of UTF-8. */
  readonly maxValueBytes: number;
}

interface Entry {
  readonly value: CachedValue;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export class MemoryStore implements ValueStore {
  readonly #entries: LRUCache<string, Entry>;
  readonly #limits: MemoryLimits;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(limits: MemoryLimits, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#clock = clock;
    // Ages are kept beside the values: the library's own bookkeeping of them costs more than all the rest of a put.
    this.#entries = new LRUCache({ maxSize: limits.maxBytes });
  }

  keep(id: string, value: CachedValue, ttlSeconds: number, isNew = false): Kept {
    if (!isNew && this.find(id)) return 'exists';
    const bytes = Buffer.byteLength(value.text);
    const size = ENTRY_BYTES + id.length + bytes;
    if (bytes > this.#limits.maxValueBytes || size > this.#limits.maxBytes) return 'tooLarge';
    this.#entries.set(id, { value, expiresAt: this.#clock.now() + ttlSeconds * 1000 }, { size });
    return 'kept';
  }

  find(id: string): CachedValue | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (this.#clock.now() < entry.expiresAt) return entry.value;
    this.#entries.delete(id);
    return undefined;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#entries.calculatedSize;
  }

  /** Entries that are kept, dead ones not yet met included. */
  get size(): number {
    return this.#entries.size;
  }
}
