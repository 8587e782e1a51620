import { z } from 'zod';
import { type AuctionConfig, type BidderError, MEDIA_TYPES, type TypedBid } from '../bidder.ts';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, extType, toMediaType } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import { readerOf, type ValueOf } from '../kit/reader.ts';
import type { BidPatch, SharedBid, TypeRule } from '../kit/response-spec.ts';
import type { Group, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';
import { withImpressionTrackers } from './ix/native.ts';

const readParams = readerOf(z.object({ siteId: z.string(), sid: z.string() }));
type Params = ValueOf<typeof readParams>;

const anything = z.record(z.string(), z.unknown());
const readRequestExt = readerOf(
  z.object({ srv: z.object({ channel: z.object({ version: z.string() }) }), schain: anything, ixdiag: anything }),
);
const readBidExt = readerOf(z.object({ srv: z.object({ video: z.object({ duration: z.int(), primary_category: z.string() }) }) }));
const readResponseExt = readerOf(
  z.object({ protectedAudienceAuctionConfigs: z.array(z.object({ bidId: z.string(), config: z.unknown() })) }),
);

/** A size without a format becomes a format; a single format becomes the size. */
function sized(banner: SharedImp['banner']): SharedImp['banner'] {
  if (!banner) return banner;
  const { w, h } = banner;
  const format = banner.format?.length || w === undefined || h === undefined ? banner.format : [{ w, h }];
  const [only, other] = format ?? [];
  return only && !other ? { ...banner, format, w: only.w ?? 0, h: only.h ?? 0 } : { ...banner, format };
}

function toRequest(group: Group<Params>, { request, builder, errors }: RequestContext, server: 'go' | 'java'): RequestPatch {
  const siteIds = [...new Set(group.flatMap(({ params }) => params.siteId || []))].sort();
  const id = siteIds.length === 1 ? siteIds[0] : undefined;
  const { site, app } = request;
  const patch = {
    site: site && { ...site, publisher: { ...site.publisher, ...(id && { id }) } },
    app: app && { ...app, publisher: { ...app.publisher, ...(id && { id }) } },
  };
  const ext = readRequestExt(request.ext ?? null);
  if ('error' in ext) {
    errors.push(generic(ext.error));
    return patch;
  }
  const { srv, schain } = request.ext ?? {};
  const diagnostics = {
    ...ext.value.ixdiag,
    ...(siteIds.length > 1 && { multipleSiteIds: siteIds.join(', ') }),
    ...(ext.value.srv?.channel?.version && { pbjsv: ext.value.srv.channel.version }),
    pbsv: builder.env.version.split('-', 1)[0] || 'unknown',
    pbsp: server,
  };
  return { ...patch, ext: { srv, schain, ixdiag: diagnostics } };
}

/** By `mtype`, else by the type in `ext`, else by the imp. */
const byMarkup =
  (unmatched: (bid: SharedBid) => BidderError): TypeRule =>
  (bid, context) => {
    const type = MEDIA_TYPES[(bid.mtype ?? 0) - 1];
    const named = extType(bid);
    if (type || named === '') return type ?? byImp({ noImp: unmatched, noType: unmatched })(bid, context);
    return toMediaType(named) ?? generic(badBidType(named));
  };

/** The exchange's video data of a bid. */
function videoOf({ ext }: SharedBid): { readonly duration: number; readonly category: string } | undefined {
  const found = readBidExt(ext);
  const video = 'error' in found ? undefined : found.value.srv?.video;
  return video && { duration: video.duration ?? 0, category: video.primary_category ?? '' };
}

function toBid(bid: SharedBid, type: string): BidPatch | undefined {
  if (type === 'native') return { adm: withImpressionTrackers(bid.adm ?? '') };
  const video = type === 'video' ? videoOf(bid) : undefined;
  return video && !bid.cat?.length ? { cat: [video.category] } : undefined;
}

function toExtras(bid: SharedBid, type: string): Pick<TypedBid, 'video'> | undefined {
  const video = type === 'video' ? videoOf(bid) : undefined;
  return video && { video: { duration: video.duration, primary_category: '' } };
}

function configsOf(ext: unknown): readonly AuctionConfig[] | BidderError | undefined {
  const found = readResponseExt(ext);
  if ('error' in found) return generic(found.error);
  const configs = found.value.protectedAudienceAuctionConfigs?.filter(({ config }) => config !== undefined);
  return configs?.map(({ bidId: impid = '', config }) => ({ impid, config }));
}

export default defineBidder({
  code: 'ix',
  maintainer: 'pdu-supply-prebid@indexexchange.com',
  vendorId: 10,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  openrtb: '2.6',
  gpp: true,
  disabled: true,
  sync: {
    redirect: {
      url: 'https://ssum.casalemedia.com/usermatchredir?s=194962&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
      userMacro: '',
    },
    iframe: {
      url: 'https://ssum-sec.casalemedia.com/usermatch?s=184674&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gppsid={{.GPPSID}}&cb={{.RedirectURL}}',
    },
  },
  params: where(
    z.object({
      siteid: z.string().min(1).optional(),
      siteId: z.string().min(1).optional(),
      siteID: z.string().min(1).optional(),
      size: z.array(z.int()).min(2).max(2).optional(),
      sid: z.string().min(1).optional(),
    }),
    { oneOf: [has('siteid'), has('siteId'), has('siteID')] },
  ),

  readParams,
  badParams: generic,
  imp: ({ imp, params: { sid }, ext }) => ({ banner: sized(imp.banner), ext: sid ? { ...ext, sid } : imp.ext }),
  request: (group, context) => toRequest(group, context, 'go'),
  response: {
    unreadable: (cause) => badServer(`JSON parsing error: ${cause}`),
    currency: 'response',
    mediaType: byMarkup(({ impid }) => generic(`unmatched impression id: ${impid}`)),
    bid: toBid,
    extras: toExtras,
    auctionConfigs: configsOf,
  },
  java: {
    request: (group, context) => toRequest(group, context, 'java'),
    response: { mediaType: byMarkup(({ impid }) => generic(`Unmatched impression id ${impid}`)) },
  },
});
