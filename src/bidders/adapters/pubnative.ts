import { z } from 'zod';
import { queryEscape } from '#src/lang/percent.ts';
import type { BidderError } from '../bidder.ts';
import { badInput, isError } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { floorIn } from '../kit/money.ts';
import { withFirstSize } from '../kit/objects.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';

const mediaError = ({ banner, video, native }: SharedImp): BidderError | undefined =>
  banner || video || native ? undefined : badInput('Pubnative only supports banner, video or native ads.');

/** The imp's banner with a size: its own, otherwise that of its first format. */
function sized({ banner }: SharedImp): ImpPatch | BidderError | undefined {
  if (!banner || (banner.w && banner.h)) return undefined;
  if ((banner.format ?? []).length === 0) return badInput('Size information missing for banner');
  return { banner: withFirstSize(banner, 'always') };
}

export default defineBidder({
  code: 'pubnative',
  endpoint: 'http://dsp.pubnative.net/bid/v1/request',
  maintainer: 'product@pubnative.net',
  vendorId: 512,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  params: z.object({ zone_id: z.int(), app_auth_token: z.string() }),

  before: ({ request: { device } }) => (device?.os ? undefined : badInput('Impression is missing device OS information')),
  imp: ({ imp }) => mediaError(imp) ?? sized(imp),
  fanout: perImp,
  uri: ([first], { builder }) => {
    const { app_auth_token: token = '', zone_id: zone = 0 } = first?.params ?? {};
    return `${builder.endpoint}?apptoken=${queryEscape(token)}&zoneid=${zone}`;
  },
  response: {
    currency: { fixed: 'USD' },
    checkBid: ({ price }) => (price === 0 ? 'skip' : undefined),
    mediaType: byImp({ order: ['video', 'native', 'banner'], otherwise: () => 'banner' }),
  },
  java: {
    checkImp: (imp) => mediaError(imp),
    imp: ({ imp }, { request: { cur }, info }) => {
      const { bidfloor = 0, bidfloorcur = cur?.[0] ?? '' } = imp;
      const floor = floorIn(info, { ...imp, bidfloor, bidfloorcur }, 'USD');
      if ('error' in floor) return badInput(floor.error);
      const size = sized(imp);
      return isError(size) ? size : { ...size, ...floor.value };
    },
    request: () => ({ cur: ['USD'] }),
    response: {
      checkBid: undefined,
      bid: ({ impid, w, h }, _, { request }) => {
        const [size, other] = impOf(request, impid)?.banner?.format ?? [];
        return (w === undefined || h === undefined) && size && !other ? { w: size.w, h: size.h } : undefined;
      },
    },
  },
});
