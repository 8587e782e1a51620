/** Imps that a stored answer takes the place of a call for (auction-exchange.md 3.13). */
import type { Imp } from '#src/wire/ortb.ts';

/** The imps without those; the same list where none is stored. */
export function liveImps(imps: Imp[], stored: ReadonlySet<string> | ReadonlyMap<string, unknown>): Imp[] {
  if (stored.size === 0) return imps;
  const live = imps.filter(({ id }) => !stored.has(id));
  return live.length === imps.length ? imps : live;
}
