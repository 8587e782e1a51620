import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, tolerantTrafficByMtype } from './families/teqblaze.ts';

export default defineBidder({
  code: 'qt',
  endpoint: 'https://endpoint1.qt.io/pserver',
  maintainer: 'qtssp-support@qt.io',
  vendorId: 1331,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.qt.io/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...tolerantTrafficByMtype('never'),
});
