import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { toBody, withCustomer } from './contxtful/request.ts';
import { responseReader } from './contxtful/response.ts';

export default defineBidder({
  code: 'contxtful',
  endpoint: 'https://prebid.receptivity.io/v1/pbs/{{.AccountID}}/bid',
  maintainer: 'contact@contxtful.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://sync.receptivity.io/pbs/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.string().min(1), customerId: z.string().min(1) }),

  fanout: (imps) => [withCustomer(imps)],
  macros: ({ params }) => ({ AccountID: params.customerId }),
  body: toBody,
  impIds: 'request',
  parse: responseReader(),
  java: {
    badParams: (_, imp) => badInput(`Error parsing imp.ext for impression ${imp.id}`),
    parse: responseReader({ allowsNone: true, allowsAny: true, ownCurrency: true, subject: ({ requestId }) => `bid ${requestId}` }),
  },
});
