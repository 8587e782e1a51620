import { z } from 'zod';
import { badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { status } from '../kit/status.ts';

export default defineBidder({
  code: 'pixfuture',
  endpoint: 'https://pbs-pix.pixfuture.com/pixservices',
  maintainer: 'client-support@pixfuture.com',
  vendorId: 839,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.pixfuture.com/cookiesync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '${UID}',
    },
  },
  params: z.strictObject({ pix_id: z.string().min(1) }),

  readParams: 'never',
  fanout: perImp,
  headers: 'plain-json+accept',
  status: (response) => (response.status === 200 && response.body === '' ? 'no-bid' : status.s1(response)),
  response: {
    unreadable: (cause) => badServer(`Invalid response format: ${cause}`),
    mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) =>
      badServer(`Failed to parse bid mediatype for impression ${impid} from MType`),
    ),
    whenNoBids: 'errors',
  },
});
