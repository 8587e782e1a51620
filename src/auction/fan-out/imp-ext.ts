/** `imp.ext` as bidders see it, without their own parameters. */

import { isObject } from '#src/json/merge.ts';
import type { ImpExt, ImpSrv } from '#src/openrtb/ext.ts';

/** Which of our own fields bidders see: those of the documented interface, or all that the Java variant passes on. */
export type FieldSelection = 'listed' | 'wide';

const COPIED: { readonly [fields in FieldSelection]: readonly (keyof ImpSrv & string)[] } = {
  listed: ['is_rewarded_inventory', 'options', 'adunitcode'],
  wide: ['is_rewarded_inventory', 'options', 'adunitcode', 'storedrequest', 'floors'],
};

/** All fields except our own object, which is reduced to what bidders may see. Built once per imp and shared by its bidders. */
export function sharedImpExt(ext: ImpExt | null | undefined, srv: ImpSrv | null | undefined, fields: FieldSelection = 'listed'): ImpExt {
  const shared: ImpExt = {};
  for (const key in ext) if (key !== 'srv') shared[key] = ext[key];
  const retained = copySrv(srv, fields);
  if (retained) shared.srv = retained;
  return shared;
}

function copySrv(srv: ImpSrv | null | undefined, fields: FieldSelection): ImpSrv | undefined {
  if (!isObject(srv)) return undefined;
  let retained: ImpSrv | undefined;
  for (const key of COPIED[fields]) {
    if (srv[key] === undefined) continue;
    retained ??= {};
    retained[key] = srv[key];
  }
  return retained;
}
