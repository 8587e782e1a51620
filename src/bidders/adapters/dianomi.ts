import { z } from 'zod';
import { defineBidder } from '../kit/define.ts';
import { priceTypeTraffic, withTag } from './families/adf.ts';

export default defineBidder({
  code: 'dianomi',
  endpoint: 'https://www-prebid.dianomi.com/cgi-bin/smartads_prebid.pl',
  maintainer: 'prebid-maintainer@dianomi.com',
  vendorId: 885,
  capabilities: { app: ['banner', 'native', 'video'], site: ['banner', 'native', 'video'] },
  disabled: true,
  sync: {
    iframe: {
      url: 'https://www-prebid.dianomi.com/prebid/usersync/index.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://data.dianomi.com/frontend/usync?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({
    smartadId: z.union([z.int(), z.string().regex(/^\d+$/)]),
    priceType: z
      .string()
      .regex(/gross|net/)
      .optional(),
  }),

  ...priceTypeTraffic,
  imp: ({ params }) => withTag(params.smartadId),
});
