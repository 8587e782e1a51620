import { z } from 'zod';
import { object, string } from '#src/json/values.ts';
import type { BidderError, MediaType } from '../bidder.ts';
import { badInput, generic, isError } from '../errors.ts';
import { auctionPrice, unwrapNative } from '../kit/bids.ts';
import { asObject } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { always, byImp, byMtype, firstOf } from '../kit/media-type.ts';
import { badExtension, noExtension } from '../kit/messages.ts';
import { floorIn } from '../kit/money.ts';
import { without } from '../kit/objects.ts';
import type { Lenient } from '../kit/reader.ts';
import type { BidPatch, SharedBid } from '../kit/response-spec.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';

const params = z.object({
  publisherId: z.string(),
  region: z.string().optional(),
  bidfloor: z.number().optional(),
  channel: z.string().optional(),
});
type Params = Lenient<z.input<typeof params>>;
type Item = ImpWithParams<Params>;

/** Slots of the publisher's ad server, the first one given; else the imp's id. */
function tagOf({ imp, ext }: Item): string {
  const data = object(ext['data']);
  return imp.tagid || string(ext['gpid']) || string(object(data['adserver'])['adslot']) || string(data['pbadslot']) || imp.id;
}

/** The floor of the params is in the request's currency, which is dollars from the second imp on: the first one has set it. */
function flooredImp(
  { imp, params: { bidfloor = 0 }, index }: Item,
  { request }: RequestContext,
  lacksFloor: (imp: SharedImp) => boolean,
): SharedImp {
  if (bidfloor <= 0 || !lacksFloor(imp)) return imp;
  return { ...imp, bidfloor, bidfloorcur: (index === 0 && request.cur?.[0]) || 'USD' };
}

function toImp(item: Item, context: RequestContext, lacksFloor: (imp: SharedImp) => boolean): ImpPatch | BidderError {
  const floored = flooredImp(item, context, lacksFloor);
  const dollars = floorIn(context.info, floored, 'USD');
  if ('error' in dollars) return generic(dollars.error);
  const { bidfloor = 0, bidfloorcur } = dollars.value ?? floored;
  return {
    ...(bidfloor > 0 && bidfloorcur === 'USD' && { bidfloor, bidfloorcur }),
    tagid: tagOf(item),
    pmp: undefined,
  };
}

type Inventory = { readonly publisher?: { readonly ext?: unknown } | undefined };

const withPublisherExt = <I extends Inventory>(inventory: I, publisherId: string | undefined): I => ({
  ...inventory,
  publisher: { ...inventory.publisher, ext: { srv: { publisherId } } },
});

const publisherOf = (imps: Group<Params>): string | undefined => imps.find((item) => item.params.publisherId)?.params.publisherId;

function toRequest(imps: Group<Params>, { request: { site, app } }: RequestContext): RequestPatch | BidderError {
  const cur = ['USD'];
  const publisherId = publisherOf(imps);
  if (!publisherId) return { cur };
  const old = asObject((site ?? app)?.publisher?.ext ?? null);
  if ('error' in old) return generic(old.error);
  return { cur, ...(app && !site ? { app: withPublisherExt(app, publisherId) } : { site: withPublisherExt(site ?? {}, publisherId) }) };
}

const fillPrice = auctionPrice('nurl', 'adm');

function toBid(bid: SharedBid, type: MediaType | ''): BidPatch | BidderError | undefined {
  const patch = fillPrice(bid);
  if (type !== 'native') return patch;
  const adm = unwrapNative(patch?.adm ?? bid.adm ?? '');
  return isError(adm) ? adm : { ...patch, adm };
}

export default defineBidder({
  code: 'rtbhouse',
  endpoint: 'http://prebidserver-s2s-ams.creativecdn.com/bidder/prebidserver/bids',
  maintainer: 'prebid@rtbhouse.com',
  vendorId: 16,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  geoscope: ['global'],
  params,

  badParams: (_, __, step) => badInput(step === 'ext' ? noExtension : badExtension),
  imp: (item, context) => {
    const patch = toImp(item, context, ({ bidfloor, bidfloorcur }) => !bidfloor && !bidfloorcur);
    return isError(patch) ? patch : { ...patch, ext: without(item.ext, 'ae', 'igs', 'paapi') };
  },
  onBadImp: 'abort',
  headers: 'json',
  request: toRequest,
  response: {
    // Without a seatbid the established adapter crashes.
    noBid: ({ seatbid = [] }) => seatbid.length === 0,
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'native'], ({ impid }) => generic(`unrecognized bid type in response from rtbhouse for bid ${impid}`)),
    bid: toBid,
  },
  java: {
    capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
    imp: (item, context) => toImp(item, context, ({ bidfloor }) => !bidfloor),
    onBadImp: 'abort-all',
    request: (imps, { request: { site = {} } }) => ({ cur: ['USD'], site: withPublisherExt(site, publisherOf(imps)) }),
    response: { noBid: undefined, mediaType: firstOf(byImp({ order: ['banner', 'native', 'video'] }), always('banner')) },
  },
});
