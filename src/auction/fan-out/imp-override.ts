/** What a publisher changes in an imp for one bidder: `imp.ext.srv.imp.BIDDER` (auction-exchange.md 3.3). */
import { overlay } from '#src/auction/enrich/overlay.ts';
import { shapeFault } from '#src/wire/decode.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';

/** A copy of the imp with the patch laid over it; undefined where the two do not make an imp. Neither is written to. */
export function overrideImp(imp: Imp | null | undefined, patch: unknown): Imp | undefined {
  if (!isObject(imp) || !hasReadableExt(imp) || !isObject(patch)) return undefined;
  const changed = overlay(imp, patch);
  return !hasReadableExt(changed) || shapeFault('Imp', changed) ? undefined : changed;
}

const hasReadableExt = ({ ext }: { ext?: unknown }): boolean => ext === undefined || isObject(ext);

/** The patch meant for a bidder, by its exact name or else in any case; undefined: none. */
export function patchFor(patches: unknown, bidder: string): unknown {
  if (!isObject(patches)) return undefined;
  if (Object.hasOwn(patches, bidder)) return patches[bidder] ?? undefined;
  const wanted = bidder.toLowerCase();
  for (const name of Object.keys(patches)) if (name.toLowerCase() === wanted) return patches[name] ?? undefined;
  return undefined;
}
