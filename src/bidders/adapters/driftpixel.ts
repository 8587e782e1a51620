import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { badMtype, missingMtype, mtypeWith, pidAndEnvTraffic } from './families/pid-and-env.ts';

export default defineBidder({
  code: 'driftpixel',
  endpoint: 'http://rtb.driftpixel.live?pid={{.SourceId}}&host={{.Host}}&pbs=1',
  maintainer: 'developer@driftpixel.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.driftpixel.live/psync?t=s&e=0&gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&cb={{.RedirectURL}}',
      userMacro: '%USER_ID%',
    },
  },
  params: z.object({ env: z.string().min(1).optional(), pid: z.string().min(1) }),

  ...pidAndEnvTraffic('DriftPixel', { mediaType: mtypeWith(badMtype) }),
  java: {
    badParams: undefined,
    response: { mediaType: mtypeWith((bid) => missingMtype(bid) ?? badServer(badMtype(bid).message)) },
  },
});
