import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { connectionIdTraffic } from './families/connection-id.ts';

export default defineBidder({
  code: 'kueezrtb',
  endpoint: 'https://prebidsrvr.kueezrtb.com/openrtb/',
  maintainer: 'rtb@kueez.com',
  vendorId: 1165,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://sync.kueezrtb.com/api/user/html/62ce79e7dd15099534ae5e04?pbs=true&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '${userId}',
    },
  },
  params: z.object({
    cId: z
      .string()
      .min(1)
      .regex(/^[a-zA-Z0-9_]+$/),
  }),

  ...connectionIdTraffic('ImpExtkueez'),
  java: { ...connectionIdTraffic('ImpExtkueez').java, endpoint: 'https://prebidsrvr.kueezrtb.com/openrtb/{ConnectionId}' },
});
