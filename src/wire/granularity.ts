/** Price granularities by their old names (auction-request.md section 8). */
import type { PriceGranularity } from './ext.ts';

const range = (min: number, max: number, increment: number) => ({ min, max, increment });

const MEDIUM: PriceGranularity = { precision: 2, ranges: [range(0, 20, 0.1)] };

const LEGACY: ReadonlyMap<string, PriceGranularity> = new Map<string, PriceGranularity>([
  ['low', { precision: 2, ranges: [range(0, 5, 0.5)] }],
  ['med', MEDIUM],
  ['medium', MEDIUM],
  ['high', { precision: 2, ranges: [range(0, 20, 0.01)] }],
  ['auto', { precision: 2, ranges: [range(0, 5, 0.05), range(5, 10, 0.1), range(10, 20, 0.5)] }],
  ['dense', { precision: 2, ranges: [range(0, 3, 0.01), range(3, 8, 0.05), range(8, 20, 0.5)] }],
]);

/** What an old name stands for, as an object of its own; undefined when the name is unknown. */
export function legacyGranularity(name: string): PriceGranularity | undefined {
  const found = LEGACY.get(name);
  return found && { precision: 2, ranges: (found.ranges ?? []).map((each) => ({ ...each })) };
}

/** What holds where nothing was said. */
export const mediumGranularity = (): PriceGranularity => ({ precision: 2, ranges: [range(0, 20, 0.1)] });
