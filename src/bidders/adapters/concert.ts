import { z } from 'zod';
import { object } from '#src/json/values.ts';
import type { BidderError } from '../bidder.ts';
import { badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { byMtype } from '../kit/media-type.ts';
import type { TypeRule } from '../kit/response-spec.ts';

const typeOf = (nativeError: (message: string) => BidderError): TypeRule =>
  byMtype(['banner', 'video', 'audio'], ({ mtype, impid }) =>
    mtype === 4 ? nativeError('native media types are not yet supported') : badServer(`Failed to parse media type for bid: "${impid}"`),
  );

export default defineBidder({
  code: 'concert',
  endpoint: 'https://bids.concert.io/bids/openrtb',
  maintainer: 'support@concert.io',
  capabilities: { app: ['banner', 'video', 'audio'], site: ['banner', 'video', 'audio'] },
  compression: 'gzip',
  geoscope: ['global'],
  modifyingVastXmlAllowed: true,
  params: z.object({
    partnerId: z.string().min(1),
    placementId: z.int().optional(),
    site: z.string().optional(),
    slot: z.string().optional(),
    sizes: z.array(z.array(z.int()).min(2).max(2)).optional(),
  }),

  paramsOf: 'first',
  badParams: (cause, _, step) => generic(`get bidder ext: ${step === 'ext' ? 'imp ext' : 'bidder ext'}: ${cause}`),
  headers: 'plain-json+accept',
  request: ([first], { request: { ext } }) => ({
    ext: { ...object(ext), adapterVersion: '1.0.0', partnerId: first?.params.partnerId ?? '' },
  }),
  response: {
    check: ({ seatbid = [] }) => (seatbid.some(({ bid }) => bid.length > 0) ? undefined : generic('no bids returned')),
    currency: 'response',
    mediaType: typeOf(generic),
    onBadBid: 'abort-all',
  },
  java: {
    response: {
      check: ({ seatbid = [] }) => (seatbid.length > 0 ? undefined : generic('no bids returned')),
      mediaType: typeOf(badServer),
      onBadBid: 'drop',
    },
  },
});
