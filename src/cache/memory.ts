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
  /** Share of the budget for values that callers write; absent: none is reserved for auctions. */
  readonly publicShare?: number | undefined;
  /** Max size of a value, in bytes of UTF-8. */
  readonly maxValueBytes: number;
}

interface Entry {
  readonly value: CachedValue;
  /** Epoch ms. */
  readonly expiresAt: number;
}

export class MemoryStore implements ValueStore {
  /** Values of auctions. */
  readonly #entries: LRUCache<string, Entry>;
  /** Values of callers, which evict only each other; the same as `#entries` without a share. */
  readonly #public: LRUCache<string, Entry>;
  readonly #limits: MemoryLimits;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(limits: MemoryLimits, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#clock = clock;
    // Ages are stored with the values: the library's own bookkeeping costs more than the rest of a put.
    const { maxBytes, publicShare } = limits;
    const forPublic = Math.floor(maxBytes * (publicShare ?? 0));
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes - forPublic) });
    this.#public = publicShare === undefined ? this.#entries : new LRUCache({ maxSize: Math.max(1, forPublic) });
  }

  put(id: string, value: CachedValue, ttlSeconds: number, isNew = false, isPublic = false): StoreResult {
    if (!isNew && this.find(id)) return 'exists';
    const bytes = Buffer.byteLength(value.content);
    const size = ENTRY_BYTES + id.length + bytes;
    const entries = isPublic ? this.#public : this.#entries;
    if (bytes > this.#limits.maxValueBytes || size > entries.maxSize) return 'tooLarge';
    entries.set(id, { value, expiresAt: this.#clock.now() + ttlSeconds * 1000 }, { size });
    return 'stored';
  }

  find(id: string): CachedValue | undefined {
    return this.#findIn(this.#entries, id) ?? (this.#public === this.#entries ? undefined : this.#findIn(this.#public, id));
  }

  #findIn(entries: LRUCache<string, Entry>, id: string): CachedValue | undefined {
    const entry = entries.get(id);
    if (!entry) return undefined;
    if (this.#clock.now() < entry.expiresAt) return entry.value;
    entries.delete(id);
    return undefined;
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#entries.calculatedSize + (this.#public === this.#entries ? 0 : this.#public.calculatedSize);
  }

  /** Stored entries, including expired ones not yet removed. */
  get size(): number {
    return this.#entries.size + (this.#public === this.#entries ? 0 : this.#public.size);
  }
}
