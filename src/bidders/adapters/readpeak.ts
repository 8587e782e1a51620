import { z } from 'zod';
import { badInput, generic } from '../errors.ts';
import { auctionPrice, withMetaInExt } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { filled, siteOrAppPatch } from '../kit/objects.ts';
import type { SharedBid } from '../kit/response-spec.ts';

export default defineBidder({
  code: 'readpeak',
  endpoint: 'https://dsp.readpeak.com/header/prebid',
  maintainer: 'devteam@readpeak.com',
  vendorId: 290,
  capabilities: { app: ['banner', 'native'], site: ['banner', 'native'] },
  geoscope: ['EEA'],
  params: z.object({
    publisherId: z.string(),
    siteId: z.string().optional(),
    bidfloor: z.number().optional(),
    tagId: z.string().optional(),
  }),

  paramsOf: 'inherited',
  imp: ({ params: { tagId, bidfloor = 0 } }) => ({ ...(tagId && { tagid: tagId }), ...(bidfloor !== 0 && { bidfloor }) }),
  noImps: ({ request }) => badInput(`Failed to find compatible impressions for request ${request.id}`),
  noImpsOnly: true,
  request: (group, { request }) => {
    const { publisherId = '', siteId } = group.at(-1)?.params ?? {};
    return siteOrAppPatch(request, () => ({ publisher: { id: publisherId }, ...(siteId && { id: siteId }) }));
  },
  impIds: 'request',
  response: {
    mediaType: byMtype(['banner', 'native'], ({ impid }) => generic(`Failed to find impression type "${impid}"`)),
    bid: auctionPrice('nurl', 'adm', 'burl'),
    extras: ({ adomain }) => ({ meta: filled({ advertiserDomains: adomain }) }),
  },
  java: {
    paramsOf: 'own',
    badParams: (cause) => badInput(`Failed to deserialize ReadPeak extension: ${cause}`),
    imp: ({ imp, params: { tagId, bidfloor } }) => ({ tagid: tagId || imp.tagid, bidfloor: bidfloor ?? imp.bidfloor }),
    response: {
      extras: undefined,
      mediaType: byMtype(['banner', 'native'], ({ impid, mtype }) =>
        badInput(`Unable to fetch mediaType ${mtype ?? null} in multi-format: ${impid}`),
      ),
      bid: (bid) => ({
        ...auctionPrice('nurl', 'adm', 'burl')(bid),
        ext: { srv: withMetaInExt(bid.ext, { advertiserDomains: bid.adomain }).srv } as SharedBid['ext'],
      }),
    },
  },
});
