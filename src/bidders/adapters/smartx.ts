import { z } from 'zod';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ONLY, OPENRTB_25 } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';

export default defineBidder({
  code: 'smartx',
  endpoint: 'https://bid.smartclip.net/bid/1005',
  maintainer: 'bidding@smartclip.tv',
  vendorId: 115,
  capabilities: { app: ['video'], site: ['video'] },
  openrtb: '2.6',
  params: where(
    z.object({
      tagId: z.string(),
      publisherId: z.string(),
      siteId: z.string().optional(),
      appId: z.string().optional(),
      bundleId: z.string().optional(),
      storeUrl: z.string().optional(),
    }),
    { oneOf: [has('siteId'), has('appId')] },
  ),

  readParams: 'never',
  headers: (_, { request: { device } }) => ({
    ...JSON_ONLY,
    'X-Openrtb-Version': '2.5',
    Forwarded: device?.ip && `for=${device.ip}`,
    ...deviceHeaders(device, { ip: 'ip' }),
  }),
  response: {
    check: ({ seatbid = [] }) => (seatbid.length > 0 ? undefined : generic('no bidders found in JSON response')),
    mediaType: always('video'),
  },
  java: { headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device) }) },
});
