/** Strings by id with an expiry time: after it they are served only while the source is unavailable. */
import { LRUCache } from 'lru-cache';
import { entriesOf } from '#src/lang/lru-limit.ts';
import type { Clock } from '#src/platform/clock.ts';

export interface DocumentLimits {
  /** Max bytes; 0: no limit. */
  readonly maxBytes: number;
  /** Max entries; 0: no limit but that of bytes. */
  readonly maxEntries: number;
  /** Lifetime of an entry in ms; 0: until evicted or dropped. */
  readonly ttlMs: number;
  /** ms a missing id is not requested again; 0: requested every time. */
  readonly negativeTtlMs: number;
  /** ms after expiry during which an entry may still be served. */
  readonly staleMs: number;
}

interface Entry {
  /** Undefined: known to be missing. */
  readonly json: string | undefined;
  /** Epoch ms; infinite: never. */
  readonly expiresAt: number;
}

/** Share of a caller's timeout after which expired data is served: the caller needs the rest for its bidders. */
export const STALE_WAIT = 0.5;

const NEVER = Number.POSITIVE_INFINITY;

/** Bytes that an entry counts besides its id and string: callers make up ids, whose absence is stored too. */
const ENTRY_BYTES = 192;

/** Bytes of a string in memory. */
const bytesOf = (text: string): number => (Buffer.byteLength(text) === text.length ? text.length : text.length * 2);

export class DocumentCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #limits: DocumentLimits;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #shorten: () => number;

  /** @param shorten ms subtracted from each lifetime */
  constructor(limits: DocumentLimits, clock: Pick<Clock, 'now'>, shorten: () => number = () => 0) {
    this.#limits = limits;
    this.#clock = clock;
    this.#shorten = shorten;
    const { maxBytes, maxEntries } = limits;
    this.#entries = new LRUCache({
      maxSize: maxBytes > 0 ? maxBytes : maxEntries,
      sizeCalculation: ({ json }, key) => (maxBytes > 0 ? ENTRY_BYTES + bytesOf(json ?? '') + bytesOf(key) : entriesOf(key)),
    });
  }

  /** The string; null if known to be missing, undefined if unknown or expired. */
  get(key: string): string | null | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    const { ttlMs, negativeTtlMs } = this.#limits;
    const leftMs = entry.expiresAt - this.#clock.now();
    // More than a lifetime is left if the clock was set back.
    const isExpired = leftMs <= 0 || (leftMs > (entry.json === undefined ? negativeTtlMs : ttlMs) && leftMs !== NEVER);
    return isExpired ? undefined : (entry.json ?? null);
  }

  /** An expired string that may still be served. */
  getStale(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.expiresAt + this.#limits.staleMs > this.#clock.now() ? entry.json : undefined;
  }

  set(key: string, text: string): void {
    const { ttlMs } = this.#limits;
    this.#put(key, { json: text, expiresAt: ttlMs === 0 ? NEVER : this.#clock.now() + Math.max(1, ttlMs - this.#shorten()) });
  }

  /** Records for a while that the id is missing. */
  setMissing(key: string): void {
    const { negativeTtlMs } = this.#limits;
    if (negativeTtlMs > 0) this.#put(key, { json: undefined, expiresAt: this.#clock.now() + negativeTtlMs });
    else this.#entries.delete(key);
  }

  /** Drops the keys for which `matches` returns true. */
  drop(matches: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (matches(key)) this.#entries.delete(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #put(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    const { maxEntries } = this.#limits;
    while (maxEntries > 0 && this.#entries.size > maxEntries) this.#entries.pop();
  }
}
