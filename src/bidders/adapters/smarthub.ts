import { z } from 'zod';
import { badInput, badServer, generic } from '../errors.ts';
import { defineBidder } from '../kit/define.ts';
import { JSON_ACCEPT } from '../kit/headers.ts';
import { extString, toMediaType } from '../kit/media-type.ts';
import { badBidType } from '../kit/messages.ts';
import { readerOf } from '../kit/reader.ts';
import { statusPolicy } from '../kit/status.ts';

const readBidExt = readerOf(z.object({ mediaType: z.string() }));

export default defineBidder({
  code: 'smarthub',
  endpoint: 'https://prebid.attekmi.co/pbserver?partnerName={{.Host}}&seat={{.AccountID}}&token={{.SourceId}}',
  maintainer: 'prebid@attekmi.com',
  capabilities: { app: ['banner', 'video', 'native'], site: ['banner', 'video', 'native'] },
  aliases: {
    adastra: { endpoint: 'https://adastra-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    addigi: {
      endpoint: 'https://addigi-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://addigi-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    adinify: {
      endpoint: 'https://adinify-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://adinify-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    amcom: { endpoint: 'https://amcom-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    artechnology: {
      endpoint: 'https://artechnology-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://artechnology-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    felixads: {
      endpoint: 'https://felixads-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://felixads-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    jambojar: {
      endpoint: 'https://jambojar-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://jambojar-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    jdpmedia: {
      endpoint: 'https://jdpmedia-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://jdpmedia-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    markapp: {
      endpoint: 'https://markapp-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://markapp-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
    radiantfusion: { endpoint: 'https://radiantfusion-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    tredio: {
      endpoint: 'https://tredio-prebid.attekmi.co/pbserver/?seat={{.AccountID}}&token={{.SourceId}}',
      java: { endpoint: 'https://tredio-prebid.attekmi.com/pbserver/?seat={{.AccountID}}&token={{.SourceId}}' },
    },
  },
  params: z.object({ partnerName: z.string().optional(), seat: z.string().min(1), token: z.string().min(1) }),

  paramsOf: 'first',
  badParams: (_, __, step) =>
    badInput(step === 'ext' ? "Bidder extension not provided or can't be unmarshalled" : 'Error while unmarshaling bidder extension'),
  macros: ({ params: { partnerName, seat, token } }) => ({ Host: partnerName, AccountID: seat, SourceId: token }),
  headers: () => ({ ...JSON_ACCEPT, 'Prebid-Adapter-Ver': '1.0.0' }),
  status: statusPolicy({
    messages: { 400: ({ body }) => `Bad Request. ${body}`, 503: 'Bidder unavailable. Please contact the bidder support.' },
    other: ({ status: code, body }) => `Status Code: [ ${code} ] ${body}`,
    badInput: [400, 503],
  }),
  response: {
    check: ({ seatbid: [first] = [] }) => {
      if (!first) return badServer('Array SeatBid cannot be empty');
      return first.bid?.length ? undefined : badServer('Array SeatBid[0].Bid cannot be empty');
    },
    readBids: 'first-bid',
    currency: { fixed: 'USD' },
    mediaType: (bid) => {
      const found = readBidExt(bid.ext);
      if (typeof found === 'string') return badServer('Field BidExt is required');
      return toMediaType(found.mediaType ?? '') ?? generic(badBidType(found.mediaType ?? ''));
    },
    onBadBid: 'abort',
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
