import { z } from 'zod';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { fillPlaceholders } from '../kit/macros.ts';
import { byExtField } from '../kit/media-type.ts';

export default defineBidder({
  code: 'adot',
  endpoint: 'https://dsp.adotmob.com/headerbidding{PUBLISHER_PATH}/bidrequest',
  maintainer: 'admin@we-are-adot.com',
  vendorId: 272,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    redirect: {
      url: 'https://sync.adotmob.com/cookie/pbs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
      userMacro: '{amob_user_id}',
    },
  },
  params: z.object({
    placementId: z.string().optional(),
    parallax: z.boolean().optional(),
    publisherPath: z.enum(['/hubvisor', '/spotx']).optional(),
  }),

  paramsOf: 'first',
  readParams: 'if-readable',
  uri: ([first], { builder }) => fillPlaceholders(builder.endpoint, { '{PUBLISHER_PATH}': first?.params.publisherPath ?? '' }),
  headers: 'json',
  response: {
    currency: { fixed: 'USD' },
    mediaType: byExtField('adot.media_type', { types: { banner: 'banner', video: 'video', native: 'native' } }),
    bid: auctionPrice('nurl', 'adm'),
  },
  java: {
    endpoint: 'https://dsp.adotmob.com/headerbidding{/PUBLISHER_PATH*}/bidrequest',
    uri: ([first], { builder }) => fillPlaceholders(builder.endpoint, { '{/PUBLISHER_PATH*}': first?.params.publisherPath ?? '' }),
  },
});
