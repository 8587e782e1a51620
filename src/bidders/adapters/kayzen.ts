import { z } from 'zod';
import { aborting, badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { badExtension, badServerResponse, noExtension } from '../kit/messages.ts';
import { status } from '../kit/status.ts';
import { isHost } from '../kit/url.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

export default defineBidder({
  code: 'kayzen',
  endpoint: 'https://bids-{{.ZoneID}}.bidder.kayzen.io/?exchange={{.AccountID}}',
  maintainer: 'platform-dev@kayzen.io',
  vendorId: 528,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  params: z.object({
    zone: z
      .string()
      .min(1)
      .regex(/^[a-zA-Z0-9.-]+$/),
    exchange: z.string().min(1),
  }),

  whenEmpty: badInput('Missing Imp Object'),
  paramsOf: 'first',
  badParams: (_, __, step) => badInput(step === 'ext' ? noExtension : badExtension),
  imp: ({ params: { zone = '' }, index }) => {
    if (index > 0) return undefined;
    return isHost(zone) ? { ext: undefined } : aborting(badInput('Invalid Zone'));
  },
  macros: ({ params: { zone, exchange } }) => ({ ZoneID: zone, AccountID: exchange }),
  status: status.s3,
  response: {
    unreadable: () => badServer(badServerResponse),
    currency: { fixed: 'USD' },
    mediaType: byImp({ order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
  },
  java: {
    badParams: missingBidderExt,
    imp: ({ index }) => (index > 0 ? undefined : { ext: undefined }),
  },
});
