/** Traffic of the exchange behind `appnexus` and `mediafuse`. */

import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { object, string } from '#src/json/values.ts';
import type { Result } from '#src/lang/result.ts';
import type { BidderError, Builder } from '../../bidder.ts';
import { badInput, generic } from '../../errors.ts';
import { asObject, field } from '../../kit/decode.ts';
import { traffic } from '../../kit/define.ts';
import { chunks, groupBy } from '../../kit/fan-out.ts';
import { filled, without } from '../../kit/objects.ts';
import { type FieldsRule, has, idOrString } from '../../kit/params.ts';
import { readerOf, type ValueOf } from '../../kit/reader.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../../kit/spec.ts';
import { withQuery } from '../../kit/url.ts';
import { categoriesOf, IAB_OF_BRAND } from './appnexus-categories.ts';
import { appnexusResponse, javaTypeOf, toCategories } from './appnexus-response.ts';

const keyword = z.object({ key: z.string(), value: z.array(z.string()).min(1).optional() });
const sizes = z.array(z.object({ w: z.int(), h: z.int() }));

/** Params of both bidders. */
export const commonParams = {
  inv_code: z.string().optional(),
  invCode: z.string().optional(),
  traffic_source_code: z.string().optional(),
  trafficSourceCode: z.string().optional(),
  reserve: z.number().optional(),
  position: z.enum(['above', 'below']).optional(),
  use_pmt_rule: z.boolean().optional(),
  generate_ad_pod_id: z.boolean().optional(),
  private_sizes: sizes.optional(),
};
export const keywordList = z.array(keyword).min(1);

/** A placement, or an inventory code with a member; one spelling of each. */
export const placementRule: FieldsRule = {
  oneOf: [{ oneOf: [has('placementId'), has('placement_id')] }, { oneOf: [has('invCode', 'member'), has('inv_code', 'member')] }],
  not: has('placementId', 'invCode', 'member'),
};

export const appnexusParams = z.object({
  placement_id: idOrString().optional(),
  placementId: idOrString().optional(),
  ...commonParams,
  member: idOrString().optional(),
  keywords: z.union([z.string().min(1), keywordList, z.record(z.string(), z.array(z.string()))]).optional(),
  use_payment_rule: z.boolean().optional(),
  ext_inv_code: z.string().optional(),
  external_imp_id: z.string().optional(),
});

/** Params with normalized names. */
interface Params {
  readonly placementId: number;
  readonly invCode: string;
  readonly member: string;
  readonly keywords: string;
  readonly isPods: boolean;
  /** Same for all imps of a pod; empty: none. */
  readonly podId: string;
  readonly given: ValueOf<typeof readGiven>;
}
type Imps = Group<Params>;

/** Private sizes are not read: they are sent as they came. */
const readGiven = readerOf(appnexusParams.omit({ private_sizes: true }));

function readParams(bidder: unknown): Result<Params> {
  const given = readGiven(bidder);
  if ('error' in given) return given;
  const { value } = given;
  const written = value.placement_id || value.placementId || 0;
  const placementId = typeof written === 'string' && !/^[+-]?\d+$/.test(written) ? Number.NaN : Number(written);
  if (!Number.isSafeInteger(placementId)) return { error: `strconv.ParseInt: parsing ${JSON.stringify(String(written))}: invalid syntax` };
  return {
    value: {
      placementId,
      invCode: value.inv_code || value.invCode || '',
      member: String(value.member ?? ''),
      keywords: joinKeywords(value.keywords),
      isPods: value.generate_ad_pod_id ?? false,
      podId: '',
      given: value,
    },
  };
}

/** The Java variant has a message of its own for keywords of another type. */
function readJavaParams(bidder: unknown): Result<Params> {
  const keywords = field(object(bidder), 'keywords') ?? '';
  const isReadable = typeof keywords === 'string' || typeof keywords === 'object';
  return isReadable ? readParams(bidder) : { error: "'keywords' field has the wrong type." };
}

const isList = <L extends readonly unknown[], O>(value: L | O): value is L => Array.isArray(value);

/** `key=value` for each value, the key alone if it has none, joined with commas; a string as it is. */
function joinKeywords(keywords: Params['given']['keywords']): string {
  if (keywords === undefined || typeof keywords === 'string') return keywords ?? '';
  const pairs = isList(keywords) ? keywords.map(({ key = '', value = [] }) => [key, value] as const) : Object.entries(keywords);
  return pairs.flatMap(([key, values = []]) => (values.length > 0 ? values.map((value) => `${key}=${value}`) : [key])).join(',');
}

const POSITIONS: ReadonlyMap<string, number> = new Map([
  ['above', 1],
  ['below', 3],
]);

function toImp({ imp, params, ext }: ImpWithParams<Params>, { request }: RequestContext): ImpPatch | BidderError {
  const { placementId, invCode, member: memberId, keywords, given } = params;
  if (placementId === 0 && (invCode === '' || memberId === '')) return badInput('No placement or member+invcode provided');
  const { bidfloor = 0 } = imp;
  const appnexus = filled({
    placement_id: placementId,
    keywords,
    traffic_source_code: given.traffic_source_code || given.trafficSourceCode,
    ext_inv_code: given.ext_inv_code,
    external_imp_id: given.external_imp_id,
  });
  const usesPaymentRule = given.use_pmt_rule ?? given.use_payment_rule;
  return {
    tagid: invCode || imp.tagid,
    ...(bidfloor <= 0 && (given.reserve ?? 0) > 0 && { bidfloor: given.reserve }),
    banner: toBanner(imp.banner, POSITIONS.get(given.position ?? '')),
    displaymanagerver: imp.displaymanagerver || displayVersion(request.app?.ext),
    ext: {
      appnexus: { ...appnexus, use_pmt_rule: usesPaymentRule, private_sizes: field(object(ext.bidder), 'private_sizes') },
      ...(string(ext['gpid']) && { gpid: ext['gpid'] }),
    },
  };
}

function toBanner(banner: ImpWithParams<Params>['imp']['banner'], position: number | undefined): ImpWithParams<Params>['imp']['banner'] {
  const [first] = banner?.format ?? [];
  const isUnsized = banner?.w === undefined && banner?.h === undefined && first !== undefined;
  if (!banner || (!isUnsized && position === undefined)) return banner;
  return { ...banner, ...(position !== undefined && { pos: position }), ...(isUnsized && { w: first.w ?? 0, h: first.h ?? 0 }) };
}

/** `<source>-<version>` of the app's SDK. */
export function displayVersion(appExt: unknown): string | undefined {
  const srv = object(isObject(appExt) ? field(appExt, 'srv') : undefined);
  const source = string(field(srv, 'source'));
  const version = string(field(srv, 'version'));
  return source && version ? `${source}-${version}` : undefined;
}

const fieldOf = (imps: Imps): string => imps.find(({ params }) => params.member !== '')?.params.member ?? '';
const MAX_IMPS = 10;

/** Properties all imps must share: the member, and whether they are pods. */
function disagreement(imps: Imps): BidderError | undefined {
  const first = fieldOf(imps);
  const isPods = imps[0]?.params.isPods ?? false;
  for (const { params } of imps) {
    if (params.member !== '' && params.member !== first) {
      return generic(
        `all request.imp[i].ext.prebid.bidder.appnexus.member params must match. Request contained member IDs ${first} and ${params.member}`,
      );
    }
    if (params.isPods !== isPods) return generic('generate ad pod option should be same for all pods in request');
  }
  return undefined;
}

/** Calls of at most ten imps; pods of a video request are separate, each with an id of its own. */
function toGroups(imps: Imps, { request, info, builder }: RequestContext): readonly Imps[] | BidderError {
  const error = disagreement(imps);
  if (error) return error;
  const unreadable = extError(request);
  if (unreadable !== undefined) return generic(unreadable);
  if (info.endpoint !== 'video' || !(imps[0]?.params.isPods ?? false)) return chunks(imps, MAX_IMPS);
  return groupBy(imps, ({ imp }) => imp.id.split('_', 1)[0]).flatMap((pod) => {
    const podId = String(builder.env.random());
    return chunks(
      pod.map((item) => ({ ...item, params: { ...item.params, podId } })),
      MAX_IMPS,
    );
  });
}

const readOwnExt = readerOf(
  z.object({
    include_brand_category: z.boolean(),
    brand_category_uniqueness: z.boolean(),
    is_amp: z.int(),
    hb_source: z.int(),
    adpod_id: z.string(),
  }),
);

/** The decoder's message for the first unreadable extension for the exchange. */
function extError({ ext, source }: RequestContext['request']): string | undefined {
  const objects = [ext, ext?.['appnexus'], source?.ext].map((value) => asObject(value ?? null));
  const result = objects.find((value) => 'error' in value) ?? readOwnExt(ext?.['appnexus'] ?? null);
  return 'error' in result ? result.error : undefined;
}

function toRequest(imps: Imps, { request, info, setup: { platformId } }: RequestContext<Setup>): RequestPatch {
  const found = readOwnExt(request.ext?.['appnexus'] ?? null);
  const old = 'error' in found ? {} : found.value;
  const wantsCategories = isObject(request.ext?.srv?.targeting?.includebrandcategory);
  const appnexus = {
    include_brand_category: wantsCategories || old.include_brand_category,
    brand_category_uniqueness: wantsCategories || old.brand_category_uniqueness,
    is_amp: info.endpoint === 'amp' ? 1 : undefined,
    hb_source: platformId + (info.endpoint === 'video' ? 1 : 0),
    adpod_id: imps[0]?.params.podId || old.adpod_id || undefined,
  };
  const chain = request.source?.ext?.['schain'];
  if (chain === undefined || !request.source) return { ext: { ...request.ext, appnexus } };
  const { schain: _, ...sourceExt } = request.source.ext ?? {};
  const source = Object.keys(sourceExt).length > 0 ? { ...request.source, ext: sourceExt } : without(request.source, 'ext');
  return { source, ext: { ...request.ext, appnexus, schain: chain } };
}

interface Setup {
  readonly platformId: number;
  /** IAB category of a brand category id. */
  readonly categories: ReadonlyMap<number, string | undefined>;
}

const platformOf = ({ platformId }: Builder): number => Number(platformId) || 5;

export const appnexusTraffic = traffic<Params, Setup>({
  setup: (builder) => ({ platformId: platformOf(builder), categories: IAB_OF_BRAND }),
  readParams,
  imp: toImp,
  fanout: toGroups,
  uri: (imps, { builder }) => {
    const member = fieldOf(imps);
    return member === '' ? builder.endpoint : withQuery(builder.endpoint, { member_id: member });
  },
  request: toRequest,
  response: { ...appnexusResponse, bid: (bid, _, { setup }) => toCategories(bid, setup.categories) },
  java: {
    setup: (builder) => ({ platformId: platformOf(builder), categories: categoriesOf(builder.extraInfo) }),
    readParams: readJavaParams,
    response: { mediaType: javaTypeOf },
  },
});
