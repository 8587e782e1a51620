import { z } from 'zod';
import { badInput, badServer } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { extString, toMediaType } from '../kit/media-type.ts';
import { badBidType, badExtension, noExtension } from '../kit/messages.ts';
import { statusPolicy } from '../kit/status.ts';
import { badRequest, firstBidResponse } from './families/first-bid.ts';

/** An alias has a host of its own. */
const endpointOf = (alias: string, domain: 'co' | 'com'): string =>
  `https://${alias}-prebid.attekmi.${domain}/pbserver/?seat={{.AccountID}}&token={{.SourceId}}`;

const ownHost = (alias: string) => ({ endpoint: endpointOf(alias, 'co'), java: { endpoint: endpointOf(alias, 'com') } });

export default defineBidder({
  code: 'smarthub',
  endpoint: 'https://prebid.attekmi.co/pbserver?partnerName={{.Host}}&seat={{.AccountID}}&token={{.SourceId}}',
  maintainer: 'prebid@attekmi.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: {
    adastra: { endpoint: endpointOf('adastra', 'co') },
    addigi: ownHost('addigi'),
    adinify: ownHost('adinify'),
    amcom: { endpoint: endpointOf('amcom', 'co') },
    artechnology: ownHost('artechnology'),
    felixads: ownHost('felixads'),
    jambojar: ownHost('jambojar'),
    jdpmedia: ownHost('jdpmedia'),
    markapp: ownHost('markapp'),
    radiantfusion: { endpoint: endpointOf('radiantfusion', 'co') },
    tredio: ownHost('tredio'),
  },
  params: z.object({ partnerName: z.string().optional(), seat: z.string().min(1), token: z.string().min(1) }),

  paramsOf: 'first',
  badParams: (_, __, step) => badInput(step === 'ext' ? noExtension : badExtension),
  macros: ({ params: { partnerName, seat, token } }) => ({ Host: partnerName, AccountID: seat, SourceId: token }),
  headers: () => ({ ...JSON_ACCEPT, 'Prebid-Adapter-Ver': '1.0.0' }),
  status: statusPolicy({
    messages: { 400: badRequest, 503: 'Bidder unavailable. Please contact the bidder support.' },
    other: ({ status: code, body }) => `Status Code: [ ${code} ] ${body}`,
    badInput: [400, 503],
  }),
  response: {
    ...firstBidResponse(() => 'Field BidExt is required'),
    check: ({ seatbid: [first] = [] }) => {
      if (!first) return badServer('Array SeatBid cannot be empty');
      return first.bid?.length ? undefined : badServer('Array SeatBid[0].Bid cannot be empty');
    },
  },
  java: {
    endpoint: 'https://prebid.attekmi.com/pbserver?partnerName={{.Host}}&seat={{.AccountID}}&token={{.SourceId}}',
    badParams: (cause) => badInput(cause),
    response: {
      check: ({ seatbid: [first] = [] }) => (first?.bid?.length ? undefined : badServer('SeatBid[0].Bid[0] cannot be empty')),
      mediaType: (bid) => {
        const type = extString(bid, 'mediaType');
        return toMediaType(type) ?? badServer(type === '' ? 'missing bid ext' : badBidType(type));
      },
    },
  },
});
