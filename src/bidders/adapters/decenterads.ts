import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { bidderExtTraffic } from './families/bidder-ext.ts';

export default defineBidder({
  code: 'decenterads',
  endpoint: 'http://supply.decenterads.com/?c=o&m=rtb',
  maintainer: 'support@decenterads.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  params: z.object({ placementId: z.string().min(1), customParams: z.record(z.string(), z.unknown()).optional() }),

  ...bidderExtTraffic((cause) => `unable to parse bidder parameers: ${cause}`, 'bidder parameters required'),
  response: { currency: { fixed: 'USD' }, mediaType: byImp({ otherwise: () => 'banner' }) },
});
