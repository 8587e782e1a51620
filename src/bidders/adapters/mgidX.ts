import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType, unchecked } from '../kit/media-type.ts';
import { JAVA_WITH_IDS_ONLY, javaTypeByExt, placementOrEndpoint, teqblazeTraffic, WITH_IDS_ONLY } from './families/teqblaze.ts';

export default defineBidder({
  code: 'mgidX',
  endpoint: 'https://REGION.mgid.com/pserver',
  maintainer: 'prebid@mgid.com',
  vendorId: 358,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  disabled: true,
  sync: {
    redirect: {
      url: 'https://cm.mgid.com/i.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&adu={{.RedirectURL}}',
      userMacro: '{muidn}',
    },
    iframe: {
      url: 'https://cm.mgid.com/i.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&adu={{.RedirectURL}}',
      userMacro: '{muidn}',
    },
  },
  params: placementOrEndpoint,

  ...teqblazeTraffic({
    ...WITH_IDS_ONLY,
    response: {
      mediaType: byReadExtType({
        types: [],
        missing: ({ impid }, cause) =>
          generic(cause === undefined ? `imp ${impid} with unknown media type` : `unable to deserialize imp ${impid} bid.ext`),
        unknown: unchecked,
      }),
    },
    java: { ...JAVA_WITH_IDS_ONLY, response: { mediaType: javaTypeByExt() } },
  }),
});
