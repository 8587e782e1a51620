/** Imps with the exchange's own params, and the member they share. */

import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError } from '../../bidder.ts';
import { generic } from '../../errors.ts';
import { paramsIn } from '../../kit/imp-params.ts';
import { filled, withFirstSize } from '../../kit/objects.ts';
import { type Lenient, readerOf } from '../../kit/reader.ts';
import type { ImpPatch, ImpWithParams, RequestContext } from '../../kit/spec.ts';
import { displayVersion } from '../families/appnexus.ts';

export const params = z.object({
  placement_id: z.int().optional(),
  member: z.int().optional(),
  inv_code: z.string().optional(),
  allow_smaller_sizes: z.boolean().optional(),
  use_pmt_rule: z.boolean().optional(),
  keywords: z.string().optional(),
  traffic_source_code: z.string().optional(),
  pubclick: z.string().optional(),
  ext_inv_code: z.string().optional(),
  ext_imp_id: z.string().optional(),
  banner_frameworks: z.array(z.int()).optional(),
});
type Params = Lenient<z.input<typeof params>>;

const readGiven = readerOf(params);
export const readParams = (bidder: unknown): Result<Params> => readGiven(bidder ?? null);
export const badExt = (id: string): BidderError => generic(`failed to parse ext for impression id '${id}'`);

/** Whether the id of the slot, if it is given, is a string. */
export const isGpidReadable = (ext: unknown): boolean =>
  !isObject(ext) || ['string', 'undefined'].includes(typeof (ext['gpid'] ?? undefined));

/** The member of the first readable imp that has one: it holds for the complete request. */
export function memberOf({ imp: imps }: RequestContext['request']): number | undefined {
  for (const imp of imps) {
    const found = isGpidReadable(imp.ext) ? paramsIn(imp, readParams) : { error: '' };
    if ('value' in found && found.value.member) return found.value.member;
  }
  return undefined;
}

export function toImp({ imp, params: own, ext }: ImpWithParams<Params>, { request }: RequestContext<unknown>): ImpPatch | BidderError {
  if (own.member && own.member !== memberOf(request)) return generic('member id mismatch: all impressions must use the same member id');
  const banner = withFirstSize(imp.banner);
  return {
    tagid: own.inv_code || imp.tagid,
    banner: banner && { ...banner, api: banner.api ?? own.banner_frameworks },
    displaymanagerver: imp.displaymanagerver || displayVersion(request.app?.ext),
    ext: { appnexus: ownImpExt(own), ...filled({ gpid: ext['gpid'] }) },
  };
}

const ownImpExt = (own: Params): object => ({
  ...filled({
    placement_id: own.placement_id,
    keywords: own.keywords,
    traffic_source_code: own.traffic_source_code,
    pub_click: own.pubclick,
    ext_inv_code: own.ext_inv_code,
    ext_imp_id: own.ext_imp_id,
  }),
  allow_smaller_sizes: own.allow_smaller_sizes,
  use_pmt_rule: own.use_pmt_rule,
});
