/** The imps of each bidder. */
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { Ext, ImpExt } from '#src/openrtb/ext.ts';
import type { Imp } from '#src/openrtb/ortb.ts';
import { type FieldSelection, sharedImpExt } from './imp-ext.ts';
import { overrideImp, patchFor } from './imp-override.ts';

/** One imp of one bidder before assembly. */
export interface ImpShare {
  /** The request's own imp, or the bidder's patched copy. */
  readonly imp: Imp;
  /** `imp.ext` shared by all its bidders, or the patched copy's own. */
  readonly ext: ImpExt;
  readonly params: Ext;
}

/** Validates a patched imp; returns the first error message. */
export type ImpCheck = (imp: Imp, index: number) => string | undefined;

/** Receives the error of a patch that could not be applied; its imp stays unchanged. */
export type OnSkipped = (message: string) => void;

/** How publishers' patches apply. */
export interface PatchRules {
  /** Names of patches apply to bidders in any case. */
  readonly anyCase: boolean;
  /**
   * undefined: an invalid patch rejects; otherwise a patch may change the extension too, and an invalid one is skipped with a warning
   */
  readonly onSkipped?: OnSkipped | undefined;
}

/**
 * Maps each bidder to its imps; bidders in order of appearance, imps in request order.
 * @returns an error if a publisher's patch produces an invalid imp or its extension is malformed
 */
export function splitImps(
  imps: readonly Imp[],
  fields: FieldSelection,
  check: ImpCheck,
  { anyCase, onSkipped }: PatchRules,
): Result<Map<string, ImpShare[]>> {
  const byBidder = new Map<string, ImpShare[]>();
  for (let index = 0; index < imps.length; index++) {
    const imp = imps[index];
    const malformed = [imp?.ext, imp?.ext?.srv, imp?.ext?.srv?.bidder].find((value) => value && !isObject(value));
    if (malformed) return { error: `invalid json for imp[${index}]: ${notAnObject(malformed)}` };
    const srv = imp?.ext?.srv;
    if (!imp || !srv?.bidder) continue;
    const ext = sharedImpExt(imp.ext, srv, fields);
    for (const [bidder, params] of Object.entries(srv.bidder)) {
      const patch = srv.imp ? patchFor(srv.imp, bidder, anyCase) : undefined;
      const patched = patch === undefined ? undefined : changed(imp, patch, index, check);
      if (patched && 'error' in patched) {
        if (!onSkipped) return patched;
        onSkipped(`imp.ext.srv.imp.${bidder} can not be merged into original imp [id=${imp.id}], reason: ${patched.error}`);
      }
      const own = patched && 'value' in patched ? patched.value : imp;
      const shares = byBidder.get(bidder);
      const ownExt = onSkipped && own !== imp ? sharedImpExt(own.ext, own.ext?.srv, fields) : ext;
      const share = { imp: own, ext: ownExt, params };
      if (shares) shares.push(share);
      else byBidder.set(bidder, [share]);
    }
  }
  return { value: byBidder };
}

/** The patched imp, or why it cannot be used. */
function changed(imp: Imp, patch: unknown, index: number, check: ImpCheck): Result<Imp> {
  const own = overrideImp(imp, patch, index);
  if ('error' in own) return own;
  const error = check(own.value, index);
  if (error === undefined) return own;
  return { error: `merging bidder imp first party data for imp ${imp.id} results in an invalid imp: [${error}]` };
}

/** The imp as the bidder receives it. */
export const assembleImp = ({ imp, ext, params }: ImpShare): Imp => ({ ...imp, ext: { ...ext, bidder: params } });
