/** The smallest request that still shows a difference: fields are removed as long as it stays. */
import { type Path, pathsOf, withValueAt } from '#properties/arbitraries/request.ts';

/**
 * @param shows whether a smaller value still has the property; called at most `limit` times, one call after the other
 * @returns the smallest value found
 */
export async function shrink(value: unknown, shows: (smaller: unknown) => Promise<boolean>, limit = 100): Promise<unknown> {
  let best = value;
  let tries = 0;
  for (let found = true; found; ) {
    found = false;
    // Whole objects first: one removal may drop many fields.
    const paths = (pathsOf(best) as Path[]).sort((a, b) => a.length - b.length);
    for (const path of paths) {
      if (tries++ >= limit) return best;
      const smaller = withValueAt(best, path, undefined);
      if (JSON.stringify(smaller).length >= JSON.stringify(best).length || !(await shows(smaller))) continue;
      best = smaller;
      found = true;
      break;
    }
  }
  return best;
}
