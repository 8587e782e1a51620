import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { typeNotDefined } from '../kit/messages.ts';
import { placementOrEndpoint, tolerantTraffic, typeByMtype, withPlacement } from './families/teqblaze.ts';

export default defineBidder({
  code: 'smoot',
  endpoint: 'https://endpoint1.smoot.ai/pserver',
  maintainer: 'info@smoot.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://usync.smxconv.com/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...tolerantTraffic({
    imp: ({ params: { placementId, endpointId } }) =>
      placementId ? withPlacement(placementId) : { ext: { bidder: { type: 'network', ...(endpointId && { endpointId }) } } },
    response: { mediaType: typeByMtype((impId) => generic(typeNotDefined(impId))) },
    java: {
      badParams: (cause) => badInput(`Error parsing imp.ext: ${cause}`),
      response: { mediaType: typeByMtype((impId) => badServer(typeNotDefined(impId))) },
    },
  }),
});
