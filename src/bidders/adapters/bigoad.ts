import { z } from 'zod';
import type { MediaType } from '../bidder.ts';
import { badInput, badServer } from '../errors.ts';
import { seatBidRequired } from '../kit/bids.ts';
import { defineBidder } from '../kit/define.ts';
import { asNumber } from '../kit/messages.ts';
import type { SharedBid } from '../kit/response-spec.ts';
import type { ImpPatch } from '../kit/spec.ts';

const TYPES = new Map<number | undefined, MediaType>([
  [1, 'banner'],
  [2, 'video'],
  [4, 'native'],
]);
const typeOf = ({ mtype }: SharedBid): MediaType | undefined => TYPES.get(mtype);

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
    mediaType: (
      bid,
      {
        request: {
          imp: [first],
        },
      },
    ) => typeOf(bid) ?? badInput(`unrecognized bid type in response from bigoad ${first?.id ?? ''}`),
  },
  java: {
    badParams: (cause, { id }) => badInput(`imp ${id}: unable to unmarshal ext.bidder: ${cause}`),
    response: {
      unreadable: (cause) => badServer(`Bad server response: ${cause}`),
      readBids: 'all',
      mediaType: (bid) => typeOf(bid) ?? badServer(`unrecognized bid type in response from bigoad ${bid.impid}`),
    },
  },
});
