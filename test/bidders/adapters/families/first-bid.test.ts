/** Exchanges with only the first bid of a response used. */
import bidmyadz from '#src/bidders/adapters/bidmyadz.ts';
import saLunamedia from '#src/bidders/adapters/sa_lunamedia.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, openRtb25, testAdapter, unread } from '../../kit/adapter-table.ts';

const of = (mediaType: string) => ({ ext: { mediaType } });
const NO_IP = badInput('IP/IPv6 is a required field');
const NO_AGENT = badInput('User-Agent is a required field');
const TWO_IMPS = badInput('Bidder does not support multi impression');

for (const definition of [bidmyadz, saLunamedia]) {
  testAdapter(definition, {
    responses: {
      'bids once, in dollars': {
        body: { cur: 'EUR', seatbid: [{ bid: [of('native'), of('video')] }, { bid: [of('video')] }] },
        types: ['native'],
        currency: 'USD',
      },
      'does not bid without a known type': { bids: [of('popup'), of('video')], errors: [generic('invalid BidType: popup')] },
      'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid')] },
      'needs bids': { body: { seatbid: [{ bid: [] }] }, errors: [badServer('Empty SeatBid.Bids')] },
      'quotes the body of 400': { status: 400, body: 'no', errors: [badInput('Bad Request. no')] },
    },
  });
}

testAdapter(bidmyadz, {
  requests: {
    'gets a request with user agent and address unchanged': {
      ...unread,
      request: { device: { ua: 'agent', ipv6: '::1' } },
      headers: openRtb25,
    },
    'gets no request without them, or with two imps': {
      params: [{}, {}],
      request: { device: {} },
      errors: [TWO_IMPS, NO_IP, NO_AGENT],
    },
    'gets no request without a device': { params: [{}, {}] },
    'reports both in the Java variant': { ...java, errors: [NO_IP, NO_AGENT] },
  },
  responses: {
    'needs a readable ext': { bids: [{}], errors: [badServer('BidExt parsing error. expect { or n, but found \0')] },
    'is unavailable with 503': {
      status: 503,
      errors: [badServer('Bidder is unavailable. Please contact your account manager.')],
    },
    'quotes the body of 500': { status: 500, body: '100%d', errors: [badServer('Something went wrong. Status Code: [ 500 ] 100%d')] },
    'names a missing type in the Java variant': { ...java, bids: [{}], errors: [badServer('Missed mediaType')] },
    'does not bid for native in the Java variant': { ...java, bids: [of('native')], errors: [badServer('invalid BidType: native')] },
  },
});

testAdapter(saLunamedia, {
  requests: { 'gets any request unchanged': { ...unread, headers: jsonAccept } },
  responses: {
    'needs a readable ext': { bids: [{ ext: { mediaType: 7 } }], errors: [badServer('Missing BidExt')] },
    'is unavailable with 503': { status: 503, errors: [badInput('Bidder unavailable. Please contact the bidder support.')] },
    'quotes the body of 500': { status: 500, body: 'no', errors: [badServer('Status Code: [ 500 ] no')] },
  },
});
