import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import { asNumber } from '../kit/messages.ts';
import type { ImpPatch } from '../kit/spec.ts';

const byOwnMtype = byMtype(['banner', 'video', 'native']);

export default defineBidder({
  code: 'bigoad',
  endpoint: 'https://api.imotech.tech/Ad/GetAdOut?sspid={{.SspId}}',
  maintainer: 'bigoads-prebid@bigo.sg',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  compression: 'gzip',
  geoscope: ['USA', 'RUS', 'JPN', 'BRA', 'KOR', 'IDN', 'TUR', 'SAU', 'MEX'],
  modifyingVastXmlAllowed: true,
  params: z.object({ sspid: z.string() }),

  paramsOf: 'first',
  badParams: (cause, { id }, step) =>
    badInput(step === 'ext' ? `imp ${id}: unable to unmarshal ext` : `imp ${id}: unable to unmarshal ext.bidder: ${cause}`),
  imp: ({ index, ext: { bidder } }) => (index === 0 ? { ext: bidder as ImpPatch['ext'] } : undefined),
  macros: ({ params: { sspid } }) => ({ SspId: sspid }),
  headers: 'openrtb-2.5',
  response: {
    unreadable: (cause) => badServer(`Bad server response: ${asNumber(cause)}`),
    check: seatBidRequired(),
    readBids: 'first-seatbid',
    currency: { fixed: 'USD' },
    mediaType: (bid, context) =>
      byOwnMtype(bid, context) ?? badInput(`unrecognized bid type in response from bigoad ${context.request.imp[0]?.id ?? ''}`),
  },
  java: {
    badParams: (cause, { id }) => badInput(`imp ${id}: unable to unmarshal ext.bidder: ${cause}`),
    response: {
      unreadable: (cause) => badServer(`Bad server response: ${cause}`),
      readBids: 'all',
      mediaType: byMtype(['banner', 'video', 'native'], ({ impid }) => badServer(`unrecognized bid type in response from bigoad ${impid}`)),
    },
  },
});
