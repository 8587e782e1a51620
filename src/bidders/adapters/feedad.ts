import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { OPENRTB_25 } from '../kit/headers.ts';
import { always } from '../kit/media-type.ts';

export default defineBidder({
  code: 'feedad',
  endpoint: 'https://ortb.feedad.com/1/prebid/requests',
  maintainer: 'support@feedad.com',
  vendorId: 781,
  capabilities: { app: ['banner'], site: ['banner'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://ortb.feedad.com/1/usersyncs/supply?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({
    clientToken: z.string().min(1),
    decoration: z.string().optional(),
    placementId: z
      .string()
      .min(1)
      .regex(/^[a-z0-9]+([-_][a-z0-9]+)*[-_]?$/),
    sdkOptions: z
      .object({
        advertising_id: z.string().optional(),
        app_name: z.string().optional(),
        bundle_id: z.string().optional(),
        hybrid_app: z.boolean().optional(),
        hybrid_platform: z.enum(['', 'android', 'ios', 'windows']).optional(),
        limit_ad_tracking: z.boolean().optional(),
      })
      .nullable()
      .optional(),
  }),

  readParams: 'never',
  headers: (_, { request: { device } }) => ({
    ...OPENRTB_25,
    'X-Fa-Pbs-Adapter-Version': '1.0.0',
    'X-Forwarded-For': [device?.ipv6, device?.ip],
  }),
  response: { currency: 'response', mediaType: always('banner') },
});
