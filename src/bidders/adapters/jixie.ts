import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { deviceHeaders, JSON_ACCEPT } from '../kit/headers.ts';
import { notUnpacked } from '../kit/messages.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';

export default defineBidder({
  code: 'jixie',
  endpoint: 'https://hb.jixie.io/v2/hbsvrpost',
  maintainer: 'contact@jixie.io',
  capabilities: { site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://id.jixie.io/api/sync?pid=&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '%%JXUID%%',
    },
  },
  params: z.object({
    unit: z.string().min(18),
    accountid: z.string().optional(),
    jxprop1: z.string().optional(),
    jxprop2: z.string().optional(),
  }),

  readParams: 'never',
  headers: (_, { request: { device, site } }) => ({
    ...JSON_ACCEPT,
    ...deviceHeaders(device, { ip: 'ip' }),
    Referer: site?.page,
  }),
  status: statusPolicy({
    messages: { 400: unexpectedStatus },
    other: 'Invalid Status Returned: %d. Run with request.debug = 1 for more info',
  }),
  response: {
    unreadable: (cause) => badServer(notUnpacked(cause)),
    mediaType: ({ adm = '' }) => (/<\?xml|<vast/i.test(adm) ? 'video' : 'banner'),
    // The exchange uses the imp's id as the bid's id.
    bid: ({ id }) => ({ impid: id }),
  },
  java: {
    response: { mediaType: ({ adm = '' }) => (/<\?xml|<vast/.test(adm) ? 'video' : 'banner'), bid: undefined },
  },
});
