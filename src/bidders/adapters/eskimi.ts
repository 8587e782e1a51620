import { z } from 'zod';
import { notAnObject } from '#src/json/checks.ts';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, MediaType, SharedRequest } from '../bidder.ts';
import { aborting, badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import type { ResponseContext, SharedBid } from '../kit/response-spec.ts';
import type { RequestPatch } from '../kit/spec.ts';

type Strings = readonly (string | undefined)[] | undefined;

interface Params {
  readonly placementId?: number | undefined;
  readonly bcat?: Strings;
  readonly badv?: Strings;
  readonly bapp?: Strings;
}

/** The first imp's placement, and its lists if the request has none; an error ends the request. */
function requestPatch({ site, app, ...request }: SharedRequest, params: Params): RequestPatch | BidderError {
  const { placementId = 0 } = params;
  const [name, inventory] = site ? (['site', site] as const) : (['app', app] as const);
  if (!inventory) return aborting(badInput('request must contain either site or app'));
  const ext: unknown = inventory.ext ?? {};
  if (!isObject(ext)) return aborting(badInput(`failed to set placementId on ${name}.ext: ${notAnObject(ext)}`));
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

  whenEmpty: badInput('no impressions in the bid request'),
  // Nothing is sent without the params of the first imp, which also go into the request.
  badParams: (cause, { id }, step, index) => {
    const error = badInput(`invalid imp.ext${step === 'ext' ? '' : '.bidder'} for imp ${id}: ${cause}`);
    return index === 0 ? aborting(error) : error;
  },
  imp: ({ imp, params: { bidFloor = 0, bidFloorCur, battr = [] } }) => ({
    secure: imp.secure ?? 1,
    ...(!imp.bidfloor && bidFloor > 0 && { bidfloor: bidFloor, ...(bidFloorCur && { bidfloorcur: bidFloorCur }) }),
    ...(imp.banner && { banner: withAttributes(imp.banner, battr) }),
    ...(imp.video && { video: withAttributes(imp.video, battr) }),
  }),
  request: ([first], { request }) => requestPatch(request, first?.params ?? {}),
  response: { mediaType: typeOf },
});
