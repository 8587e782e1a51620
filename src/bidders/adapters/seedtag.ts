import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { has, where } from '../kit/params.ts';

export default defineBidder({
  code: 'seedtag',
  endpoint: 'https://s.seedtag.com/c/openrtb?partner=prebidserver',
  maintainer: 'prebid@seedtag.com',
  vendorId: 157,
  capabilities: { site: ['video', 'banner'] },
  compression: 'gzip',
  sync: {
    iframe: {
      url: 'https://s.seedtag.com/cs/cookiesync/prebid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&usp_consent={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: where(
    z.object({
      adUnitId: z.string().min(1).optional(),
      publisherId: z.string().min(1).optional(),
      integrationType: z.enum(['ronId']).optional(),
    }),
    { oneOf: [has('adUnitId'), has('publisherId', 'integrationType')] },
  ),

  readParams: 'never',
  floor: { to: 'USD', error: (_, cause) => generic(cause) },

  request: () => ({ cur: ['USD'] }),
  response: { currency: { fixed: 'USD' }, mediaType: byMtype(['banner', 'video'], () => generic('bid.MType invalid')) },
  java: {
    readParams: 'required',
    badParams: (_, { id }) => badInput(`Invalid imp.ext.bidder for imp id: ${id}`),
    imp: ({ imp: { id }, params: { integrationType, publisherId, adUnitId } }) => {
      if (integrationType === 'ronId' && !publisherId?.trim()) {
        return badInput(`imp id ${id}: publisherId is required when integrationType is 'ronId'`);
      }
      return integrationType === 'ronId' || adUnitId?.trim()
        ? undefined
        : badInput(`imp id ${id}: adUnitId is required when integrationType is not 'ronId'`);
    },
    response: { mediaType: byMtype(['banner', 'video'], ({ id }) => badServer(`Invalid bid.mtype for bid.id: '${id}'`)) },
  },
});
