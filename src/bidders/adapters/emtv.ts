import { defineBidder } from '../kit/define.ts';
import { JAVA_WITH_IDS_ONLY, placementOrEndpoint, teqblazeTraffic, WITH_IDS_ONLY } from './families/teqblaze.ts';

export default defineBidder({
  code: 'emtv',
  endpoint: 'https://us-east-ep.engagemedia.tv/pserver',
  maintainer: 'support@engagemedia.tv',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.engagemedia.tv/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...teqblazeTraffic({ ...WITH_IDS_ONLY, java: { ...JAVA_WITH_IDS_ONLY, capabilities: { app: ['banner', 'video', 'native'], site: [] } } }),
});
