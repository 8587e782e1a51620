import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, tolerantTrafficByMtype } from './families/teqblaze.ts';

export default defineBidder({
  code: 'copper6ssp',
  endpoint: 'https://endpoint.copper6.com/pserver',
  maintainer: 'info@copper6.com',
  vendorId: 1356,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://csync.copper6.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://csync.copper6.com/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...tolerantTrafficByMtype('without-calls'),
});
