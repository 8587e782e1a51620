/** Deals need an id (auction-request.md 12.6). */
import type { PMP } from '#src/wire/ortb.ts';

/** @returns the refusal's text; `index` is the imp's */
export function checkPmp(pmp: PMP | undefined, index: number): string | undefined {
  const d = pmp?.deals?.findIndex((deal) => !deal?.id) ?? -1;
  return d < 0 ? undefined : `request.imp[${index}].pmp.deals[${d}] missing required field: "id"`;
}
