/** Imps for which a stored response replaces the call. */
import type { Imp } from '#src/openrtb/ortb.ts';

/** The imps without stored responses; the same list if there are none. */
export function liveImps(imps: Imp[], stored: ReadonlySet<string> | ReadonlyMap<string, unknown>): Imp[] {
  if (stored.size === 0) return imps;
  const live = imps.filter(({ id }) => !stored.has(id));
  return live.length === imps.length ? imps : live;
}
