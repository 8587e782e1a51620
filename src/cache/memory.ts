/**
 * The bid cache in this process: values expire after their lifetime, the least recently used are evicted when the byte budget is exhausted.
 */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/platform/clock.ts';
import type { CachedValue, StoreResult, ValueStore } from './store.ts';

/** Overhead of an entry in bytes, besides its text and id. */
const ENTRY_BYTES = 128;

export interface MemoryLimits {
  /** Budget of all entries. */
  readonly maxBytes: number;
  /** Max size of a value, in bytes of UTF-8. */
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
    // Ages are stored with the values: the library's own bookkeeping costs more than the rest of a put.
    this.#entries = new LRUCache({ maxSize: limits.maxBytes });
  }

  put(id: string, value: CachedValue, ttlSeconds: number, isNew = false): StoreResult {
    if (!isNew && this.find(id)) return 'exists';
    const bytes = Buffer.byteLength(value.content);
    const size = ENTRY_BYTES + id.length + bytes;
    if (bytes > this.#limits.maxValueBytes || size > this.#limits.maxBytes) return 'tooLarge';
    this.#entries.set(id, { value, expiresAt: this.#clock.now() + ttlSeconds * 1000 }, { size });
    return 'stored';
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

  /** Stored entries, including expired ones not yet removed. */
  get size(): number {
    return this.#entries.size;
  }
}
