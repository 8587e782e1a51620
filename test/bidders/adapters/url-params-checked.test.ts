/** Exchanges at a URL from params that are checked, and whose responses are narrowed or checked. */
import lemmadigital from '#src/bidders/adapters/lemmadigital.ts';
import madvertise from '#src/bidders/adapters/madvertise.ts';
import onetag from '#src/bidders/adapters/onetag.ts';
import roulax from '#src/bidders/adapters/roulax.ts';
import smarthub from '#src/bidders/adapters/smarthub.ts';
import tradplus from '#src/bidders/adapters/tradplus.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const at = (template: string) => ({ builder: { endpoint: `https://acme.example/${template}` } });
const badExt = { imps: [{ id: '1', ext: 'x' }] };
const one = { id: 'b', impid: '1', price: 1 };

testAdapter(lemmadigital, {
  requests: {
    'is called with publisher and ad unit of the first imp, without headers': {
      ...at('?p={{.PublisherID}}&a={{.AdUnit}}'),
      params: [{ pid: 1, aid: 2 }, 'x'],
      calls: [{ uri: 'https://acme.example/?p=1&a=2', headers: {} }],
    },
    'needs an imp': { params: [], errors: [generic('Impression array should not be empty')] },
    'reports an unreadable `ext`': {
      ...badExt,
      errors: [badInput(`Invalid imp.ext for impression index 0. Error Infomation: ${NOT_AN_OBJECT}`)],
    },
    'reports params of the wrong type': {
      params: [{ pid: '1' }],
      errors: [badInput('Invalid imp.ext.bidder for impression index 0. Error Infomation: cannot unmarshal pid: unexpected character: "')],
    },
    'names the imp in the Java variant': {
      ...java,
      ...badExt,
      errors: [badInput('Invalid imp.ext.bidder for impression index 0. Error Infomation: 1')],
    },
  },
  responses: {
    'bids in its first seatbid, for the type of the first imp': {
      imps: [
        { id: '1', video: {} },
        { id: '2', banner: {} },
      ],
      body: { seatbid: [{ bid: [one, { ...one, impid: '2' }] }, { bid: [one] }] },
      types: ['video', 'video'],
      currency: 'USD',
    },
    'bids in all seatbids in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [one] }, { bid: [one] }] },
      types: ['banner', 'banner'],
    },
    'may have no seatbid': { body: {}, types: [] },
  },
});

testAdapter(madvertise, {
  requests: {
    'is called at the zone of all imps, with the device’s headers': {
      ...at('bid{{.ZoneID}}'),
      params: [{ zoneId: '/123456' }, { zoneId: '/123456' }],
      request: { device: { ua: 'UA', ip: '1.2.3.4', ipv6: '::1' } },
      calls: [{ uri: 'https://acme.example/bid/123456', headers: { ...openRtb25, 'User-Agent': 'UA', 'X-Forwarded-For': '1.2.3.4' } }],
    },
    'needs one zone': { params: [{ zoneId: '/123456' }, { zoneId: '/654321' }], errors: [badInput('There must be only one zone ID')] },
    'needs a zone': { params: [{}], errors: [badInput('ext.bidder.zoneId not provided; ImpID=1')] },
    'needs a zone of seven bytes': { params: [{ zoneId: '/12345' }, 'x'], errors: [badInput('The minLength of zone ID is 7; ImpID=1')] },
    'reports unreadable params': { params: ['x'], errors: [badInput(`${NOT_AN_OBJECT}; ImpID=1`)] },
    'reads a missing zone as too short in the Java variant': {
      ...java,
      params: [{}],
      errors: [badInput('The minLength of zone ID is 7; ImpID=1')],
    },
    'has its own message for unreadable params there': {
      ...java,
      params: ['x'],
      errors: [badInput('Missing bidder ext in impression with id: 1')],
    },
  },
  responses: {
    'bids for video by creative attributes': {
      bids: [{ attr: [1, 16] }, { attr: [6] }, { attr: [7] }, { attr: [5] }, {}],
      types: ['video', 'video', 'video', 'banner', 'banner'],
      currency: '',
    },
    'reads 400 as a bad server response': {
      status: 400,
      errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    },
  },
});

testAdapter(onetag, {
  requests: {
    'is called at the publisher of all imps, without headers': {
      ...at('{{.PublisherID}}'),
      params: [{ pubId: 'p', ext: {} }, { pubId: 'p' }],
      calls: [{ uri: 'https://acme.example/p', headers: {}, impIds: ['1', '2'] }],
    },
    'does not read the param `ext`': {
      ...at('{{.PublisherID}}'),
      params: [{ pubId: 'p', ext: 'x' }],
      calls: [{ uri: 'https://acme.example/p' }],
    },
    'needs one publisher': { params: [{ pubId: 'p' }, { pubId: 'q' }], errors: [badInput('There must be only one publisher ID')] },
    'needs a publisher': { params: [{ pubId: 'p' }, {}, 'x'], errors: [badInput('The publisher ID must not be empty')] },
    'reports unreadable params': { params: ['x'], errors: [badInput('Error while unmarshaling bidder extension')] },
    'reports an unreadable `ext`': { ...badExt, errors: [badInput("Bidder extension not provided or can't be unmarshalled")] },
    'reports the decoder’s message in the Java variant': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for banner before video before native': {
      imps: [
        { id: '1', banner: {}, video: {} },
        { id: '2', native: {}, video: {} },
        { id: '3', native: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '3' }],
      types: ['banner', 'video', 'native'],
      currency: '',
    },
    'loses all bids if one has no imp': {
      bids: [{}, { impid: '7' }],
      errors: [badServer('The impression with ID 7 is not present into the request')],
    },
    'reads 400 as a bad server response': {
      status: 400,
      errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info.')],
    },
  },
});

testAdapter(roulax, {
  requests: {
    'is called at path and id of the first imp, names in any case': {
      ...at('{{.PublisherID}}?pid={{.AccountID}}'),
      params: [{ publisherPath: 'p', PId: 'i' }, 'x'],
      calls: [{ uri: 'https://acme.example/p?pid=i', headers: json }],
    },
    'reports unreadable params': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'takes exact names only and trims values in the Java variant': {
      ...java,
      ...at('{{.PublisherID}}?pid={{.AccountID}}'),
      params: [{ PublisherPath: ' p ', PId: 'i' }],
      calls: [{ uri: 'https://acme.example/p?pid=' }],
    },
    'has its own message there': { ...java, params: ['x'], errors: [badInput(`Failed to deserialize Roulax extension: ${NOT_AN_OBJECT}`)] },
  },
  responses: {
    'bids by mtype': {
      bids: [{ mtype: 4 }, { mtype: 3 }, {}],
      types: ['native'],
      currency: '',
      errors: [generic('Unable to fetch mediaType in impID: 1, mType: 3'), generic('Unable to fetch mediaType in impID: 1, mType: 0')],
    },
    'names the bid without mtype in the Java variant': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});

testAdapter(smarthub, {
  requests: {
    'is called with partner, seat and token of the first imp': {
      ...at('?n={{.Host}}&s={{.AccountID}}&t={{.SourceId}}'),
      params: [{ seat: 's', token: 't' }, 'x'],
      calls: [{ uri: 'https://acme.example/?n=&s=s&t=t', headers: { ...jsonAccept, 'Prebid-Adapter-Ver': '1.0.0' } }],
    },
    'reports unreadable params': { params: ['x'], errors: [badInput('Error while unmarshaling bidder extension')] },
    'reports an unreadable `ext`': { ...badExt, errors: [badInput("Bidder extension not provided or can't be unmarshalled")] },
    'reports the decoder’s message in the Java variant': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'has one bid, in dollars': {
      bids: [{ ext: { mediaType: 'audio' } }, { ext: { mediaType: 'video' } }],
      types: ['audio'],
      cur: 'EUR',
      currency: 'USD',
    },
    'needs a type': { bids: [{ ext: { mediaType: 'popup' } }], errors: [generic('invalid BidType: popup')] },
    'needs a bid’s `ext`': { bids: [{}], errors: [badServer('Field BidExt is required')] },
    'needs seatbids': { body: {}, errors: [badServer('Array SeatBid cannot be empty')] },
    'needs bids in the first one': {
      body: { seatbid: [{ bid: [] }, { bid: [one] }] },
      errors: [badServer('Array SeatBid[0].Bid cannot be empty')],
    },
    'has one message for both in the Java variant': { ...java, body: {}, errors: [badServer('SeatBid[0].Bid[0] cannot be empty')] },
    'misses `ext` there': { ...java, bids: [{}], errors: [badServer('missing bid ext')] },
    'explains 400': { status: 400, body: 'why', errors: [badInput('Bad Request. why')] },
    'may be unavailable': { status: 503, errors: [badInput('Bidder unavailable. Please contact the bidder support.')] },
    'explains other statuses': { status: 500, body: 'why', errors: [badServer('Status Code: [ 500 ] why')] },
  },
});

testAdapter(tradplus, {
  requests: {
    'is called at zone and account of the first imp': {
      ...at('{{.ZoneID}}/{{.AccountID}}'),
      params: [{ zoneId: 'z.', accountId: 'a' }, 'x'],
      calls: [{ uri: 'https://acme.example/z./a', headers: json, impIds: ['1', '2'] }],
    },
    'needs no zone': { ...at('{{.ZoneID}}/{{.AccountID}}'), params: [{ accountId: 'a' }], calls: [{ uri: 'https://acme.example//a' }] },
    'needs a zone that is a host': { params: [{ zoneId: 'z/' }], errors: [badInput('Invalid ZoneID')] },
    'reports unreadable params': { params: ['x'], errors: [badInput(`Error parsing bidderExt - ${NOT_AN_OBJECT}`)] },
    'reports an unreadable `ext`': { ...badExt, errors: [badInput(`Error parsing tradplusExt - ${NOT_AN_OBJECT}`)] },
    'gets no `ext` in the Java variant': {
      ...java,
      params: [{ accountId: 'a' }, 'x'],
      calls: [
        {
          headers: openRtb25,
          imps: [
            { id: '1', banner: {} },
            { id: '2', banner: {} },
          ],
        },
      ],
    },
    'needs an account there': { ...java, params: [{ accountId: ' ' }], errors: [badInput('Invalid/Missing AccountID')] },
  },
  responses: {
    'bids by mtype, in dollars': {
      bids: [{ mtype: 4 }, { mtype: 3 }],
      types: ['native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [generic('unrecognized bid type in response from tradplus for bid 1')],
    },
    'reads any status as bad input': { status: 500, errors: [badInput('Unexpected status code: 500.')] },
    'fails at an empty body': { body: '', errors: [generic('unexpected end of JSON input')] },
    'bids for video before native before banner in the Java variant': {
      ...java,
      imps: [
        { id: '1', banner: {}, video: {} },
        { id: '2', banner: {}, native: {} },
      ],
      bids: [{ mtype: 1 }, { impid: '2' }],
      types: ['video', 'native'],
    },
    'loses all bids there if one has no imp': {
      ...java,
      bids: [{}, { impid: '7' }],
      errors: [badServer('Invalid bid imp ID #7 does not match any imp IDs from the original bid request')],
    },
  },
});
