import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, teqblazeTraffic } from './families/teqblaze.ts';

export default defineBidder({
  code: 'compass',
  endpoint: 'http://sa-lb.deliverimp.com/pserver',
  maintainer: 'sa-support@brightcom.com',
  vendorId: 883,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sa-cs.deliverimp.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://sa-cs.deliverimp.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  java: { capabilities: { app: ['banner', 'video', 'native'], site: [] } },
  params: placementOrEndpoint,

  ...teqblazeTraffic(),
});
