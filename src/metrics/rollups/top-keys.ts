/** The busiest keys of a dimension, each with a value of its own; all others share one. Callers choose keys, so their number is limited. */
import { OTHER } from '#src/rollups/dimension.ts';

/** Max keys whose activity is counted in an interval. */
const MAX_COUNTED = 1000;
/** A key displaces another one only if it is this many times as busy: series should last. */
const MARGIN = 2;

export class TopKeys<V> {
  readonly #top: number;
  readonly #make: () => V;
  readonly #chosen = new Map<string, V>();
  #others: V | undefined;
  #activity = new Map<string, number>();

  /** @param top number of keys with a value of their own */
  constructor(top: number, make: () => V) {
    this.#top = top;
    this.#make = make;
  }

  /** The value of a key, or the shared one. Free places go to the first keys. */
  at(key: string): V {
    if (key === OTHER) return this.#shared();
    const noted = this.#activity.get(key);
    if (noted !== undefined || this.#activity.size < MAX_COUNTED) this.#activity.set(key, (noted ?? 0) + 1);
    const own = this.#chosen.get(key);
    if (own !== undefined) return own;
    if (this.#chosen.size < this.#top) return this.#choose(key);
    return this.#shared();
  }

  /** Each key with its value, `other` last. */
  *entries(): Iterable<readonly [key: string, value: V]> {
    yield* this.#chosen;
    if (this.#others !== undefined) yield [OTHER, this.#others];
  }

  /** The busiest keys of the interval with their activity: what other processes have to know. */
  busiest(): (readonly [key: string, activity: number])[] {
    return sorted(this.#activity).slice(0, this.#top * 2);
  }

  /**
   * Ends the interval: keys that were much busier than chosen ones displace them. A displaced key loses its value, a new one starts at 0: what
   * it did before stays with the others.
   * @param peers the same of other processes
   */
  choose(peers: Iterable<readonly [key: string, activity: number]>): void {
    const activity = new Map(this.#activity);
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
    this.#activity = new Map([...this.#chosen.keys()].map((key) => [key, 0]));
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
