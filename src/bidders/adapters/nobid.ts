import { z } from 'zod';
import { badInput } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import { impNotFound, noImps } from '../kit/messages.ts';
import type { TypeRule } from '../kit/response-spec.ts';

const typeOf = (message: (impId: string) => string): TypeRule =>
  byImp({ order: ['banner', 'video'], noType: () => 'banner', noImp: ({ impid }) => badInput(message(impid)) });

export default defineBidder({
  code: 'nobid',
  endpoint: 'https://ads.servenobid.com/ortb_adreq?tek=pbs&ver=1',
  maintainer: 'developers@nobid.io',
  vendorId: 816,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  sync: {
    redirect: {
      url: 'https://ads.servenobid.com/getsync?tek=pbs&ver=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    iframe: {
      url: 'https://public.servenobid.com/sync.html?tek=pbs&ver=1&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ siteId: z.int(), placementId: z.int().optional() }),

  whenEmpty: badInput(noImps),
  readParams: 'never',
  response: {
    currency: { fixed: 'USD' },
    mediaType: typeOf(impNotFound),
  },
  java: { response: { mediaType: typeOf((impId) => `Failed to find impression ${impId}`) } },
});
