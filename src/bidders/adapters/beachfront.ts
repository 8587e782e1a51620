import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { has, where } from '../kit/params.ts';
import { anyStatus } from '../kit/status.ts';
import { callMaker } from './beachfront/calls.ts';
import { readEndpoint } from './beachfront/endpoint.ts';
import { readResponse } from './beachfront/response.ts';
import { goRules, javaRules } from './beachfront/rules.ts';

export default defineBidder({
  code: 'beachfront',
  endpoint: 'https://display.bfmio.com/prebid_display',
  maintainer: 'prebid@beachfront.com',
  vendorId: 335,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  extraInfo: '{"video_endpoint":"https://reachms.bfmio.com/bid.json?exchange_id"}',
  sync: {
    iframe: { url: 'https://sync.bfmio.com/sync_s2s?gdpr={{.GDPR}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}', userMacro: '[io_cid]' },
  },
  params: where(
    z.object({
      appId: z.string().optional(),
      appIds: where(z.object({ video: z.string().optional(), banner: z.string().optional() }), {
        anyOf: [has('video'), has('banner')],
      }).optional(),
      bidfloor: z.number().optional(),
      videoResponseType: z.string().optional(),
    }),
    { oneOf: [has('appIds'), has('appId')] },
  ),

  setup: readEndpoint,
  readParams: 'never',
  calls: callMaker(goRules),
  // The messages of statuses contain the address of the call.
  status: anyStatus,
  parse: readResponse,
  java: { calls: callMaker(javaRules) },
});
