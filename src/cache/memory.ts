/**
 * The bid cache in this process: values expire after their lifetime, those not used for the longest time are evicted when the byte budget is
 * exhausted.
 */
import type { Clock } from '#src/platform/clock.ts';
import { entryBytes, Segments } from './segments.ts';
import type { CachedValue, StoreResult, ValueStore } from './store.ts';

export interface MemoryLimits {
  /** Budget of all entries. */
  readonly maxBytes: number;
  /** Share of the budget for values that callers write; absent: none is reserved for auctions. */
  readonly publicShare?: number | undefined;
  /** Max size of a value, in bytes of UTF-8. */
  readonly maxValueBytes: number;
}

export class MemoryStore implements ValueStore {
  /** Values of auctions. */
  readonly #entries: Segments;
  /** Values of callers, which evict only each other; the same as `#entries` without a share. */
  readonly #public: Segments;
  readonly #limits: MemoryLimits;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(limits: MemoryLimits, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#clock = clock;
    const { maxBytes, publicShare } = limits;
    const forPublic = Math.floor(maxBytes * (publicShare ?? 0));
    this.#entries = new Segments(maxBytes - forPublic);
    this.#public = publicShare === undefined ? this.#entries : new Segments(forPublic);
  }

  put(id: string, value: CachedValue, ttlSeconds: number, isNew = false, isPublic = false): StoreResult {
    const now = this.#clock.now();
    if (!isNew && (this.#entries.has(id, now) || this.#public.has(id, now))) return 'exists';
    const bytes = Buffer.byteLength(value.content);
    const entries = isPublic ? this.#public : this.#entries;
    if (bytes > this.#limits.maxValueBytes || entryBytes(id, bytes) > entries.maxBytes) return 'tooLarge';
    entries.put(id, value, bytes, now + ttlSeconds * 1000);
    return 'stored';
  }

  find(id: string): CachedValue | undefined {
    const now = this.#clock.now();
    return this.#entries.find(id, now) ?? (this.#public === this.#entries ? undefined : this.#public.find(id, now));
  }

  /** Bytes in use. */
  get bytes(): number {
    return this.#entries.bytes + (this.#public === this.#entries ? 0 : this.#public.bytes);
  }

  /** Stored entries, including expired ones not yet removed. */
  get size(): number {
    return this.#entries.size + (this.#public === this.#entries ? 0 : this.#public.size);
  }
}
