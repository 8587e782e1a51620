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

export class MemoryStore implements ValueStore {
  readonly #entries: LRUCache<string, CachedValue>;
  readonly #limits: MemoryLimits;

  constructor(limits: MemoryLimits, clock: Pick<Clock, 'now'>) {
    this.#limits = limits;
    this.#entries = new LRUCache({
      maxSize: limits.maxBytes,
      // No cached time: it would cost a timer, and a stopping process would wait for it.
      ttlResolution: 0,
      perf: { now: () => clock.now() },
    });
  }

  keep(id: string, value: CachedValue, ttlSeconds: number): Kept {
    if (this.#entries.has(id)) return 'exists';
    const bytes = Buffer.byteLength(value.text);
    const size = ENTRY_BYTES + id.length + bytes;
    if (bytes > this.#limits.maxValueBytes || size > this.#limits.maxBytes) return 'tooLarge';
    this.#entries.set(id, value, { ttl: ttlSeconds * 1000, size });
    return 'kept';
  }

  find(id: string): CachedValue | undefined {
    return this.#entries.get(id);
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
