import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { toBody } from './adquery/request.ts';
import { impIdIn, impIdOrRequestId, responseReader } from './adquery/response.ts';

export default defineBidder({
  code: 'adquery',
  endpoint: 'https://bidder2.adquery.io/prebid/bid',
  maintainer: 'prebid@adquery.io',
  vendorId: 902,
  capabilities: { site: ['banner'] },
  sync: {
    iframe: {
      url: 'https://api.adquery.io/storage?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&ccpa_consent={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.string().min(35).max(45), type: z.string().min(1) }),

  fanout: perImp,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, 'X-Forwarded-For': device?.ip }),
  body: ([first], { request }) => first && toBody(request, first.imp, first.params),
  parse: responseReader({ numbers: 'strings', unsupported: (type) => generic(`unsupported MediaType: ${type}`), impIdOf: impIdIn }),
  java: {
    parse: responseReader({
      numbers: 'both',
      unsupported: (type) => badServer(`Unsupported MediaType: ${type}`),
      impIdOf: impIdOrRequestId,
    }),
  },
});
