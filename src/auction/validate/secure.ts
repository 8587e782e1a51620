/** Creatives must be secure unless an imp says otherwise (auction-request.md 7.6, 8). */
import type { Imp } from '#src/wire/ortb.ts';

/** Sets `secure` to 1 where it is absent, in place. @returns whether an imp was changed */
export function fillSecure(imps: readonly (Imp | null | undefined)[] | null | undefined): boolean {
  let changed = false;
  for (const imp of imps ?? []) {
    if (!imp || typeof imp.secure === 'number') continue;
    imp.secure = 1;
    changed = true;
  }
  return changed;
}
