import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { typeNotFetched } from '../kit/messages.ts';
import { placementOrEndpoint, teqblazeTraffic, typeByMtype } from './families/teqblaze.ts';

export default defineBidder({
  code: 'boldwin',
  endpoint: 'http://ssp.videowalldirect.com/pserver',
  maintainer: 'info@bold-win.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.videowalldirect.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...teqblazeTraffic({
    response: { mediaType: typeByMtype((impId) => generic(typeNotFetched(impId))) },
    java: { response: { mediaType: typeByMtype((impId) => badServer(typeNotFetched(impId))) } },
  }),
});
