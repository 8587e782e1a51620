import { z } from 'zod';
import { badServer } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { PLAIN_JSON } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { badImpAt } from './families/imp-index.ts';

export default defineBidder({
  code: 'tadvertising_blis',
  endpoint: 'https://prebid-blis.tads.xplosion.de/bid',
  maintainer: 'dev@emetriq.com',
  vendorId: 213,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  geoscope: ['GLOBAL'],
  modifyingVastXmlAllowed: true,
  params: z.object({ publisherId: z.string().min(1).max(32) }),

  paramsOf: 'first',
  badParams: badImpAt('Information'),
  headers: ([first]) => ({ ...PLAIN_JSON, 'X-Supply-Partner-Id': first?.params.publisherId }),
  request: ([first], { request: { site, app } }) => {
    const id = first?.params.publisherId ?? '';
    if (app) return { app: { ...app, publisher: { ...app.publisher, id } } };
    return { site: { ...site, publisher: { ...site?.publisher, id } } };
  },
  response: {
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(`Failed to parse media type of impression ID "${impid}"`)),
    bid: auctionPrice('nurl', 'adm', 'burl'),
  },
});
