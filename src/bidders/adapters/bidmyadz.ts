import { z } from 'zod';
import type { BidderError, SharedRequest } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { one } from '../kit/fan-out.ts';
import { byExtField } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import type { RequestContext } from '../kit/spec.ts';
import { statusPolicy } from '../kit/status.ts';
import { badRequest, firstBidResponse } from './families/first-bid.ts';

/** Errors of a request that the exchange does not accept. */
const errorsOf = ({ imp, device }: SharedRequest): BidderError[] => [
  ...(imp.length > 1 ? [badInput('Bidder does not support multi impression')] : []),
  ...(device?.ip || device?.ipv6 ? [] : [badInput('IP/IPv6 is a required field')]),
  ...(device?.ua ? [] : [badInput('User-Agent is a required field')]),
];

const check = ({ request, errors }: RequestContext): BidderError | undefined => {
  const found = errorsOf(request);
  errors.push(...found.slice(0, -1));
  return found.at(-1);
};

export default defineBidder({
  code: 'bidmyadz',
  endpoint: 'http://endpoint.bidmyadz.com/c0f68227d14ed938c6c49f3967cbe9bc',
  maintainer: 'contact@bidmyadz.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cookie-sync.bidmyadz.com/c0f68227d14ed938c6c49f3967cbe9bc?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&red={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ placementId: z.string() }),

  // A request without a device gets no call and no error.
  before: (context) => (context.request.device ? check(context) : undefined),
  readParams: 'never',
  fanout: (imps, { request }) => (request.device ? one(imps) : []),
  headers: 'openrtb-2.5',
  status: statusPolicy({
    messages: { 400: badRequest, 503: 'Bidder is unavailable. Please contact your account manager.' },
    other: ({ status, body }) => `Something went wrong. Status Code: [ ${status} ] ${body}`,
  }),
  response: firstBidResponse((cause) => `BidExt parsing error. ${cause}`),
  java: {
    before: check,
    response: {
      mediaType: byExtField('mediaType', {
        types: { banner: 'banner', video: 'video', audio: 'audio' },
        otherwise: (_, type) => badServer(type === '' ? 'Missed mediaType' : badBidType(type)),
      }),
    },
  },
});
