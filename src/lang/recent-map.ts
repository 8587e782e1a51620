/**
 * A map of the entries set last. Beyond its limit the oldest are discarded, a sixteenth of all at once: an entry costs one insertion, and is
 * never removed on its own.
 */
import { StringMap } from './string-map.ts';

const GENERATIONS = 16;

export class RecentMap<Value> {
  readonly #max: number;
  /** The newest is last. */
  readonly #generations: StringMap<Value>[] = [new StringMap()];
  #newest = this.#generations[0] as StringMap<Value>;
  /** Entries of all generations but the newest. */
  #older = 0;

  /** @param max entries, above 0 */
  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#older + this.#newest.size;
  }

  get(key: string): Value | undefined {
    for (let i = this.#generations.length - 1; i >= 0; i--) {
      const value = this.#generations[i]?.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** Replaces the entry of the same key. */
  set(key: string, value: Value): void {
    if (this.#newest.size >= this.#max / GENERATIONS) this.#begin();
    this.#newest.set(key, value);
    while (this.size > this.#max) this.#older -= this.#generations.shift()?.size ?? 0;
  }

  #begin(): void {
    this.#older += this.#newest.size;
    this.#newest = new StringMap();
    this.#generations.push(this.#newest);
  }
}
