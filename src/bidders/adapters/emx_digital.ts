import { defineBidder } from '../kit/define.ts';
import { cadentParams, cadentTraffic } from './families/cadent.ts';

export default defineBidder({
  code: 'emx_digital',
  endpoint: 'https://hb.emxdgt.com',
  maintainer: 'contactaperturemx@cadent.tv',
  vendorId: 183,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    iframe: {
      url: 'https://cs.emxdgt.com/um?ssp=pbs&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  javaCode: 'emxdigital',
  aliases: {
    emxdigital: { vendorId: 183 },
  },
  params: cadentParams,

  ...cadentTraffic,
});
