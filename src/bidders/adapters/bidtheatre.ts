import { z } from 'zod';
import type { BidderError } from '../bidder.ts';
import { badServer } from '../errors.ts';
import { auctionPrice } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byExtType, byReadExtType } from '../kit/media-type.ts';
import { typeNotParsed } from '../kit/messages.ts';
import { uuid } from '../kit/params.ts';
import type { SharedBid } from '../kit/response-spec.ts';

const notParsed = ({ impid }: SharedBid): BidderError => badServer(typeNotParsed(impid));

export default defineBidder({
  code: 'bidtheatre',
  endpoint: 'https://client-bids.adsby.bidtheatre.com/prebidjsbid',
  maintainer: 'operations@bidtheatre.com',
  vendorId: 30,
  capabilities: { app: ['banner', 'video'], site: ['banner', 'video'] },
  geoscope: ['EEA'],
  modifyingVastXmlAllowed: true,
  sync: {
    redirect: {
      url: 'https://match.adsby.bidtheatre.com/prebidmatch?gdpr={{.GDPR}}&gdpr_consent={{.GDPRConsent}}&redir={{.RedirectURL}}',
      userMacro: '$UID',
    },
  },
  params: z.object({ publisherId: uuid() }),

  readParams: 'never',
  headers: 'none',
  response: {
    currency: 'response',
    mediaType: byReadExtType({ missing: notParsed }),
    bid: auctionPrice('nurl', 'adm'),
  },
  java: { response: { mediaType: byExtType(notParsed) } },
});
