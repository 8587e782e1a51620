import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import type { BidderError, HttpResponse, MediaType } from '../bidder.ts';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { paramsIn } from '../kit/imp-params.ts';
import { filled } from '../kit/objects.ts';
import { readerOf } from '../kit/reader.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { SharedImp } from '../kit/spec.ts';
import { status, statusPolicy, unexpectedStatus } from '../kit/status.ts';

const TYPES = new Map<string, MediaType>([
  ['native', 'native'],
  ['display', 'banner'],
  ['banner', 'banner'],
  ['rich_media', 'banner'],
  ['video', 'video'],
]);

const readRequestExt = readerOf(z.object({ nativery: z.object({ isAmp: z.boolean(), widgetId: z.string() }) }));
const readBidExt = readerOf(
  z.object({
    nativery: z.object({
      bid_ad_media_type: z.string(),
      bid_adv_domains: z.array(z.string()),
      adv_id: z.string(),
      brand_category_id: z.int(),
    }),
  }),
);
const readParams = readerOf(z.object({ widgetId: z.string() }));

function widgetOf(imp: SharedImp | undefined): string | undefined {
  const found = imp && paramsIn(imp, readParams);
  return found && 'value' in found ? found.value.widgetId : undefined;
}

const unrecognized = (type: string): string => `unrecognized bid_ad_media_type in response from nativery: ${type}`;

function noContentError({ headers }: HttpResponse): BidderError {
  const [message] = headers['x-nativery-error'] ?? [];
  return message ? badInput(`Nativery Error: ${message}.`) : badServer('No Content');
}

function metaOf(ext: SharedBid['ext'], mediaType: string) {
  const found = readBidExt(ext ?? null);
  return filled({ mediaType, advertiserDomains: 'error' in found ? undefined : found.value.nativery?.bid_adv_domains });
}

export default defineBidder({
  code: 'nativery',
  endpoint: 'https://hb.nativery.com/openrtb2/auction',
  maintainer: 'developer@nativery.com',
  vendorId: 1133,
  capabilities: { site: ['banner', 'native', 'video'] },
  openrtb: '2.6',
  params: z.object({ widgetId: z.string() }),

  fanout: (imps, { request: { ext } }) => {
    const found = readRequestExt(ext ?? null);
    return 'error' in found ? badInput(found.error) : perImp(imps);
  },
  request: (
    _,
    {
      request: {
        ext,
        imp: [first],
      },
      info,
    },
  ) => ({
    ext: { ...ext, nativery: { isAmp: info.endpoint === 'amp', widgetId: widgetOf(first) ?? '' } },
  }),
  status: statusPolicy({ other: unexpectedStatus, noContent: noContentError }),
  response: {
    currency: ({ cur }) => cur || 'EUR',
    mediaType: ({ ext }) => {
      const found = readBidExt(ext);
      if ('error' in found) return badServer(found.error);
      const { bid_ad_media_type: type = '' } = found.value.nativery ?? {};
      return TYPES.get(type) ?? generic(unrecognized(type));
    },
    extras: ({ ext }, mediaType) => ({ meta: metaOf(ext, mediaType) }),
  },
  java: {
    request: (_, { request: { ext, imp }, info }) => {
      const own: unknown = ext?.['nativery'];
      const widgetId = imp.map(widgetOf).find((id) => id);
      return {
        ext: { ...ext, nativery: { ...(isObject(own) ? own : {}), isAmp: info.endpoint === 'amp', ...(widgetId && { widgetId }) } },
      };
    },
    status: status.s1,
    response: {
      mediaType: ({ ext }) => {
        const found = readBidExt(ext ?? null);
        if ('error' in found) return badInput(`invalid bid.ext.nativery: ${found.error}`);
        if (!found.value.nativery) return badInput('missing bid.ext.nativery');
        const { bid_ad_media_type: type = '' } = found.value.nativery;
        return TYPES.get(type.toLowerCase()) ?? badInput(unrecognized(type));
      },
      bid: ({ ext }, type) => ({ ext: { srv: { meta: metaOf(ext, type) } } }),
    },
  },
});
