/** One response with fields of many partners' formats: adapters find their own among them. */
import { fullResponse } from './full.ts';

/** Fields by which adapters choose media types, and lists by which formats other than OpenRTB name their bids. */
const BID_EXT = { mediaType: 'banner', bidtype: 1, crtype: 'x', type: 'native', format: 'x', creative_type: 'x', dsa: {} };
const OTHER_FORMATS = {
  bids: [{ bidId: 'banner', impid: 'banner', ad: 'x', cpm: 1, width: 1, height: 1 }],
  ads: [{ id: 'banner', html: 'x' }],
  body: [{}],
  tags: [{ ads: [{}] }],
  ext: { igi: [{ impid: 'banner', igs: [{ config: {} }] }], fledge_auction_configs: { banner: {} } },
};
const seatbid = fullResponse.seatbid.map((seat) => ({
  ...seat,
  bid: seat.bid.map((bid) => ({ ...bid, ext: { ...BID_EXT, ...(bid as { ext?: object }).ext } })),
}));

export const partnerResponse = { ...fullResponse, ...OTHER_FORMATS, seatbid };
