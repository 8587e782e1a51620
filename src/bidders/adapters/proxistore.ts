import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { PLAIN_JSON_ACCEPT } from '../kit/headers.ts';
import { byMtype } from '../kit/media-type.ts';
import { mtypeUnsupported } from '../kit/messages.ts';

export default defineBidder({
  code: 'proxistore',
  endpoint: 'https://api.proxistore.com/v3/rtb/openrtb',
  maintainer: 'support@proxistore.com',
  vendorId: 418,
  capabilities: { app: ['banner', 'video', 'native', 'audio'], site: ['banner', 'video', 'native', 'audio'] },
  openrtb: '2.6',
  compression: 'gzip',
  geoscope: ['EEA'],
  sync: {
    redirect: {
      url: 'https://abs.proxistore.com/v3/rtb/sync/prebid-server/redirect?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    iframe: {
      url: 'https://abs.proxistore.com/v3/rtb/sync/prebid-server/iframe?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ website: z.string().min(1), language: z.string().min(1) }),

  readParams: 'never',
  headers: () => ({ ...PLAIN_JSON_ACCEPT, 'X-Prebid-Source': 'server' }),
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ id, mtype }) => badServer(`${mtypeUnsupported(mtype)} for bid ${id}`)),
  },
});
