import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound } from '../kit/messages.ts';
import { floorInDollars } from '../kit/money.ts';

export default defineBidder({
  code: 'sonobi',
  endpoint: 'https://apex.go.sonobi.com/prebid?partnerid=71d9d3d8af',
  maintainer: 'apex.prebid@sonobi.com',
  vendorId: 104,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  sync: {
    iframe: {
      url: 'https://sync.go.sonobi.com/uc.html?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&loc={{.RedirectURL}}',
      userMacro: '[UID]',
    },
    redirect: {
      url: 'https://sync.go.sonobi.com/us.gif?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&loc={{.RedirectURL}}',
      userMacro: '[UID]',
    },
  },
  params: z.object({ TagID: z.string() }),

  floor: floorInDollars,

  paramsOf: 'inherited',
  imp: ({ params: { TagID = '' } }) => ({ tagid: TagID }),
  fanout: perImp,
  request: () => ({ cur: ['USD'] }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({
      order: ['banner', 'video', 'native'],
      noType: () => 'banner',
      noImp: ({ impid }) => badInput(`${impNotFound(impid)} `),
    }),
    onBadBid: 'abort',
  },
  java: {
    endpoint: 'https://apex.go.sonobi.com/prebid?partnerid=GET_PARTNER_ID_FROM_SONOBI',
    response: {
      mediaType: byImp({
        in: 'sent',
        order: ['banner', 'video', 'native'],
        noType: () => 'banner',
        noImp: ({ impid }) => badInput(`Failed to find impression for ID: ${impid}`),
      }),
    },
  },
});
