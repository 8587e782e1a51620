import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { impNotFound } from '../kit/messages.ts';
import { placementOrEndpoint, teqblazeTraffic, typeByImp, withIds } from './families/teqblaze.ts';

export default defineBidder({
  code: 'visiblemeasures',
  endpoint: 'https://us-e.visiblemeasures.com/pserver',
  maintainer: 'Support@visiblemeasures.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://cs.visiblemeasures.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...teqblazeTraffic({
    java: { imp: withIds, response: { mediaType: typeByImp((impId) => badServer(impNotFound(impId)), 'sent') } },
  }),
});
