import { z } from 'zod';
import { badInput, warning } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';

export default defineBidder({
  code: 'epom',
  endpoint: 'https://an.epom.com/ortb',
  maintainer: 'support@epom.com',
  vendorId: 849,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  disabled: true,
  modifyingVastXmlAllowed: true,
  params: z.object({}),

  before: ({ request: { device } }) => (device?.ip ? undefined : badInput('ipv4 address is required field')),
  readParams: 'never',
  status: status.s12,
  response: {
    check: ({ seatbid: [first] = [] }) => (first && first.bid.length > 0 ? undefined : warning('No bids in response')),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
  },
  java: { response: { check: undefined } },
});
