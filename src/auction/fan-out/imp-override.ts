/** A publisher's patch of an imp for one bidder: `imp.ext.srv.imp.BIDDER`. */

import { fieldInAnyCase } from '#src/json/letter-case.ts';
import { isObject } from '#src/json/merge.ts';
import type { Failure, Result } from '#src/lang/result.ts';
import { shapeErrorOf } from '#src/openrtb/decode.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { overlay } from '../enrich/overlay.ts';

/** A copy of the imp with the patch merged; an error if the result is not an imp. Neither input is modified. @param index of the imp */
export function overrideImp(imp: Imp | null | undefined, patch: unknown, index: number): Result<Imp> {
  if (!isObject(imp) || !hasReadableExt(imp) || !isObject(patch)) return invalid(index);
  const changed = overlay(imp, patch);
  return !hasReadableExt(changed) || shapeErrorOf('Imp', changed) ? invalid(index) : { value: changed };
}

const invalid = (index: number): Failure => ({ error: `invalid first party data for imp[${index}]` });

const hasReadableExt = ({ ext }: { ext?: unknown }): boolean => ext === undefined || isObject(ext);

/** The patch for a bidder; undefined: none. @param anyCase its name may differ in case if no patch has the exact one */
export function patchFor(patches: unknown, bidder: string, anyCase: boolean): unknown {
  if (!isObject(patches)) return undefined;
  const exact = Object.hasOwn(patches, bidder) ? patches[bidder] : undefined;
  return (anyCase ? fieldInAnyCase(patches, bidder) : exact) ?? undefined;
}
