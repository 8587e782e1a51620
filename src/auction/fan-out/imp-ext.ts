/** `imp.ext` as bidders see it, without their own parameters (docs/stages/fan-out.md#what-a-bidder-sees). */

import { copyJson, isObject, mergePatch } from '#src/json/merge.ts';
import type { Ext, ImpExt, ImpSrv } from '#src/openrtb/ext.ts';

/** Which of our own fields bidders see: those of the documented interface, or all that the Java variant passes on. */
export type FieldSelection = 'listed' | 'wide';

const COPIED: { readonly [fields in FieldSelection]: readonly (keyof ImpSrv & string)[] } = {
  listed: ['is_rewarded_inventory', 'options', 'adunitcode'],
  wide: ['is_rewarded_inventory', 'options', 'adunitcode', 'storedrequest', 'floors'],
};

/** All fields except our own object, which is reduced to what bidders may see. Built once per imp and shared by its bidders. */
export function sharedImpExt(ext: ImpExt | null | undefined, srv: ImpSrv | null | undefined, fields: FieldSelection): ImpExt {
  const shared: ImpExt = {};
  for (const key in ext) if (key !== 'srv') shared[key] = ext[key];
  const retained = copySrv(srv, fields);
  if (retained) shared.srv = retained;
  return shared;
}

/**
 * `context.data` merged into `data`, whose own fields win; the rest of `context` remains. The Java variant's form of the extension.
 * @param isHidden both are removed: the bidder may not see first-party data
 */
export function withImpData(ext: ImpExt, isHidden: boolean): ImpExt {
  const { context, data } = ext;
  const inContext = isObject(context) ? context['data'] : undefined;
  if (inContext === undefined && (!isHidden || data === undefined)) return ext;
  const { context: _context, data: _data, ...rest } = ext;
  const { data: _, ...left } = isObject(context) ? context : {};
  const own: ImpExt = { ...rest, ...(Object.keys(left).length > 0 && { context: left }) };
  if (isHidden) return own;
  const merged = isObject(inContext) && isObject(data) ? mergePatch(copyJson(inContext), data) : (data ?? inContext);
  return { ...own, data: merged as Ext };
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
