import { z } from 'zod';
import { type BidderError, MEDIA_TYPES } from '../bidder.ts';
import { generic } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byImp } from '../kit/media-type.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import { status } from '../kit/status.ts';

const notFetched = ({ impid }: SharedBid): BidderError => generic(`unable to fetch mediaType in multi-format: ${impid}`);

export default defineBidder({
  code: 'bliink',
  endpoint: 'https://engine.bliink.io/bid',
  maintainer: 'support@bliink.io',
  vendorId: 658,
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  modifyingVastXmlAllowed: true,
  sync: {
    iframe: {
      url: 'https://tag.bliink.io/usersync.html?gdpr={{.GDPR}}&gdprConsent={{.GDPRConsent}}&uspConsent={{.USPrivacy}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
    redirect: {
      url: 'https://cookiesync.api.bliink.io/getuid?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&url={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ tagId: z.string(), imageUrl: z.string().optional() }),

  readParams: 'never',
  headers: 'openrtb-2.5',
  status: status.s3,
  response: {
    check: seatBidRequired(),
    currency: 'response',
    mediaType: byImp({ order: ['banner', 'native', 'video'], match: 'all', several: notFetched, otherwise: notFetched }),
  },
  java: {
    endpoint: 'http://engine.bliink.io/bid',
    modifyingVastXmlAllowed: false,
    params: z.object({ tagId: z.string().optional(), imageUrl: z.string().optional() }),

    response: {
      readBids: 'first-seatbid',
      mediaType: byImp({ order: MEDIA_TYPES, several: notFetched, otherwise: notFetched }),
    },
  },
});
