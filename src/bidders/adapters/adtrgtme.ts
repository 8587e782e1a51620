import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { perImp } from '../kit/fan-out.ts';
import { deviceHeaders, OPENRTB_25 } from '../kit/headers.ts';
import { byImp } from '../kit/media-type.ts';
import { badServerResponse, impNotFound, noBidderExt } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import { status } from '../kit/status.ts';

const params = z.object({ site_id: z.int() });
const readParams = readerOf(params);

export default defineBidder({
  code: 'adtrgtme',
  endpoint: 'https://z.cdn.adtarget.market/ssp',
  maintainer: 'info@adtarget.me',
  capabilities: { app: ['banner'], site: ['banner'] },
  params,

  readParams: (bidder) => {
    const found = readParams(bidder);
    return 'error' in found || (found.value.site_id ?? 0) >= 0 ? found : { error: 'site_id is negative' };
  },
  badParams: () => badInput(noBidderExt),
  imp: () => ({ ext: undefined }),
  fanout: perImp,
  uri: ([first], { builder }) => `${builder.endpoint}?s=${first?.params.site_id ?? 0}&prebid`,
  headers: (_, { request: { device } }) => ({ ...OPENRTB_25, ...deviceHeaders(device) }),
  status: status.s9,
  response: {
    unreadable: () => badServer(badServerResponse),
    check: seatBidRequired(),
    currency: 'response',
    mediaType: byImp({
      order: ['banner'],
      noType: ({ impid }) => badInput(`Unsupported bidtype for bid: "${impid}"`),
      noImp: ({ impid }) => badInput(`Failed to find impression: "${impid}"`),
    }),
    onBadBid: 'abort',
  },
  java: {
    uri: ([first], { builder }) => `${builder.endpoint}?s=${first?.params.site_id ?? 0}&prebid=`,
    response: {
      check: undefined,
      mediaType: byImp({
        order: ['banner'],
        noType: ({ impid }) => badServer(`Unsupported bidtype for bid: "${impid}"`),
        noImp: ({ impid }) => badServer(impNotFound(impid)),
      }),
      onBadBid: 'drop',
    },
  },
});
