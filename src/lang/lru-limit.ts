/** Limits of caches. */

const one = (): number => 1;

/**
 * Options of an `LRUCache` with at most `max` entries, whose memory grows with its entries: with its own option `max` the constructor
 * allocates them all, which takes 1 ms of CPU for 10,000.
 */
export const entriesUpTo = (max: number) => ({ maxSize: max, sizeCalculation: one }) as const;

/** Length of a key (UTF-16 units) from which it counts as several entries. */
const LONG_KEY = 256;

/** The number of entries that a key counts for: callers choose ids of any length. */
export const entriesOf = (key: string): number => 1 + Math.floor(key.length / LONG_KEY);
