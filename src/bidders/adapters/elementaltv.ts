import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { SharedImp } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';

const ORDER = ['banner', 'video', 'audio', 'native'] as const;
const readBidExt = readerOf(z.object({ ads: z.object({ video: z.object({ duration: z.int() }) }) }));

const NO_FORMAT = badInput('one of $.imp.banner, $.imp.video, $.imp.audio and $.imp.native field required');
const hasFormat = (imp: SharedImp): boolean => ORDER.some((format) => imp[format]);

/** The error of the first imp with an id of another one, or without a format. */
function impsError(imps: readonly SharedImp[]): BidderError | undefined {
  const seen = new Set<string>();
  for (const imp of imps) {
    if (seen.has(imp.id)) return badInput(`duplicate $.imp.id ${imp.id}`);
    if (!hasFormat(imp)) return NO_FORMAT;
    seen.add(imp.id);
  }
  return undefined;
}

/** The error message for a video bid without the exchange's data of the video. */
function videoMessage(ext: SharedBid['ext']): string | undefined {
  const found = readBidExt(ext);
  if ('error' in found) return found.error;
  return found.value.ads?.video ? undefined : '$.seatbid.bid.ext.ads.video required';
}

export default defineBidder({
  code: 'elementaltv',
  endpoint: 'https://pbs.elementaltv.io/ads/processHeaderBid/{{.AdUnit}}',
  maintainer: 'support@elementaltv.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  params: z.object({ adunit: z.string() }),

  imp: ({ params: { adunit } }) => (adunit ? undefined : badInput('$.imp.ext.bidder.adunit required')),
  fanout: perImp,
  macros: ({ params: { adunit } }) => ({ AdUnit: adunit }),
  escapeMacros: 'path',
  // In the exchange's own spelling.
  headers: () => ({ ...JSON_ACCEPT, 'X-OpenRTB-Version': '2.6' }),
  request: ([first], { request: { id } }) => ({ id: `${id}-${first?.params.adunit ?? ''}` }),
  status: statusPolicy({ messages: { 400: 'bad request' }, other: 'unexpected status: %d' }),
  response: {
    unreadable: (cause) => badServer(`invalid body: ${cause}`),
    check: (_, { request: { imp } }) => impsError(imp),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ORDER, noImp: ({ impid }) => badServer(`unknown impid: ${impid}`) }),
    bid: ({ ext }, type) => {
      const message = type === 'video' ? videoMessage(ext) : undefined;
      return message === undefined ? undefined : badServer(message);
    },
    onBadBid: 'abort',
    extras: ({ ext, cat = [] }, type) => {
      const found = readBidExt(ext ?? null);
      if (type !== 'video' || 'error' in found) return undefined;
      return { video: { duration: found.value.ads?.video?.duration ?? 0, primary_category: cat[0] ?? '' } };
    },
  },
  java: {
    aliases: { adoppler: {} },
    compression: undefined,
    imp: ({ params: { adunit } }) => (adunit?.trim() ? undefined : badInput('adunit parameter is required for elementaltv bidder')),
    headers: 'openrtb-2.5',
    response: {
      unreadable: (cause) => badInput(`invalid body: ${cause}`),
      check: (_, { request: { imp } }) => (imp.every(hasFormat) ? undefined : NO_FORMAT),
      mediaType: byImp({ order: ORDER, noImp: ({ impid }) => badInput(`unknown impId: ${impid}`) }),
      bid: ({ ext }, type) => {
        const message = type === 'video' ? videoMessage(ext) : undefined;
        return message === undefined ? undefined : badInput(message);
      },
      extras: undefined,
    },
  },
});
