import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, Builder } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { asObject, parseObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { chunks } from '../kit/fan-out.ts';
import { filled, withFirstSize } from '../kit/objects.ts';
import { has, where } from '../kit/params.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { SharedBid, SharedResponse } from '../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, RequestContext, RequestPatch } from '../kit/spec.ts';
import { withQuery } from '../kit/url.ts';
import { displayVersion } from './families/appnexus.ts';
import { appnexusResponse, byAdType } from './families/appnexus-response.ts';

const params = z.object({
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

/** Source of the bids, for all requests and for those of the video endpoint. */
interface Sources {
  readonly all: number;
  readonly video: number;
}
type Context = RequestContext<Sources>;

const readGiven = readerOf(params);
const readParams = (bidder: unknown): Params | string => readGiven(bidder ?? null);
const readExtraInfo = readerOf(z.object({ hb_source: z.int(), hb_source_video: z.int() }));
const readOwnExt = readerOf(
  z.object({ include_brand_category: z.boolean(), brand_category_uniqueness: z.boolean(), is_amp: z.int(), hb_source: z.int() }),
);

/** @throws Error if the host's extra info is malformed */
function sourcesOf({ extraInfo }: Builder): Sources {
  const info = extraInfo === '' ? {} : parseObject(extraInfo);
  const found = typeof info === 'string' ? info : readExtraInfo(info);
  if (typeof found === 'string') throw new Error('malformed extra adapter info');
  return { all: found.hb_source || 5, video: found.hb_source_video || 6 };
}

const badExt = (id: string): BidderError => generic(`failed to parse ext for impression id '${id}'`);

const isGpidReadable = (ext: unknown): boolean => !isObject(ext) || ['string', 'undefined'].includes(typeof (ext['gpid'] ?? undefined));

/** The member of the first readable imp that has one: it holds for the complete request. */
function memberOf({ imp: imps }: Context['request']): number | undefined {
  for (const { ext } of imps) {
    const found = typeof asObject(ext) === 'string' || !isGpidReadable(ext) ? '' : readParams(ext?.bidder);
    if (typeof found !== 'string' && found.member) return found.member;
  }
  return undefined;
}

function toImp({ imp, params: own, ext }: ImpWithParams<Params>, { request }: Context): ImpPatch | BidderError {
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

function extError({ ext }: Context['request']): BidderError | undefined {
  const [own = ''] = [asObject(ext ?? null), asObject(ext?.srv ?? null)].filter((value) => typeof value === 'string');
  if (own !== '') return generic(own);
  return typeof readOwnExt(ext?.['appnexus'] ?? null) === 'string' ? generic('malformed request ext.appnexus') : undefined;
}

/** What the variants decide differently. */
interface Flags {
  readonly wantsCategories: boolean;
  readonly isAmp: 0 | 1 | undefined;
}

function toRequest({ request: { ext }, info, setup: sources }: Context, { wantsCategories, isAmp }: Flags): RequestPatch {
  const found = readOwnExt(ext?.['appnexus'] ?? null);
  const old = typeof found === 'string' ? {} : found;
  const appnexus = {
    include_brand_category: wantsCategories || old.include_brand_category,
    brand_category_uniqueness: wantsCategories || old.brand_category_uniqueness,
    is_amp: isAmp ?? old.is_amp,
    hb_source: info.endpoint === 'video' ? sources.video : sources.all,
  };
  return { ext: { ...ext, appnexus } };
}

const toType = byAdType((adType) => generic(`unrecognized bid_ad_type in response: ${adType}`));

const javaByAdType = byAdType((adType) => badServer(`Unsupported bid ad type: ${adType}`));
const javaType = (bid: SharedBid) => (isObject(bid.ext?.['appnexus']) ? javaByAdType(bid) : badServer('Missing Microsoft bid extension'));

/** The Java variant rejects a response of which no bid is left. */
function noValidBid({ seatbid = [] }: SharedResponse, errors: BidderError[]): BidderError | undefined {
  const types = seatbid.flatMap(({ bid }) => bid.map(javaType));
  if (!types.every(isError)) return undefined;
  errors.push(...types);
  return badServer('No valid bids found in response');
}

export default defineBidder({
  code: 'msft',
  endpoint: 'http://ib.adnxs.com/openrtb2',
  maintainer: 'prebid@microsoft.com',
  vendorId: 32,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  platformId: '5',
  sync: { key: 'adnxs', redirect: { url: 'https://ib.adnxs.com/getuid?{{.RedirectURL}}', userMacro: '$UID' } },
  params: where(params, { oneOf: [has('placement_id'), has('inv_code', 'member')] }),

  setup: sourcesOf,
  checkImp: ({ id, ext }) => (isGpidReadable(ext) ? undefined : badExt(id)),
  readParams,
  badParams: (_, { id }) => badExt(id),
  imp: toImp,
  onBadImp: { imp: 'abort-so-far' },
  fanout: (imps, { request }) => extError(request) ?? chunks(imps, 10),
  uri: (_, { request, builder }) => {
    const member = memberOf(request);
    return member ? withQuery(builder.endpoint, { member_id: member }) : builder.endpoint;
  },
  headers: 'openrtb-2.6',
  request: (_, context) =>
    toRequest(context, {
      wantsCategories: isObject(context.request.ext?.srv?.targeting?.includebrandcategory),
      isAmp: context.info.endpoint === 'amp' ? 1 : undefined,
    }),
  response: { ...appnexusResponse, mediaType: toType },
  java: {
    badParams: (cause) => badInput(`Failed to deserialize Microsoft imp extension: ${cause}`),
    request: (_, context) =>
      toRequest(context, {
        wantsCategories: (context.request.ext?.srv?.targeting?.includebrandcategory ?? undefined) !== undefined,
        isAmp: context.request.ext?.srv?.server?.['endpoint'] === '/openrtb2/amp' ? 1 : 0,
      }),
    response: { check: (body, { errors }) => noValidBid(body, errors), mediaType: javaType },
  },
});
