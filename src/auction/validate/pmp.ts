/** Requires an id for each deal. */
import type { PMP } from '#src/openrtb/ortb.ts';

/** @returns the error message; `index` is the imp's */
export function checkPmp(pmp: PMP | undefined, index: number): string | undefined {
  const d = pmp?.deals?.findIndex((deal) => !deal?.id) ?? -1;
  return d < 0 ? undefined : `request.imp[${index}].pmp.deals[${d}] missing required field: "id"`;
}
