/** Texts by id with an end: kept for a while, served beyond it only where nobody can be asked. */
import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/outside/clock.ts';

export interface TextLimits {
  /** Bytes of text; 0: no limit. */
  readonly maxBytes: number;
  /** Texts; counts where there is no limit of bytes. */
  readonly maxEntries: number;
  /** How long a text is good; 0: until it is pushed out or dropped. */
  readonly ttlMs: number;
  /** How long an id that was not found is not asked for again; 0: asked every time. */
  readonly negativeTtlMs: number;
  /** How long after its end a text still serves in need. */
  readonly staleMs: number;
}

interface Entry {
  /** Undefined: known not to be there. */
  readonly text: string | undefined;
  /** Epoch ms; Infinity: for ever. */
  readonly goodUntil: number;
}

const LATEST = Number.POSITIVE_INFINITY;

export class TextCache {
  readonly #entries: LRUCache<string, Entry>;
  readonly #limits: TextLimits;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #shorten: () => number;

  /** @param shorten ms taken off each lifetime */
  constructor(limits: TextLimits, clock: Pick<Clock, 'now'>, shorten: () => number = () => 0) {
    this.#limits = limits;
    this.#clock = clock;
    this.#shorten = shorten;
    const { maxBytes, maxEntries } = limits;
    this.#entries = new LRUCache({
      maxSize: maxBytes > 0 ? maxBytes : maxEntries,
      sizeCalculation: ({ text }, key) => (maxBytes > 0 ? (text?.length ?? 0) + key.length + 1 : 1),
    });
  }

  /** The text, null where there is none, undefined where somebody must be asked. */
  get(key: string): string | null | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.goodUntil <= this.#clock.now() ? undefined : (entry.text ?? null);
  }

  /** A text past its end that still serves. */
  getStale(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry && entry.goodUntil + this.#limits.staleMs > this.#clock.now() ? entry.text : undefined;
  }

  set(key: string, text: string): void {
    const { ttlMs } = this.#limits;
    this.#entries.set(key, { text, goodUntil: ttlMs === 0 ? LATEST : this.#clock.now() + Math.max(1, ttlMs - this.#shorten()) });
  }

  /** Remembers for a while that there is none. */
  setMissing(key: string): void {
    const { negativeTtlMs } = this.#limits;
    if (negativeTtlMs > 0) this.#entries.set(key, { text: undefined, goodUntil: this.#clock.now() + negativeTtlMs });
    else this.#entries.delete(key);
  }

  /** Forgets the keys for which `isMeant` holds. */
  drop(isMeant: (key: string) => boolean): void {
    for (const key of this.#entries.keys()) if (isMeant(key)) this.#entries.delete(key);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
