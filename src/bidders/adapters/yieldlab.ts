/** A server with its own request and response format, not OpenRTB. */
import { z } from 'zod';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { statusPolicy } from '../kit/status.ts';
import { atMacro, atPathEnd, toHeaders, toUri } from './yieldlab/request.ts';
import { readResponse } from './yieldlab/response.ts';

export default defineBidder({
  code: 'yieldlab',
  endpoint: 'https://ad.yieldlab.net/yp/',
  maintainer: 'solutions@yieldlab.de',
  vendorId: 70,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://ad.yieldlab.net/mr?t=2&pid=9140838&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&r={{.RedirectURL}}',
      userMacro: '%%YL_UID%%',
    },
  },
  params: z.object({
    adslotId: z.string(),
    supplyId: z.string(),
    extId: z.string().optional(),
    targeting: z.record(z.string(), z.unknown()).optional(),
  }),

  before: ({ request }) => (request.imp.length > 0 ? undefined : generic(`invalid request ${request.id}, no Impressions given`)),
  readParams: 'never',
  method: 'GET',
  uri: (_, context) => toUri(context, atPathEnd),
  headers: (_, { request }) => toHeaders(request),
  body: () => undefined,
  status: statusPolicy({
    other: 'failed to resolve bids from yieldlab response: Unexpected response code %d',
    badInput: [],
    noContent: 'as-other',
  }),
  parse: readResponse,
  java: { endpoint: 'https://ad.yieldlab.net/yp/{AdSlotId}', uri: (_, context) => toUri(context, atMacro) },
});
