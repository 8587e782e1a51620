import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { badServerResponse, javaTypeNotFetched, typeNotFetched } from '../kit/messages.ts';

export default defineBidder({
  code: 'vox',
  endpoint: 'https://ssp.hybrid.ai/prebid/server/v1/auction',
  maintainer: 'prebid@hybrid.ai',
  vendorId: 206,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://ssp.hybrid.ai/prebid/server/v1/userSync?consent={{.GDPRConsent}}&redirect={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ placementId: z.string(), imageUrl: z.string().optional(), displaySizes: z.array(z.string()).optional() }),

  readParams: 'never',
  headers: 'none',
  response: {
    currency: 'response',
    mediaType: byMtype(undefined, ({ impid }) => generic(typeNotFetched(impid))),
    onBadBid: 'abort',
  },
  java: {
    response: {
      unreadable: () => badServer(badServerResponse),
      check: seatBidRequired(),
      mediaType: byMtype(undefined, (bid) => badServer(javaTypeNotFetched(bid))),
    },
  },
});
