import { z } from 'zod';
import { isObject } from '#src/json/merge.ts';
import { generic } from '../errors.ts';
import { notAString } from '../kit/decode.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { floorInDollars } from '../kit/money.ts';
import { notConverted } from './families/floors.ts';

export default defineBidder({
  code: 'adyoulike',
  endpoint: 'https://hb-ss.omnitagjs.com/broker/bid?partnerId=19340f4f097d16f41f34fc0274981ca4',
  maintainer: 'core@adyoulike.com',
  vendorId: 259,
  capabilities: { site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://visitor.omnitagjs.com/visitor/isync?uid=19340f4f097d16f41f34fc0274981ca4&name=PrebidServer&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
      userMacro: '[BUYER_USERID]',
    },
    redirect: {
      url: 'https://visitor.omnitagjs.com/visitor/bsync?uid=19340f4f097d16f41f34fc0274981ca4&name=PrebidServer&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
      userMacro: '[BUYER_USERID]',
    },
  },
  params: z.object({
    placement: z.string(),
    campaign: z.string().optional(),
    track: z.string().optional(),
    creative: z.string().optional(),
    source: z.string().optional(),
    debug: z.string().optional(),
  }),

  floor: { ...floorInDollars, at: 'before-params' },
  readParams: 'never',
  onBadImp: { floor: 'abort', imp: 'abort-all' },
  imp: ({ imp: { ext } }) => {
    const bidder: unknown = isObject(ext) ? ext['bidder'] : undefined;
    const placement: unknown = isObject(bidder) ? bidder['placement'] : undefined;
    return typeof placement === 'string' ? { tagid: placement } : generic(notAString(placement));
  },
  headers: 'openrtb-2.5',
  request: () => ({ cur: ['USD'] }),
  response: {
    currency: { fixed: 'USD' },
    mediaType: byImp({ match: 'last', order: ['banner', 'video', 'native'], otherwise: () => 'banner' }),
  },
  java: {
    floor: { to: 'USD', error: notConverted },
    readParams: 'required',
    onBadImp: 'abort-all',
    imp: ({ params: { placement } }) => ({ tagid: placement }),
  },
});
