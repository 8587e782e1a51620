/** Price granularities by their old names (auction-request.md section 8). One frozen object a name, so that what is compiled from it is kept. */
import type { PriceGranularity, PriceRange } from './ext.ts';

/** `max: increment` pairs in increasing order, two decimals. */
function granularity(...pairs: readonly (readonly [max: number, increment: number])[]): PriceGranularity {
  let min = 0;
  const ranges = pairs.map(([max, increment]): PriceRange => {
    const range = Object.freeze({ min, max, increment });
    min = max;
    return range;
  });
  return Object.freeze({ precision: 2, ranges: Object.freeze(ranges) as PriceRange[] });
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

/** What an old name stands for (not to be written to); undefined when the name is unknown. */
export const legacyGranularity = (name: string): PriceGranularity | undefined => LEGACY.get(name);

/** What holds where nothing was said (not to be written to). */
export const mediumGranularity = (): PriceGranularity => MEDIUM;
