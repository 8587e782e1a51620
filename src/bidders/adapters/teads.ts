import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { impOf } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { badServerResponse, noImpression } from '../kit/messages.ts';
import { withFirstSize } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch, SharedImp } from '../kit/spec.ts';

const readBidExt = readerOf(z.object({ srv: z.object({ meta: z.object({ rendererName: z.string(), rendererVersion: z.string() }) }) }));

const readParams = readerOf(z.object({ placementId: z.int() }));

function patchOf(banner: SharedImp['banner'], placementId: number): ImpPatch {
  const sized = banner && { banner: withFirstSize(banner, 'always') };
  return { ...sized, tagid: String(placementId), ext: { kv: { placementId } } };
}

interface Renderer {
  readonly rendererName?: string | undefined;
  readonly rendererVersion?: string | undefined;
}

function rendererMessage({ rendererName, rendererVersion }: Renderer = {}): string | undefined {
  if (!rendererName) return 'RendererName should not be empty';
  return rendererVersion ? undefined : 'RendererVersion should not be empty';
}

function metaOf(ext: SharedBid['ext']): { [name: string]: unknown } {
  const found = readBidExt(ext ?? null);
  const { rendererName, rendererVersion } = ('error' in found ? undefined : found.value.srv?.meta) ?? {};
  return { rendererName, rendererVersion };
}

export default defineBidder({
  code: 'teads',
  endpoint: 'https://psrv.teads.tv/prebid-server/bid-request',
  maintainer: 'innov-ssp@teads.tv',
  vendorId: 132,
  capabilities: { app: ['banner', 'video'] },
  params: z.object({ placementId: z.int().min(1) }),

  whenEmpty: badInput(noImpression),
  // An imp without params lacks a placement.
  readParams: (bidder) => readParams(bidder ?? null),
  badParams: () => badInput('Error parsing Imp.Ext object'),
  onBadImp: 'abort',
  imp: ({ imp: { banner }, params: { placementId = 0 } }) =>
    placementId === 0 ? badInput('placementId should not be 0.') : patchOf(banner, placementId),
  headers: 'json',
  response: {
    checkBid: (bid, { request }) => {
      const found = readBidExt(bid.ext);
      if ('error' in found) return badServer(found.error);
      const message = rendererMessage(found.value.srv?.meta);
      if (message !== undefined) return badInput(`${message} if present`);
      return impOf(request, bid.impid) ? undefined : badInput('Imp ids were not equals');
    },
    mediaType: byImp({ order: ['video'], otherwise: () => 'banner' }),
    onBadBid: 'abort',
    extras: ({ ext }) => ({ meta: metaOf(ext) }),
  },
  java: {
    imp: ({ imp: { banner }, params: { placementId = 0 } }) =>
      placementId === 0 ? badInput('placementId should not be 0') : patchOf(banner, placementId),
    response: {
      unreadable: () => badServer(badServerResponse),
      check: ({ seatbid = [] }) => (seatbid.length === 0 ? badInput('Empty SeatBid array') : undefined),
      checkBid: (bid, { request }) => {
        if (!impOf(request, bid.impid)) return badInput(`Bid for the Imp ${bid.impid} wasn't found`);
        const found = readBidExt(bid.ext);
        if ('error' in found) return badServer(found.error);
        const message = rendererMessage(found.value.srv?.meta);
        return message === undefined ? undefined : badInput(message);
      },
      bid: ({ ext }) => ({ ext: { srv: { meta: metaOf(ext) } } }),
    },
  },
});
