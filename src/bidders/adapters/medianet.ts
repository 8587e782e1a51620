import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaSource, javaType, sourceTraffic } from './families/medianet.ts';

const endpoint = 'https://prebid-adapter.media.net/rtb/pb/prebids2s';

export default defineBidder({
  code: 'medianet',
  endpoint,
  maintainer: 'prebid-support@media.net',
  vendorId: 142,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  extraInfo: 'https://medianet.golang.pbs.com',
  sync: {
    iframe: {
      url: 'https://hbx.media.net/checksync.php?cid=8CUEHS6F9&cs=87&type=mpbc&cv=37&vsSync=1&uspstring={{.USPrivacy}}&gdpr={{.GDPR}}&gdprstring={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '<vsid>',
    },
    redirect: {
      url: 'https://cs.media.net/cksync.php?cs=1&type=pbs&ovsid=setstatuscode&bidder=medianet&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '<vsid>',
    },
  },
  params: z.object({ cid: z.string().min(1), crid: z.string().min(1) }),

  ...sourceTraffic,
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(`Unable to fetch mediaType for imp: ${impid}`)),
  },
  java: {
    ...javaSource(endpoint),
    response: { mediaType: javaType },
  },
});
