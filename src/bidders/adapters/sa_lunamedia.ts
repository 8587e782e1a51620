import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { statusPolicy } from '../kit/status.ts';
import { badRequest, firstBidResponse } from './families/first-bid.ts';

export default defineBidder({
  code: 'sa_lunamedia',
  endpoint: 'http://balancer.lmgssp.com/pserver',
  maintainer: 'support@lunamedia.io',
  vendorId: 998,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cookie.lmgssp.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ key: z.string(), type: z.enum(['network', 'publisher']) }),

  readParams: 'never',
  status: statusPolicy({
    messages: { 400: badRequest, 503: 'Bidder unavailable. Please contact the bidder support.' },
    badInput: [400, 503],
    other: ({ status, body }) => `Status Code: [ ${status} ] ${body}`,
  }),
  response: firstBidResponse(() => 'Missing BidExt'),
});
