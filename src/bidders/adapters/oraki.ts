import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, tolerantTrafficByMtype } from './families/teqblaze.ts';

export default defineBidder({
  code: 'oraki',
  endpoint: 'https://eu1.oraki.io/pserver',
  maintainer: 'prebid@oraki.io',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.oraki.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...tolerantTrafficByMtype('never'),
});
