/** Creatives must be secure by default. */
import type { Imp } from '#src/openrtb/ortb.ts';

/** Sets `secure` to 1 if it is absent, in place. @returns whether an imp was changed */
export function fillSecure(imps: readonly (Imp | null | undefined)[] | null | undefined): boolean {
  let changed = false;
  for (const imp of imps ?? []) {
    if (!imp || typeof imp.secure === 'number') continue;
    imp.secure = 1;
    changed = true;
  }
  return changed;
}
