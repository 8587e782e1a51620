import { z } from 'zod';
import type { BidderError, Builder } from '../bidder.ts';
import { badInput, generic, isError } from '../errors.ts';
import { withMetaInExt } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy } from '../kit/fan-out.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { byMtype } from '../kit/media-type.ts';
import { floorIn } from '../kit/money.ts';
import { filled, inventoryPatch } from '../kit/objects.ts';
import { type Lenient, readerOf, readJson } from '../kit/reader.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';
import { withQuery } from '../kit/url.ts';

const params = z.object({ adUnitId: z.string().min(1), publisherId: z.string().min(1) });
type Params = Lenient<z.input<typeof params>>;
type Context = RequestContext<string>;

const readParams = readerOf(params);
const readExtraInfo = readerOf(z.object({ app_endpoint: z.string() }));
const readCallers = readerOf(z.object({ insticator: z.object({ caller: z.array(z.object({ name: z.string(), version: z.string() })) }) }));

/** The endpoint of apps; `''`: the same as for sites. @throws Error if the host's extra info is malformed */
function appEndpointOf({ extraInfo }: Builder): string {
  const found = extraInfo === '' ? { value: {} } : readJson(extraInfo, readExtraInfo);
  if ('error' in found) throw new Error(`invalid extra info: ${found.error}`);
  return found.value.app_endpoint ?? '';
}

/** The extension of the request, with this server as the last caller. */
function callersOf({ request }: RequestContext<unknown>): { readonly insticator: object } | BidderError {
  const found = readCallers(request.ext ?? null);
  if ('error' in found) return generic(found.error);
  const callers = found.value.insticator?.caller?.map(filled) ?? [];
  return { insticator: { caller: [...callers, { name: 'Prebid-Server', version: 'n/a' }] } };
}

/** An unreadable extension is dropped, and the call is made all the same. */
function ownCallers(context: Context): RequestPatch {
  const ext = callersOf(context);
  if (!isError(ext)) return { ext };
  context.errors.push(ext);
  return { ext: undefined };
}

const badVideo = 'One or more invalid or missing video field(s) w, h, mimes';
type VideoRule = (imp: SharedImp) => boolean;
const isVideoValid: VideoRule = ({ video }) => !video || Boolean(video.w && video.h && video.mimes);
const isJavaVideoValid: VideoRule = (imp) => isVideoValid(imp) && imp.video?.mimes?.length !== 0;

function toImp({ imp, params: own }: ImpWithParams<Params>, { info }: Context): ImpPatch | BidderError {
  const floor = floorIn(info, imp, 'USD');
  if ('error' in floor) return badInput(`Error in converting the provided bid floor currency from ${imp.bidfloorcur} to USD`);
  const { bidfloor = 0 } = floor.value ?? imp;
  return {
    ...(bidfloor > 0 && { bidfloor: floor.value ? Math.round(bidfloor * 10_000) / 10_000 : bidfloor, bidfloorcur: 'USD' }),
    ext: { insticator: { adUnitId: own.adUnitId ?? '', publisherId: own.publisherId ?? '' } },
  };
}

/** The publisher of the first imp with readable params and a valid video, whatever its floor. */
function publisherOf({ imp: imps }: RequestContext['request'], isValid: VideoRule): string {
  for (const imp of imps) {
    const found = paramsIn(imp, readParams);
    if ('value' in found && isValid(imp)) return found.value.publisherId ?? '';
  }
  return '';
}

function toRequest({ request }: Context, isValid: VideoRule): RequestPatch {
  const id = publisherOf(request, isValid);
  return inventoryPatch(request, ({ publisher }) => ({ publisher: { ...publisher, id } }));
}

function toUri(_: Group<Params>, { request, builder, setup: appEndpoint }: Context): string {
  const endpoint = (request.app && appEndpoint) || builder.endpoint;
  const publisherId = publisherOf(request, isVideoValid);
  return publisherId === '' ? endpoint : withQuery(endpoint, { publisherId });
}

export default defineBidder({
  code: 'insticator',
  endpoint: 'https://ex.ingage.tech/v1/prebidserver',
  maintainer: 'prebid@insticator.com',
  vendorId: 910,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  compression: 'gzip',
  extraInfo: '{"app_endpoint":"https://aex.ingage.tech/v1/prebidserver"}',
  sync: {
    iframe: {
      url: 'https://usync.ingage.tech?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params,

  setup: appEndpointOf,
  before: ownCallers,
  imp: (item, context) => (isVideoValid(item.imp) ? toImp(item, context) : badInput(badVideo)),
  fanout: (imps) => groupBy(imps, (item) => item.params.adUnitId),
  uri: toUri,
  headers: (_, { request: { device } }) => ({ ...JSON_ACCEPT, ...deviceHeaders(device, { ip: 'ip or ipv6' }), Ip: device?.ip }),
  request: (_, context) => toRequest(context, isVideoValid),
  response: {
    mediaType: byMtype(['video'], () => 'banner'),
    extras: ({ adomain, cat: [primaryCatId = '', ...secondaryCatIds] = [], dur = 0 }, type, _, { seatBid: { seat } }) => ({
      meta: filled({ mediaType: type, seat, advertiserDomains: adomain, primaryCatId, secondaryCatIds }),
      ...(type === 'video' && { video: { duration: dur, primary_category: primaryCatId } }),
    }),
  },
  java: {
    openrtb: '2.5',
    compression: undefined,
    setup: undefined,
    before: (context) => {
      const ext = ownCallers(context).ext;
      return { ext: ext && { ...context.request.ext, ...ext } };
    },
    checkImp: (imp) => (isJavaVideoValid(imp) ? undefined : badInput(badVideo)),
    uri: undefined,
    request: (_, context) => toRequest(context, isJavaVideoValid),
    headers: (_, { request: { device } }) => ({ ...JSON_ACCEPT, ...deviceHeaders(device), Ip: device?.ip }),
    response: {
      // The seat is added to the bid's own meta.
      bid: ({ ext }, _, __, { seatBid: { seat } }) => (seat ? { ext: withMetaInExt(ext, { seat }) } : undefined),
      extras: undefined,
    },
  },
});
