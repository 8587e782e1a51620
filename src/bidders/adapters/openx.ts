import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badInput } from '../errors.ts';
import { configsByImp } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { filled, without } from '../kit/objects.ts';
import { has, hostname, uuid, where } from '../kit/params.ts';
import { readerOf } from '../kit/reader.ts';
import type { RequestContext, RequestPatch, SharedBid, SharedImp, Slot } from '../kit/spec.ts';

const SOLD: readonly MediaType[] = ['banner', 'video', 'native'];

const readBidExt = readerOf(z.object({ dsp_id: z.string(), buyer_id: z.string(), brand_id: z.string() }));

const toId = (digits = ''): number => (/^\d{1,15}$/.test(digits) ? Number(digits) : 0);

/** Who pays for the bid, as far as the exchange says. */
function buyer({ ext }: SharedBid): { readonly [member: string]: number } | undefined {
  const found = readBidExt(ext);
  if (typeof found === 'string') return undefined;
  const meta = filled({ networkId: toId(found.dsp_id), advertiserId: toId(found.buyer_id), brandId: toId(found.brand_id) });
  return Object.keys(meta).length > 0 ? meta : undefined;
}

/** What is left of `imp.ext` beside our own and the params, and the publisher's key-values. */
function ownExt(ext: Slot<unknown>['ext'], customParams: unknown): SharedImp['ext'] {
  const own = { ...without(ext, 'srv', 'bidder'), ...(customParams !== undefined && { customParams }) };
  return Object.keys(own).length > 0 ? own : undefined;
}

/** Imps that count as video go out one by one, banner and native together. */
const isVideo = ({ banner, video }: SharedImp): boolean => !banner && video !== undefined;
const callOf = ({ imp, index }: Slot<unknown>): number | undefined => (isVideo(imp) ? index : undefined);

/** Banner and native imps first, then video, none without any of these (the Java variant says so). */
function before({ request: { imp }, builder, errors }: RequestContext): RequestPatch {
  const sold = imp.filter(({ banner, video, native }) => banner || video || native);
  if (builder.dialect === 'java') {
    for (const { id } of imp.filter((one) => !sold.includes(one))) {
      errors.push(badInput(`OpenX only supports banner, video and native imps. Ignoring imp id=${id}`));
    }
  }
  return { imp: [...sold.filter((one) => !isVideo(one)), ...sold.filter(isVideo)] };
}

/**
 * Whether the ad is rewarded is told in the video's extension, which says nothing else. The Java variant goes by our own
 * mark (which has become `rwdd` by now, but for what a module set later) and leaves the extension of other videos alone.
 */
function toVideo({ imp: { video, rwdd }, ext: { srv } }: Slot<unknown>, isJava: boolean): SharedImp['video'] {
  const isRewarded = rwdd === 1 || (isJava && srv?.is_rewarded_inventory === 1);
  if (!video || (isJava && !isRewarded)) return video;
  return { ...video, ext: isRewarded ? { rewarded: 1 } : undefined };
}

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
  params: where(
    z.object({
      unit: z.union([z.number().min(0), z.string().regex(/^[0-9]+$/)]),
      delDomain: hostname()
        .regex(/\.[a-zA-Z]{2,3}$/)
        .optional(),
      platform: uuid().optional(),
      customFloor: z.union([z.number().min(0), z.string().regex(/^[0-9]+(\.[0-9]+)?$/)]).optional(),
      customParams: z.record(z.string(), z.unknown()).optional(),
    }),
    { anyOf: [has('delDomain'), has('platform')] },
  ),

  before,
  imp: (slot, { builder }) => {
    const { unit, customFloor, customParams } = slot.params;
    return {
      tagid: unit === undefined ? undefined : String(unit),
      ...(!slot.imp.bidfloor && Number(customFloor) > 0 && { bidfloor: Number(customFloor) }),
      ext: ownExt(slot.ext, customParams),
      video: toVideo(slot, builder.dialect === 'java'),
    };
  },
  fanout: (slots) => groupBy(slots, callOf),
  request: (group, { builder }) => {
    const { delDomain, platform } = group.at(builder.dialect === 'java' ? 0 : -1)?.params ?? {};
    return { ext: { ...filled({ delDomain, platform }), bc: 'hb_pbs_1.0.0' } };
  },
  response: {
    mediaType: firstOf(byMtype(SOLD), byImp({ order: SOLD, noImp: () => 'banner', noType: () => 'banner' })),
    beside: (bid) => ({ meta: buyer(bid), video: { duration: bid.dur ?? 0, primary_category: bid.cat?.[0] ?? '' } }),
    auctionConfigs: (ext, { builder }) => configsByImp(ext, builder.name),
  },
});
