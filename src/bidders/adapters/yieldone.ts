import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { withFirstSize } from '../kit/objects.ts';

export default defineBidder({
  code: 'yieldone',
  endpoint: 'https://y.one.impact-ad.jp/hbs_imp',
  maintainer: 'y1dev@platform-one.co.jp',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://y.one.impact-ad.jp/hbs_cs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirectUri={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.string() }),

  imp: ({ imp: { banner } }) => (banner ? { banner: withFirstSize(banner) } : undefined),
  callWithoutImps: true,
  headers: 'json',
  response: {
    mediaType: byImp({
      in: 'sent',
      order: ['banner', 'video'],
      noType: ({ impid }) => badServer(`Unknown impression type for ID: "${impid}"`),
      noImp: ({ impid }) => badServer(`Failed to find impression for ID: "${impid}"`),
    }),
    onBadBid: 'abort',
  },
  java: {
    response: {
      unreadable: (cause) => badInput(cause),
      mediaType: byImp({
        in: 'sent',
        order: ['banner', 'video'],
        noType: ({ impid }) => badInput(`Unknown impression type with id ${impid}`),
        noImp: ({ impid }) => badInput(`Failed to find impression for ID: "${impid}"`),
      }),
    },
  },
});
