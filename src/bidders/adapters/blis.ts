import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { badImpAt } from './families/imp-index.ts';

export default defineBidder({
  code: 'blis',
  endpoint: 'https://prebid.lb.infinity.blismedia.com/rtb/213/{{.SupplyId}}',
  maintainer: 'prebid-support@blis.com',
  vendorId: 94,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  openrtb: '2.6',
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://tr.blismedia.com/v1/api/sync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '%%BLIS_USER_TOKEN%%',
    },
  },
  params: z.object({ spid: z.string().min(1) }),

  paramsOf: 'first',
  badParams: badImpAt('Infomation'),
  macros: ({ params: { spid } }) => ({ SupplyId: spid }),
  headers: ([first]) => ({ 'X-Supply-Partner-Id': first?.params.spid }),
  response: {
    currency: 'response',
    mediaType: byMtype(['banner', 'video', 'native']),
    bid: auctionPrice('nurl', 'adm', 'burl'),
  },
  java: {
    badParams: (cause) => badInput(`Error parsing imp.ext: ${cause}`),
    headers: ([first]) => ({ ...JSON_ACCEPT, 'X-Supply-Partner-Id': first?.params.spid }),
    response: {
      mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(`Failed to parse media type of impression ID ${impid}`)),
    },
  },
});
