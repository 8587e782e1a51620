import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';
import { aliasOfGeneric } from './families/plain-openrtb.ts';

export default defineBidder({
  code: 'zeta_global_ssp',
  endpoint: 'https://ssp.disqus.com/bid/prebid-server?sid={{.AccountID}}',
  maintainer: 'DL-Zeta-SSP@zetaglobal.com',
  vendorId: 833,
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  openrtb: '2.6',
  gpp: true,
  compression: 'gzip',
  geoscope: ['global'],
  disabled: true,
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://ssp.disqus.com/redirectuser?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&r={{.RedirectURL}}',
      userMacro: 'BUYERUID',
    },
  },
  java: {
    ...aliasOfGeneric,
    paramsOf: undefined,
    badParams: undefined,
    imp: undefined,
    macros: undefined,
    endpoint: 'https://ssp.disqus.com/bid/prebid-server?sid=GET_SID_FROM_ZETA',
    capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
    openrtb: '2.5',
  },
  params: z.object({ sid: z.int().optional() }),

  paramsOf: 'first',
  badParams: (_, __, step) => badInput(`imp.ext${step === 'ext' ? '' : '.bidder'} not provided or cannot be unmarshalled`),
  imp: ({ index }) => (index > 0 ? undefined : { ext: undefined }),
  macros: ({ params: { sid = 0 } }) => ({ AccountID: sid }),
  response: {
    currency: 'response',
    mediaType: byReadExtType({ missing: ({ impid }) => badServer(typeNotParsed(impid)) }),
  },
});
