import { z } from 'zod';
import { generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { hostSource, javaSource, javaType, sourceTraffic } from './families/medianet.ts';

const endpoint = 'https://prebid-adapter.trustedstack.com/rtb/pb/trustedstacks2s';

export default defineBidder({
  code: 'trustedstack',
  endpoint,
  maintainer: 'product@trustedstack.com',
  vendorId: 1288,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://trustedstack.golang.pbs.com',
  sync: {
    iframe: {
      url: 'https://hb.trustedstack.com/checksync.php?cid=TS2Q14L8J&cs=87&type=mpbc&cv=37&vsSync=1&uspstring={{.USPrivacy}}&gdpr={{.GDPR}}&gdprstring={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '<vsid>',
    },
    redirect: {
      url: 'https://hb.trustedstack.com/cksync?cs=1&type=pbs&ovsid=setstatuscode&bidder=trustedstack&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '<vsid>',
    },
  },
  params: z.object({ cid: z.string().min(1), crid: z.string().min(1) }),

  ...sourceTraffic,
  setup: hostSource,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => generic(`unable to fetch mediaType for imp: ${impid}`)),
  },
  java: { ...javaSource(endpoint), response: { mediaType: javaType } },
});
