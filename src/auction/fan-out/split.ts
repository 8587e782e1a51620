/** Which imps each bidder gets (auction-exchange.md 3.1 to 3.3). */
import { firstCharacter } from '#src/wire/checks.ts';
import type { Ext, ImpExt } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';
import type { Imp } from '#src/wire/ortb.ts';
import { type Members, sharedImpExt } from './imp-ext.ts';
import { overrideImp, patchFor } from './imp-override.ts';

/** One imp of one bidder, before it is put together. */
export interface ImpShare {
  /** The request's own imp, or the bidder's changed copy. */
  readonly imp: Imp;
  /** `imp.ext` as all its bidders see it, or as the changed copy's is. */
  readonly ext: ImpExt;
  readonly params: Ext;
}

/** Looks at a changed imp again; the text of the first fault. */
export type Recheck = (imp: Imp, index: number) => string | undefined;

/** Told of a change that cannot be made, whose imp stays as it was. */
export type Passed = (text: string) => void;

/**
 * Bidder → its imps, bidders in the order they come up, imps in theirs.
 * @param passed absent: such a change rejects; with it, a change may change the extension too, and one that makes no imp is passed over with a word
 * @returns a text instead where a publisher's change of an imp makes no imp of it, or its extension cannot be read
 */
export function splitImps(imps: readonly Imp[], members: Members, recheck: Recheck, passed?: Passed): Map<string, ImpShare[]> | string {
  const byBidder = new Map<string, ImpShare[]>();
  for (let index = 0; index < imps.length; index++) {
    const imp = imps[index];
    if (imp?.ext && !isObject(imp.ext)) return `invalid json for imp[${index}]: expect { or n, but found ${firstCharacter(imp.ext)}`;
    const srv = imp?.ext?.srv;
    if (!imp || !srv?.bidder) continue;
    const ext = sharedImpExt(imp.ext, srv, members);
    for (const [bidder, params] of Object.entries(srv.bidder)) {
      const patch = srv.imp ? patchFor(srv.imp, bidder) : undefined;
      let own = patch === undefined ? imp : changed(imp, patch, index, recheck);
      if (typeof own === 'string') {
        if (!passed) return own;
        passed(`imp.ext.srv.imp.${bidder} can not be merged into original imp [id=${imp.id}], reason: ${own}`);
        own = imp;
      }
      const shares = byBidder.get(bidder);
      const ownExt = passed && own !== imp ? sharedImpExt(own.ext, own.ext?.srv, members) : ext;
      const share = { imp: own, ext: ownExt, params };
      if (shares) shares.push(share);
      else byBidder.set(bidder, [share]);
    }
  }
  return byBidder;
}

function changed(imp: Imp, patch: unknown, index: number, recheck: Recheck): Imp | string {
  const own = overrideImp(imp, patch);
  if (!own) return `invalid first party data for imp[${index}]`;
  const fault = recheck(own, index);
  return fault === undefined ? own : `merging bidder imp first party data for imp ${imp.id} results in an invalid imp: [${fault}]`;
}

/** The imp as the bidder gets it. */
export const assembleImp = ({ imp, ext, params }: ImpShare): Imp => ({ ...imp, ext: { ...ext, bidder: params } });
