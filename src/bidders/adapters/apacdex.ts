import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { noSeatBid } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byReadExtType } from '../kit/media-type.ts';
import { badBidType, noImps } from '../kit/messages.ts';
import { has, where } from '../kit/params.ts';
import type { ImpPatch } from '../kit/spec.ts';
import { status } from '../kit/status.ts';

const sync = {
  iframe: {
    url: 'https://sync.quantumdex.io/usersync/pbs?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '[UID]',
  },
  redirect: {
    url: 'https://sync.quantumdex.io/getuid?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&r={{.RedirectURL}}',
    userMacro: '[UID]',
  },
};

export default defineBidder({
  code: 'apacdex',
  endpoint: 'http://useast.quantumdex.io/auction/pbs',
  maintainer: 'support@apacdex.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: false,
  sync,
  aliases: {
    quantumdex: { sync },
    valueimpression: { sync },
  },
  params: where(z.object({ placementId: z.string().optional(), siteId: z.string().optional(), floorPrice: z.number().optional() }), {
    oneOf: [has('placementId'), has('siteId')],
  }),

  whenEmpty: badInput(noImps),
  onBadImp: 'abort',
  imp: ({ ext: { bidder } }) => ({ ext: bidder as ImpPatch['ext'] }),
  headers: 'openrtb-2.5',
  status: status.s3,
  response: {
    noBid: noSeatBid,
    currency: 'response',
    mediaType: byReadExtType({ missing: ({ impid }) => badServer(`Failed to parse bid mediatype for impression "${impid}"`) }),
  },
  java: {
    imp: ({ params: { placementId, siteId, floorPrice } }) => ({ ext: { placementId, siteId, floorPrice } }),
    response: {
      mediaType: byReadExtType({
        missing: ({ impid }) => badServer(`Failed to parse bid media type for impression ${impid}`),
        unknown: (_, type) => badServer(badBidType(type)),
      }),
    },
  },
});
