import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { groupBy, perImp } from '../kit/fan-out.ts';
import { byMtype } from '../kit/media-type.ts';
import { badExtension, noImpression } from '../kit/messages.ts';
import { statusPolicy } from '../kit/status.ts';
import { missingBidderExt } from './families/missing-bidder-ext.ts';

export default defineBidder({
  code: 'ownadx',
  endpoint: 'https://pbs.prebid-ownadx.com/bidder/bid/{{.SeatID}}/{{.SspID}}?token={{.TokenID}}',
  maintainer: 'prebid-team@techbravo.com',
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  compression: 'gzip',
  sync: {
    redirect: {
      url: 'https://sync.spoutroserve.com/user-sync?t=image&gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&us_privacy={{.USPrivacy}}&gpp={{.GPP}}&gpp_sid={{.GPPSID}}&s3={{.RedirectURL}}',
      userMacro: '{USER_ID}',
    },
  },
  params: z.object({ sspId: z.string(), seatId: z.string(), tokenId: z.string() }),

  whenEmpty: badInput(noImpression),
  badParams: (_, __, step) => badInput(step === 'ext' ? "Bidder extension not valid or can't be unmarshalled" : badExtension),
  fanout: (imps) => groupBy(imps, ({ params: { sspId, seatId, tokenId } }) => JSON.stringify([sspId, seatId, tokenId])),
  macros: ({ params: { sspId, seatId, tokenId } }) => ({ SspID: sspId, SeatID: seatId, TokenID: tokenId }),
  headers: 'openrtb-2.5',
  status: statusPolicy({
    messages: { 400: 'Bad request: %d' },
    other: 'Unexpected status code: %d. Run with request.test = 1 for more info.',
    badInput: [],
  }),
  response: {
    unreadable: () => badServer('Bad server response '),
    check: ({ seatbid: [first] = [] }) => {
      if (!first) return badServer('Array SeatBid cannot be empty ');
      return first.bid?.length ? undefined : badServer('Bid cannot be empty ');
    },
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: byMtype(undefined, () => badServer('Bid type is invalid')),
    onBadBid: 'abort',
  },
  java: {
    badParams: missingBidderExt,
    fanout: perImp,
    request: (_, { request: { imp } }) => ({ imp }),
    response: {
      check: undefined,
      readBids: 'all',
      mediaType: byMtype(undefined, ({ id, mtype }) =>
        badServer(mtype === undefined ? `Missing MType for bid: ${id}` : `Unable to fetch mediaType ${mtype}`),
      ),
    },
  },
});
