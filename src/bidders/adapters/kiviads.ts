import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { placementOrEndpoint, teqblazeTraffic, typeByImp } from './families/teqblaze.ts';

export default defineBidder({
  code: 'kiviads',
  endpoint: 'http://lb.kiviads.com/pserver',
  maintainer: 'prebid@kiviads.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.kiviads.com/pserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...teqblazeTraffic({
    java: { response: { mediaType: typeByImp((impId) => badServer(`Failed to find impression '${impId}'`), 'sent') } },
  }),
});
