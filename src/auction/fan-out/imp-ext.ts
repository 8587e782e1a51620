/** `imp.ext` as bidders see it, but for their own parameters (auction-exchange.md 3.2; decisions row 9). */
import type { ImpExt, ImpSrv } from '#src/wire/ext.ts';
import { isObject } from '#src/wire/merge.ts';

/** Which of our own members bidders see: those of the written interface, or all the Java variant leaves in. */
export type Members = 'listed' | 'wide';

const KEPT: { readonly [members in Members]: readonly (keyof ImpSrv & string)[] } = {
  listed: ['is_rewarded_inventory', 'options', 'adunitcode'],
  wide: ['is_rewarded_inventory', 'options', 'adunitcode', 'storedrequest', 'floors'],
};

/** All members but our own object, of which only what bidders may see is left. Made once an imp, shared by its bidders. */
export function sharedImpExt(ext: ImpExt | null | undefined, srv: ImpSrv | null | undefined, members: Members = 'listed'): ImpExt {
  const shared: ImpExt = {};
  for (const key in ext) if (key !== 'srv') shared[key] = ext[key];
  const kept = keptSrv(srv, members);
  if (kept) shared.srv = kept;
  return shared;
}

function keptSrv(srv: ImpSrv | null | undefined, members: Members): ImpSrv | undefined {
  if (!isObject(srv)) return undefined;
  let kept: ImpSrv | undefined;
  for (const key of KEPT[members]) {
    if (srv[key] === undefined) continue;
    kept ??= {};
    kept[key] = srv[key];
  }
  return kept;
}
