import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { typeNotDefined } from '../kit/messages.ts';
import {
  JAVA_NO_VALID_IMPS,
  javaTypeByMtype,
  NO_VALID_IMPS,
  placementOrEndpoint,
  tolerantTraffic,
  typeByMtype,
} from './families/teqblaze.ts';

export default defineBidder({
  code: 'pubrise',
  endpoint: 'https://backend.pubrise.ai/pserver',
  maintainer: 'prebid@pubrise.ai',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.pubrise.ai/pbserver?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redir={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    iframe: {
      url: 'https://sync.pubrise.ai/pbserverIframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&ccpa={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&pbserverUrl={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: placementOrEndpoint,

  ...tolerantTraffic({
    ...NO_VALID_IMPS,
    response: { mediaType: typeByMtype((impId) => generic(typeNotDefined(impId))) },
    java: { ...JAVA_NO_VALID_IMPS, response: { mediaType: javaTypeByMtype } },
  }),
});
