import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { javaTypeNotFetched } from '../kit/messages.ts';

export default defineBidder({
  code: 'vrtcal',
  endpoint: 'http://rtb.vrtcal.com/bidder_prebid.vap?ssp=1804',
  maintainer: 'support@vrtcal.com',
  vendorId: 706,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  gpp: true,
  sync: {
    iframe: {
      url: 'https://usync.vrtcal.com/i?ssp=1804&synctype=iframe&us_privacy={{.USPrivacy}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&surl={{.RedirectURL}}',
      userMacro: '$$VRTCALUSER$$',
    },
    redirect: {
      url: 'https://usync.vrtcal.com/i?ssp=1804&synctype=redirect&us_privacy={{.USPrivacy}}&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&surl={{.RedirectURL}}',
      userMacro: '$$VRTCALUSER$$',
    },
  },
  params: z.object({ just_an_unused_vrtcal_param: z.string().optional() }),

  readParams: 'never',
  headers: 'json',
  response: {
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video', 'native'], () => badServer('Unsupported return type')),
  },
  java: { response: { mediaType: byMtype(['banner', 'video', 'native'], (bid) => badServer(javaTypeNotFetched(bid))) } },
});
