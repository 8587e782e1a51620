import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { BidderError, Builder, Call, MediaType } from './bidder.ts';
import { badInput, badServer, isFault } from './errors.ts';
import { impOf, sentRequest } from './kit/bids.ts';
import { object, parseObject } from './kit/decode.ts';
import { defineBidder } from './kit/define.ts';
import { formatsOf, perImp } from './kit/fan-out.ts';
import { JSON_ACCEPT } from './kit/headers.ts';
import { without } from './kit/objects.ts';
import { readerOf } from './kit/reader.ts';
import type { BidPatch, ImpPatch, RequestContext, RequestPatch, SharedBid, SharedImp, Slot, StatusPolicy } from './kit/spec.ts';
import { queryEscape } from './kit/url.ts';

interface Ids {
  readonly publisherId: string;
  readonly placementId: string;
}

const readGiven = readerOf(z.object({ placementId: z.string(), publisherId: z.string() }));
const readMarkup = readerOf(z.object({ bid_id: z.string() }));

const ORDER: readonly MediaType[] = ['video', 'native', 'banner', 'audio'];
const INTERSTITIAL_ORDER: readonly MediaType[] = ['video', 'banner', 'native', 'audio'];
const HEIGHTS: readonly number[] = [50, 250];

/** The host's account must be known before anything can be signed. */
function checkAccount({ platformId, appSecret }: Builder): void {
  if (platformId === '') throw new Error('PartnerID is not configured. Did you set adapters.facebook.platform_id in the app config?');
  if (appSecret === '') throw new Error('AppSecret is not configured. Did you set adapters.facebook.app_secret in the app config?');
}

/** `placementId` may hold the publisher's id too: `<publisher>_<placement>`. */
function readIds(bidder: unknown): Ids | string {
  const given = readGiven(bidder);
  if (typeof given === 'string') return given;
  const { placementId = '', publisherId = '' } = given;
  if (placementId === '') return 'Missing placementId param';
  const parts = placementId.split('_');
  const [first = '', second = ''] = parts;
  if (parts.length === 2) return { publisherId: first, placementId: second };
  if (parts.length > 2) return `Invalid placementId param '${placementId}' and publisherId param '${publisherId}'`;
  return publisherId === '' ? 'Missing publisherId param' : { publisherId, placementId };
}

/** The one media type an imp is sold as. */
const kindOf = (imp: SharedImp): MediaType | undefined => formatsOf(imp, imp.instl === 1 ? INTERSTITIAL_ORDER : ORDER)[0];

function toImp({ imp, params, ext }: Slot<Ids>): ImpPatch | BidderError {
  const kind = kindOf(imp);
  if (!kind) return badInput(`imp #${imp.id} with invalid type`);
  if (imp.instl === 1 && kind !== 'banner' && kind !== 'video') {
    return badInput(`imp #${imp.id}: interstitial imps are only supported for banner and video`);
  }
  const rwdd = ext.srv?.is_rewarded_inventory === 1 ? 1 : imp.rwdd;
  const media = toMedia(imp, kind, rwdd === 1);
  if (isFault(media)) return media;
  const tagid = `${params.publisherId}_${params.placementId}`;
  return { tagid, rwdd, ext: undefined, banner: undefined, video: undefined, native: undefined, audio: undefined, ...media };
}

function toMedia({ id, instl, banner, video, native, audio }: SharedImp, kind: MediaType, isRewarded: boolean): ImpPatch | BidderError {
  switch (kind) {
    case 'audio':
      return { audio };
    case 'native':
      return { native: { ...without(native, 'request', 'ver'), ...{ w: -1, h: -1 } } };
    case 'video':
      if (isRewarded) {
        const videotype = instl === 1 ? 'rewarded_interstitial' : 'rewarded';
        return { video: { ...video, w: 0, h: 0, ext: { ...object(video?.ext), videotype } } };
      }
      // An interstitial is a banner that fills the screen, unless it is rewarded.
      return instl === 1 ? { banner: { w: 0, h: 0 } } : { video: { ...video, w: 0, h: 0 } };
    default: {
      if (instl === 1) return { banner: { ...banner, w: 0, h: 0, format: undefined } };
      const h = banner?.h ?? banner?.format?.find((format) => HEIGHTS.includes(format.h ?? 0))?.h;
      if (h === undefined) return badInput(`imp #${id}: banner height required`);
      if (!HEIGHTS.includes(h)) return badInput(`imp #${id}: only banner heights 50 and 250 are supported`);
      return { banner: { ...banner, w: -1, h, format: undefined } };
    }
  }
}

/** The request goes out under its imp's id, signed with the host's secret. */
function toRequest([slot]: readonly Slot<Ids>[], { request: { app, user }, builder }: RequestContext<void>): RequestPatch {
  const id = slot?.imp.id ?? '';
  const signature = createHmac('sha256', builder.appSecret).update(id).digest('hex');
  return {
    id,
    ext: { platformid: builder.platformId, authentication_id: signature },
    app: app && { ...app, publisher: { id: slot?.params.publisherId } },
    user: user?.ext ? { ...user, ext: without(user.ext, 'consented_providers_settings') } : user,
  };
}

const judge: StatusPolicy = ({ status, headers }) => {
  if (status === 200) return 'ok';
  const message = headers['x-fb-an-errors']?.[0] ?? '';
  return status === 204 ? 'no-bid' : badInput(`Unexpected status code ${status} with error message '${message}'`);
};

/** The exchange's id of the bid is in its markup. */
function toBid({ id, adm = '', impid }: SharedBid, { request }: Pick<RequestContext, 'request'>): BidPatch | BidderError {
  if (adm === '') return badServer(`Bid ${id} missing 'adm'`);
  const parsed = parseObject(adm);
  const markup = typeof parsed === 'string' ? parsed : readMarkup(parsed);
  if (typeof markup === 'string') return badServer(markup);
  const { bid_id: bidId = '' } = markup;
  if (bidId === '') return badServer(`bid ${id} missing 'bid_id' in 'adm'`);
  if (!impOf(request, impid)) return badServer(`bid ${id} 'impid' ${impid} does not match any imp in the bid request`);
  return { adid: bidId, crid: bidId };
}

function timeoutNotice(sent: Call, { platformId }: Builder): Call | undefined {
  const request = sentRequest(sent);
  const publisherId = request?.app?.publisher?.id;
  if (!request || !publisherId) return undefined;
  const [partner, app, auction] = [platformId, publisherId, request.id].map(queryEscape);
  const uri = `https://www.facebook.com/audiencenetwork/nurl/?partner=${partner}&app=${app}&auction=${auction}&ortb_loss_code=2`;
  return { method: 'GET', uri, headers: {}, impIds: sent.impIds };
}

export default defineBidder({
  code: 'audienceNetwork',
  endpoint: 'https://an.facebook.com/placementbid.ortb',
  maintainer: 'none',
  capabilities: { app: ['banner', 'video', 'native'] },
  disabled: true,
  params: z.object({ placementId: z.string() }),

  setup: checkAccount,
  before: ({ request }) => {
    if (request.imp.length === 0) return badInput('No impressions provided');
    if (!request.user?.buyeruid) return badInput("Missing bidder token in 'user.buyeruid'");
    return request.site ? badInput('Site impressions are not supported.') : undefined;
  },
  readParams: readIds,
  imp: toImp,
  fanout: perImp,
  headers: (_, { request }) => ({ ...JSON_ACCEPT, 'X-Fb-Pool-Routing-Token': request.user?.buyeruid }),
  request: toRequest,
  status: judge,
  response: {
    mediaType: ({ impid }, { request }) => {
      const imp = impOf(request, impid);
      return (imp && kindOf(imp)) ?? '';
    },
    bid: (bid, _type, context) => toBid(bid, context),
  },
  timeoutNotice,
});
