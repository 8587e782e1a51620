import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer, generic, isError } from '../errors.ts';
import { impOf, sentRequest } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { converted } from '../kit/money.ts';
import { filled } from '../kit/objects.ts';
import { type Lenient, readerOf } from '../kit/reader.ts';
import type { BidPatch, SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, ImpWithParams, RequestContext, SharedImp } from '../kit/spec.ts';
import { onlyOk, unexpectedStatus } from '../kit/status.ts';

const params = z.object({ placementId: z.string().min(1), bidfloor: z.number().min(0).optional(), bidfloorcur: z.string().optional() });
type Params = Lenient<z.input<typeof params>>;

const VIDEO = {
  mimes: ['video/mp4'],
  minduration: 1,
  maxduration: 180,
  maxbitrate: 30_000,
  protocols: [2, 3, 5, 6],
  w: 640,
  h: 480,
  placement: 1,
  linearity: 1,
};

type Floor = Pick<ImpPatch, 'bidfloor' | 'bidfloorcur'>;

/** The floor in dollars; that of the params wins over the imp's. Without a floor the currency stays. */
function floorOf(imp: SharedImp, own: Params, { info }: RequestContext): Floor | BidderError {
  const isOwn = (own.bidfloor ?? 0) > 0;
  const bidfloor = (isOwn && own.bidfloor) || imp.bidfloor;
  const bidfloorcur = (isOwn && own.bidfloorcur) || imp.bidfloorcur || 'USD';
  if (bidfloor === undefined || bidfloor <= 0 || bidfloorcur === 'USD') return { bidfloor, bidfloorcur };
  const dollars = converted(info, bidfloor, bidfloorcur, 'USD');
  return 'error' in dollars ? generic(dollars.error) : { bidfloor: dollars.value, bidfloorcur: 'USD' };
}

function toImp({ imp, params: own, ext }: ImpWithParams<Params>, context: RequestContext): ImpPatch | BidderError {
  const floor = floorOf(imp, own, context);
  if (isError(floor)) return floor;
  const { bidfloor = 0, bidfloorcur } = floor;
  return {
    ...floor,
    video: imp.video && { ...imp.video, ...VIDEO, ...filled(imp.video) },
    ext: { placementId: own.placementId ?? '', ...(bidfloor > 0 && { bidfloor }), bidfloorcur, gpid: ext['gpid'] },
  };
}

const readMarkup = readerOf(z.object({ vastXml: z.string(), vastUrl: z.string() }));

const wrapped = (url: string): string =>
  `<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI><![CDATA[${url}]]></VASTAdTagURI></Wrapper></Ad></VAST>`;

function toVideo({ adm, ext }: SharedBid): BidPatch | undefined {
  const markup = readMarkup(ext);
  if ('error' in markup) return undefined;
  if (markup.value.vastXml) return { adm: markup.value.vastXml };
  return markup.value.vastUrl && !adm ? { adm: wrapped(markup.value.vastUrl) } : undefined;
}

const undecided = ({ id }: SharedBid): BidderError => badServer(`unsupported or ambiguous media type for bid id=${id}`);

export default defineBidder({
  code: 'scalibur',
  endpoint: 'https://srv.scalibur.io/adserver/ortb?type=prebid-server',
  maintainer: 'support@scalibur.io',
  vendorId: 1471,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://srv.scalibur.io/adserver/sync?type=iframe&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[PBS_UID]',
    },
  },
  params,

  badParams: (cause, _, step) =>
    badInput(step === 'ext' ? `Failed to parse imp.ext: ${cause}` : `Failed to parse Scalibur params: ${cause}`),
  imp: toImp,
  request: (_, { request: { test, ext } }) => ({
    cur: undefined,
    ext: test === 1 || ext?.srv?.debug === true ? { isDebug: 1 } : undefined,
  }),
  status: onlyOk(unexpectedStatus),
  response: {
    checkBid: ({ impid }, { call }) =>
      impOf(sentRequest(call) ?? { imp: [] }, impid) ? undefined : badServer(`Invalid bid imp ID ${impid}`),
    mediaType: firstOf(
      byMtype(['banner', 'video']),
      byImp({ order: ['banner', 'video'], in: 'sent', several: undecided, otherwise: undecided }),
    ),
    bid: (bid, type) => (type === 'video' ? toVideo(bid) : undefined),
    onBadBid: 'abort',
    whenNoBids: 'errors',
  },
});
