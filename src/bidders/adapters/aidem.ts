import { z } from 'zod';
import { badServer, generic } from '../errors.ts';
import { noSeatBid, seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { typeNotFetched } from '../kit/messages.ts';
import { type Reader, readerOf } from '../kit/reader.ts';
import { statusPolicy, unexpectedStatus } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

const text = z.string();
const readParams = readerOf(z.object({ siteId: text, publisherId: text, placementId: text, rateLimit: text })) as Reader<{
  readonly publisherId?: string | undefined;
}>;

export default defineBidder({
  code: 'aidem',
  endpoint: 'https://zero.aidemsrv.com/ortb/v2.6/bid/request?billing_id={{.PublisherID}}',
  maintainer: 'prebid@aidem.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://gum.aidemsrv.com/prebid_sync?gdpr={{.GDPR}}&consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&redirect={{.RedirectURL}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}',
      userMacro: '$UID',
    },
  },
  params: z.object({
    siteId: z.string().min(1),
    publisherId: z.string().min(1),
    placementId: z.string().min(1).optional(),
    rateLimit: z.number().min(0).max(1).optional(),
  }),

  paramsOf: 'first',
  // The exchange expects rateLimit as a string, although its schema requires a number.
  readParams,
  macros: ({ params: { publisherId } }) => ({ PublisherID: publisherId }),
  headers: 'json',
  status: statusPolicy({ other: unexpectedStatus, badInput: 'all' }),
  response: {
    unreadable: (cause) => badServer(`JSON parsing error: ${cause}`),
    check: seatBidRequired(),
    currency: { fixed: 'USD' },
    mediaType: byMtype(['banner', 'video'], ({ impid }) => generic(typeNotFetched(impid))),
  },
  java: {
    readParams: 'required',
    badParams: missingBidderExt,
    response: {
      check: undefined,
      noBid: noSeatBid,
      mediaType: byMtype(['banner', 'video'], ({ id, impid, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : typeNotFetched(impid)),
      ),
    },
  },
});
