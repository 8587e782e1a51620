/** The busiest keys of a dimension, each with a value of its own; all others share one. Callers choose keys, so their number is limited. */
import { OTHER } from '#src/rollups/dimension.ts';

/** Max keys whose activity is counted in an interval. */
const MAX_COUNTED = 1000;
/** A key displaces another one only if it is this many times as busy: series should last. */
const MARGIN = 2;

/** A key with its activity in the interval; without a value of its own it uses the shared one. */
interface Counted<V> {
  activity: number;
  own: V | undefined;
}

export class TopKeys<V> {
  readonly #top: number;
  readonly #make: () => V;
  readonly #chosen = new Map<string, V>();
  #others: V | undefined;
  /** All chosen keys and further ones: one look-up gives activity and value. */
  #counted = new Map<string, Counted<V>>();

  /** @param top number of keys with a value of their own */
  constructor(top: number, make: () => V) {
    this.#top = top;
    this.#make = make;
  }

  /** The value of a key, or the shared one; counts as activity of the key. Free places go to the first keys. */
  at(key: string): V {
    const counted = this.#counted.get(key) ?? this.#count(key);
    if (!counted) return this.#shared();
    counted.activity++;
    return counted.own ?? this.#shared();
  }

  /** Undefined: there are too many keys, or it is that of all others. */
  #count(key: string): Counted<V> | undefined {
    if (key === OTHER) return undefined;
    const isFree = this.#chosen.size < this.#top;
    if (!isFree && this.#counted.size >= MAX_COUNTED) return undefined;
    const counted = { activity: 0, own: isFree ? this.#choose(key) : undefined };
    this.#counted.set(key, counted);
    return counted;
  }

  /** Each key with its value, `other` last. */
  *entries(): Iterable<readonly [key: string, value: V]> {
    yield* this.#chosen;
    if (this.#others !== undefined) yield [OTHER, this.#others];
  }

  /** The busiest keys of the interval with their activity: what other processes have to know. */
  busiest(): (readonly [key: string, activity: number])[] {
    return sorted(this.#activity()).slice(0, this.#top * 2);
  }

  /**
   * Ends the interval: keys that were much busier than chosen ones displace them. A displaced key loses its value, a new one starts at 0: what
   * it did before stays with the others.
   * @param peers the same of other processes
   */
  choose(peers: Iterable<readonly [key: string, activity: number]>): void {
    const activity = this.#activity();
    for (const [key, more] of peers) activity.set(key, (activity.get(key) ?? 0) + more);
    const weakest = sorted(new Map([...this.#chosen.keys()].map((key) => [key, activity.get(key) ?? 0]))).reverse();
    for (const [key, count] of sorted(activity)) {
      if (this.#chosen.has(key)) continue;
      const last = weakest[0];
      if (this.#chosen.size >= this.#top) {
        if (!last || count <= last[1] * MARGIN) break;
        this.#chosen.delete(last[0]);
        weakest.shift();
      }
      this.#choose(key);
    }
    // Made-up keys cannot displace the chosen ones from the count.
    this.#counted = new Map([...this.#chosen].map(([key, own]) => [key, { activity: 0, own }]));
  }

  #activity(): Map<string, number> {
    return new Map([...this.#counted].map(([key, { activity }]) => [key, activity]));
  }

  #shared(): V {
    this.#others ??= this.#make();
    return this.#others;
  }

  #choose(key: string): V {
    const value = this.#make();
    this.#chosen.set(key, value);
    return value;
  }
}

/** The busiest first; equal ones in the same order in every process. */
const sorted = (activity: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...activity].sort(([a, busy], [b, busier]) => busier - busy || (a < b ? -1 : 1));
