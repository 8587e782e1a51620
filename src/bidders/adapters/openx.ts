import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { configsByImp } from '../kit/bids.ts';
import { toNumber } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { filled, without } from '../kit/objects.ts';
import { has, hostname, uuid, where } from '../kit/params.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';

const params = z.object({
  unit: z.union([z.number().min(0), z.string().regex(/^[0-9]+$/)]),
  delDomain: hostname()
    .regex(/\.[a-zA-Z]{2,3}$/)
    .optional(),
  platform: uuid().optional(),
  customFloor: z.union([z.number().min(0), z.string().regex(/^[0-9]+(\.[0-9]+)?$/)]).optional(),
  customParams: z.record(z.string(), z.unknown()).optional(),
});
type Params = Lenient<z.input<typeof params>>;

const SOLD: readonly MediaType[] = ['banner', 'video', 'native'];

const readBidExt = readerOf(z.object({ dsp_id: z.string(), buyer_id: z.string(), brand_id: z.string() }));

const toId = (digits = ''): number => (/^\d{1,15}$/.test(digits) ? Number(digits) : 0);

/** The buyer of the bid, if the exchange names it. */
function buyer({ ext }: SharedBid): { readonly [field: string]: number } | undefined {
  const found = readBidExt(ext);
  if ('error' in found) return undefined;
  const { dsp_id, buyer_id, brand_id } = found.value;
  const meta = filled({ networkId: toId(dsp_id), advertiserId: toId(buyer_id), brandId: toId(brand_id) });
  return Object.keys(meta).length > 0 ? meta : undefined;
}

/** The rest of `imp.ext` without our own and the params, and the publisher's key-values. */
function ownExt(ext: ImpWithParams<unknown>['ext'], customParams: unknown): SharedImp['ext'] {
  const own = { ...without(ext, 'srv', 'bidder'), ...(customParams !== undefined && { customParams }) };
  return Object.keys(own).length > 0 ? own : undefined;
}

/** Video imps are sent one by one, banner and native together. */
const isVideo = ({ banner, video }: SharedImp): boolean => !banner && video !== undefined;
const callOf = ({ imp, index }: ImpWithParams<unknown>): number | undefined => (isVideo(imp) ? index : undefined);

const isSold = ({ banner, video, native }: SharedImp): boolean => Boolean(banner || video || native);

/** Banner and native imps first, then video, none without any of these. */
function before({ request: { imp } }: RequestContext): RequestPatch {
  const sold = imp.filter(isSold);
  return { imp: [...sold.filter((one) => !isVideo(one)), ...sold.filter(isVideo)] };
}

/** The video's extension contains only whether the ad is rewarded. */
const toVideo = ({ imp: { video, rwdd } }: ImpWithParams<unknown>): SharedImp['video'] =>
  video && { ...video, ext: rwdd === 1 ? { rewarded: 1 } : undefined };

/**
 * The Java variant also reads our own mark (already moved to `rwdd`, unless a module set it later) and leaves the extension of other videos
 * unchanged.
 */
function toJavaVideo({ imp: { video, rwdd }, ext: { srv } }: ImpWithParams<unknown>): SharedImp['video'] {
  const isRewarded = rwdd === 1 || srv?.is_rewarded_inventory === 1;
  return video && isRewarded ? { ...video, ext: { rewarded: 1 } } : video;
}

function toImp(item: ImpWithParams<Params>, video: SharedImp['video']): ImpPatch {
  const { unit, customFloor, customParams } = item.params;
  const floor = toNumber(String(customFloor ?? '')) ?? 0;
  return {
    tagid: unit === undefined ? undefined : String(unit),
    ...(!item.imp.bidfloor && floor > 0 && { bidfloor: floor }),
    ext: ownExt(item.ext, customParams),
    video,
  };
}

const withAccount = ({ delDomain, platform }: Params = {}): RequestPatch => ({
  ext: { ...filled({ delDomain, platform }), bc: 'hb_pbs_1.0.0' },
});

export default defineBidder({
  code: 'openx',
  endpoint: 'http://rtb.openx.net/prebid',
  maintainer: 'prebid@openx.com',
  vendorId: 69,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://u.openx.net/w/1.0/cm?id=891039ac-a916-42bb-a651-4be9e3b201da&ph=a3aece0c-9e80-4316-8deb-faf804779bd1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '{OPENX_ID}',
    },
    redirect: {
      url: 'https://rtb.openx.net/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: '${UID}',
    },
  },
  params: where(params, { anyOf: [has('delDomain'), has('platform')] }),

  before,
  imp: (item) => toImp(item, toVideo(item)),
  fanout: (imps) => groupBy(imps, callOf),
  request: (group) => withAccount(group.at(-1)?.params),
  response: {
    mediaType: firstOf(byMtype(SOLD), byImp({ order: SOLD, noImp: () => 'banner', noType: () => 'banner' })),
    extras: (bid) => ({ meta: buyer(bid), video: { duration: bid.dur ?? 0, primary_category: bid.cat?.[0] ?? '' } }),
    auctionConfigs: (ext, { builder }) => configsByImp(ext, builder.name),
  },
  java: {
    before: (context) => {
      for (const imp of context.request.imp) {
        if (!isSold(imp)) context.errors.push(badInput(`OpenX only supports banner, video and native imps. Ignoring imp id=${imp.id}`));
      }
      return before(context);
    },
    imp: (item) => toImp(item, toJavaVideo(item)),
    request: ([first]) => withAccount(first?.params),
  },
});
