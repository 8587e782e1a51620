import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, MediaType, SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { notAnObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { readerOf } from '../kit/reader.ts';
import type { ResponseContext, SharedBid } from '../kit/response-spec.ts';
import type { RequestPatch, SharedImp } from '../kit/spec.ts';

const readParams = readerOf(
  z.object({
    placementId: z.int(),
    bidFloor: z.number(),
    bidFloorCur: z.string(),
    bcat: z.array(z.string()),
    badv: z.array(z.string()),
    bapp: z.array(z.string()),
    battr: z.array(z.int()),
  }),
);
type Params = Exclude<ReturnType<typeof readParams>, string>;

/** The params of an imp, or the message of an imp that cannot be decoded. */
function paramsOf({ id, ext }: SharedImp): Params | string {
  if (!isObject(ext)) return `invalid imp.ext for imp ${id}: ${notAnObject(ext)}`;
  const found = readParams(ext['bidder']);
  return typeof found === 'string' ? `invalid imp.ext.bidder for imp ${id}: ${found}` : found;
}

/** The first imp's placement and its lists where the request has none. */
function requestPatch({ site, app, ...request }: SharedRequest, params: Params): RequestPatch | BidderError {
  const { placementId = 0 } = params;
  const [name, inventory] = site ? (['site', site] as const) : (['app', app] as const);
  if (!inventory) return badInput('request must contain either site or app');
  const ext: unknown = inventory.ext ?? {};
  if (!isObject(ext)) return badInput(`failed to set placementId on ${name}.ext: ${notAnObject(ext)}`);
  const lists: { [list: string]: readonly string[] } = {};
  for (const list of ['bcat', 'badv', 'bapp'] as const) {
    const own = params[list]?.map((one) => one ?? '') ?? [];
    if (!request[list]?.length && own.length > 0) lists[list] = own;
  }
  return { ...lists, [name]: { ...inventory, ext: { ...ext, placementId } } };
}

const withAttributes = <M extends { readonly battr?: readonly number[] | undefined }>(
  media: M,
  battr: readonly (number | undefined)[],
): M => (battr.length > 0 && !media.battr?.length ? { ...media, battr } : media);

function typeOf({ impid, mtype = 0 }: SharedBid, { request }: ResponseContext): MediaType | BidderError {
  if (mtype === 1) return 'banner';
  if (mtype === 2) return 'video';
  if (mtype !== 0) return badServer(`unsupported bid.mtype ${mtype} for impression ${impid} (banner and video only)`);
  const imp = impOf(request, impid);
  if (!imp) return badServer(`unable to resolve media type for impression ${impid}`);
  if (imp.banner && imp.video) return badServer(`bid for multi-format imp ${impid} requires bid.mtype to disambiguate`);
  if (imp.banner) return 'banner';
  return imp.video ? 'video' : badServer(`unsupported media type for impression ${impid} (banner and video only)`);
}

export default defineBidder({
  code: 'eskimi',
  endpoint: 'https://ittr.eskimi.com/prebidjs',
  maintainer: 'prebid@eskimi.com',
  vendorId: 814,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  openrtb: '2.6',
  gpp: true,
  sync: {
    redirect: {
      url: 'https://ittpx.eskimi.com/sync?sp_id=137&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&dest={{.RedirectURL}}',
      userMacro: '${USER_ID}',
    },
  },
  params: z.strictObject({
    placementId: z.int().min(1),
    bidFloor: z.number().min(0).optional(),
    bidFloorCur: z.string().optional(),
    bcat: z.array(z.string()).optional(),
    badv: z.array(z.string()).optional(),
    bapp: z.array(z.string()).optional(),
    battr: z.array(z.int().min(1).max(17)).optional(),
  }),

  before: (context) => {
    const { request } = context;
    const [first] = request.imp;
    if (!first) return badInput('no impressions in the bid request');
    const params = paramsOf(first);
    return typeof params === 'string' ? badInput(params) : requestPatch(request, params);
  },
  badParams: (cause, { id }, step) => badInput(`invalid imp.ext${step === 'ext' ? '' : '.bidder'} for imp ${id}: ${cause}`),
  imp: ({ imp, params: { bidFloor = 0, bidFloorCur, battr = [] } }) => ({
    secure: imp.secure ?? 1,
    ...(!imp.bidfloor && bidFloor > 0 && { bidfloor: bidFloor, ...(bidFloorCur && { bidfloorcur: bidFloorCur }) }),
    ...(imp.banner && { banner: withAttributes(imp.banner, battr) }),
    ...(imp.video && { video: withAttributes(imp.video, battr) }),
  }),
  response: { mediaType: typeOf },
});
