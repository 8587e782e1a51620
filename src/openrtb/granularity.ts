/**
 * Price granularities by their legacy names. One object per name, so that compiled forms can be cached. The objects are frozen, their lists
 * are not: a request with a frozen list serializes at a third of the speed.
 */
import type { PriceGranularity, PriceRange } from './ext.ts';

/** `max: increment` pairs in increasing order, two decimals. */
function granularity(...pairs: readonly (readonly [max: number, increment: number])[]): PriceGranularity {
  let min = 0;
  const ranges = pairs.map(([max, increment]): PriceRange => {
    const range = Object.freeze({ min, max, increment });
    min = max;
    return range;
  });
  return Object.freeze({ precision: 2, ranges });
}

const MEDIUM = granularity([20, 0.1]);

const LEGACY: ReadonlyMap<string, PriceGranularity> = new Map([
  ['low', granularity([5, 0.5])],
  ['med', MEDIUM],
  ['medium', MEDIUM],
  ['high', granularity([20, 0.01])],
  ['auto', granularity([5, 0.05], [10, 0.1], [20, 0.5])],
  ['dense', granularity([3, 0.01], [8, 0.05], [20, 0.5])],
]);

/** The ranges of a legacy name (read-only); undefined if the name is unknown. */
export const legacyGranularity = (name: string): PriceGranularity | undefined => LEGACY.get(name);

/** The default (read-only). */
export const mediumGranularity = (): PriceGranularity => MEDIUM;
