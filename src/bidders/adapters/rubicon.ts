import { z } from 'zod';
import { number, string } from '#src/json/values.ts';
import type { BidderError, Builder, SharedRequest } from '../bidder.ts';
import { badInput, isError, warning } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perFormat } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { floorNotInDollars } from '../kit/messages.ts';
import { filled } from '../kit/objects.ts';
import { idOrString } from '../kit/params.ts';
import type { Group, ImpPatch, ImpWithParams, RequestContext, RequestPatch, SharedImp } from '../kit/spec.ts';
import { withQuery } from '../kit/url.ts';
import { generatesIds, toBid, toJavaBid, typeOfSent } from './rubicon/bid.ts';
import { DIALECTS, type RubiconDialect } from './rubicon/dialect.ts';
import { toMedia } from './rubicon/media.ts';
import { type Params, readParams } from './rubicon/params.ts';
import { toRequest } from './rubicon/request.ts';
import { impTarget } from './rubicon/target.ts';

const FORMATS = ['banner', 'video', 'native', 'audio'] as const;

function toImp(item: ImpWithParams<Params>, { request, builder }: RequestContext<unknown>, ids?: { readonly pb_bid_id: string }): ImpPatch {
  const { imp, params, ext } = item;
  const maxbids = number(request.ext?.srv?.multibid?.[0]?.maxbids);
  return {
    secure: 1,
    rwdd: imp.rwdd || (ext.srv?.is_rewarded_inventory === 1 ? 1 : undefined),
    bidfloorcur: imp.bidfloorcur ? 'USD' : undefined,
    ext: {
      rp: {
        ...ids,
        zone_id: params.zoneId,
        target: impTarget(item, request, builder),
        track: { mint: '', mint_version: '' },
      },
      ...filled({ gpid: string(ext['gpid']), skadn: ext['skadn'], tid: string(ext.tid), maxbids }),
    },
  };
}

/** The Java variant's warning of a floor without a currency, if the request is debugged. */
function currencyWarning({ id, bidfloor = 0, bidfloorcur }: SharedImp, { test, ext }: SharedRequest): readonly BidderError[] {
  const isDebugged = test === 1 || ext?.srv?.debug === true;
  if (!isDebugged || bidfloor <= 0 || bidfloorcur) return [];
  return [warning(`Imp \`${id}\` floor provided with no currency, assuming USD`)];
}

/** The request of one imp. */
const requestOf =
  (dialect: RubiconDialect) =>
  ([item]: Group<Params>, { request }: RequestContext<unknown>): RequestPatch | BidderError | undefined => {
    if (!item) return undefined;
    const media = toMedia(item.imp, item.params, dialect);
    return isError(media) ? media : { ...toRequest(request, item.params, dialect), imp: [{ ...item.imp, ...media }] };
  };

const toSetup = ({ endpoint, extraInfo, xapi: { username, password, tracker } }: Builder) => ({
  generateIds: generatesIds(extraInfo),
  uri: withQuery(endpoint, { tk_xint: tracker }),
  authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
});

/** What the bidder's file says until the host has a tracker; the Java variant's file has none. */
const NO_TRACKER = 'SAME_AS_USERNAME';
const hasTracker = ({ xapi: { tracker } }: Builder): boolean => tracker.trim() !== '' && tracker !== NO_TRACKER;

export default defineBidder({
  code: 'rubicon',
  endpoint: 'https://REGION.rubiconproject.com/a/api/exchange',
  maintainer: 'header-bidding@rubiconproject.com',
  vendorId: 52,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  geoscope: ['global'],
  disabled: true,
  xapi: { username: 'GET_FROM_MAGNITE', password: 'GET_FROM_MAGNITE', tracker: NO_TRACKER },
  javaCode: 'magnite',
  aliases: {
    magnite: { vendorId: 52, syncKey: 'rubicon' },
  },
  params: z.object({
    accountId: z.union([z.int().min(1), z.string().regex(/^\d+$/)]),
    siteId: z.union([z.int().min(1), z.string().regex(/^\d+$/)]),
    zoneId: z.union([z.int().min(1), z.string().regex(/^\d+$/)]),
    inventory: z.record(z.string(), z.array(z.unknown())).optional(),
    bidonmultiformat: z.boolean().optional(),
    visitor: z.record(z.string(), z.array(z.unknown())).optional(),
    pchain: z.string().optional(),
    video: z
      .object({
        language: z.string().optional(),
        playerHeight: idOrString().optional(),
        playerWidth: idOrString().optional(),
        size_id: z.int().optional(),
        skip: z.int().optional(),
        skipdelay: z.int().optional(),
      })
      .optional(),
  }),

  setup: toSetup,
  readParams,
  floor: { to: 'USD', error: (from) => badInput(floorNotInDollars(from)) },
  imp: (item, context) => toImp(item, context),
  fanout: (imps) => imps.flatMap((item) => (item.params.bidonmultiformat ? perFormat([item], FORMATS) : [[item]])),
  uri: (_, { setup }) => setup.uri,
  headers: (_, { setup }) => ({ ...JSON_ACCEPT, 'User-Agent': 'prebid-server/1.0', Authorization: setup.authorization }),
  request: requestOf(DIALECTS.go),
  response: {
    mediaType: typeOfSent,
    bid: toBid,
  },
  java: {
    maintainer: 'header-bidding@magnite.com',
    setup: (builder) => (hasTracker(builder) ? toSetup(builder) : { ...toSetup(builder), uri: builder.endpoint }),
    // Each requested bid has an id.
    imp: (item, context) => {
      context.errors.push(...currencyWarning(item.imp, context.request));
      return { ...toImp(item, context, { pb_bid_id: context.builder.env.uuid() }), secure: item.imp.secure };
    },
    request: requestOf(DIALECTS.java),
    response: { bid: toJavaBid },
  },
});
