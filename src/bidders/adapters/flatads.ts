import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { jsonOfDevice, perImpDeviceTraffic } from './families/per-imp-device.ts';

export default defineBidder({
  code: 'flatads',
  endpoint: 'https://bid.rtbshark.com/api/rtbs/adx/rtb?x-net-id={{.PublisherID}}&x-net-token={{.TokenID}}',
  maintainer: 'adxbusiness@flat-ads.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  params: z.object({ token: z.string().min(1), publisherId: z.string().min(1) }),

  ...perImpDeviceTraffic('Flatads'),
  macros: ({ params: { publisherId, token } }) => ({ PublisherID: publisherId, TokenID: token }),
  java: {
    badParams: (cause) => badInput(`Failed to deserialize Flatads extension: ${cause}`),
    headers: jsonOfDevice('ip, ipv6'),
  },
});
