import { z } from 'zod';
import { badInput, isFault } from '../errors.ts';
import { number, text } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { perFormat } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { filled } from '../kit/objects.ts';
import { idOrText } from '../kit/params.ts';
import type { ImpPatch, RequestContext, Slot } from '../kit/spec.ts';
import { floorNotInDollars } from '../kit/texts.ts';
import { withQuery } from '../kit/url.ts';
import { toBid, typeOfSent } from './rubicon/bid.ts';
import { toMedia } from './rubicon/media.ts';
import { type Params, readParams } from './rubicon/params.ts';
import { toRequest } from './rubicon/request.ts';
import { impTarget } from './rubicon/target.ts';

const FORMATS = ['banner', 'video', 'native', 'audio'] as const;

function toImp(slot: Slot<Params>, { request, builder }: RequestContext<unknown>): ImpPatch {
  const { imp, params, ext } = slot;
  const maxbids = number(request.ext?.srv?.multibid?.[0]?.maxbids);
  return {
    secure: 1,
    rwdd: imp.rwdd || (ext.srv?.is_rewarded_inventory === 1 ? 1 : undefined),
    bidfloorcur: imp.bidfloorcur ? 'USD' : undefined,
    ext: {
      rp: {
        // The Java variant names the bid it asks for.
        ...(builder.dialect === 'java' && { pb_bid_id: builder.env.uuid() }),
        zone_id: params.zoneId,
        target: impTarget(slot, request, builder),
        track: { mint: '', mint_version: '' },
      },
      ...filled({ gpid: text(ext['gpid']), skadn: ext['skadn'], tid: text(ext.tid), maxbids }),
    },
  };
}

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
  xapi: { username: 'GET_FROM_MAGNITE', password: 'GET_FROM_MAGNITE', tracker: 'SAME_AS_USERNAME' },
  javaCode: 'magnite',
  java: { maintainer: 'header-bidding@magnite.com' },
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
        playerHeight: idOrText().optional(),
        playerWidth: idOrText().optional(),
        size_id: z.int().optional(),
        skip: z.int().optional(),
        skipdelay: z.int().optional(),
      })
      .optional(),
  }),

  setup: ({ endpoint, xapi: { username, password, tracker } }) => ({
    uri: withQuery(endpoint, { tk_xint: tracker }),
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }),
  readParams,
  floor: { to: 'USD', fault: (from) => badInput(floorNotInDollars(from)) },
  imp: toImp,
  fanout: (slots) => slots.flatMap((slot) => (slot.params.bidonmultiformat ? perFormat([slot], FORMATS) : [[slot]])),
  uri: (_, { setup }) => setup.uri,
  headers: (_, { setup }) => ({ ...JSON_ACCEPT, 'User-Agent': 'prebid-server/1.0', Authorization: setup.authorization }),
  request: ([slot], { request, builder }) => {
    if (!slot) return undefined;
    const isJava = builder.dialect === 'java';
    const media = toMedia(slot.imp, slot.params, isJava);
    return isFault(media) ? media : { ...toRequest(request, slot.params, isJava), imp: [{ ...slot.imp, ...media }] };
  },
  response: {
    mediaType: typeOfSent,
    bid: toBid,
  },
});
