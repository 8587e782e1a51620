/** Exchanges with one call for all imps, which are edited: those of the first half of the alphabet that size or tag them. */
import admixer from '#src/bidders/adapters/admixer.ts';
import algorix from '#src/bidders/adapters/algorix.ts';
import alkimi from '#src/bidders/adapters/alkimi.ts';
import allianceGravity from '#src/bidders/adapters/alliance_gravity.ts';
import apacdex from '#src/bidders/adapters/apacdex.ts';
import cpmstar from '#src/bidders/adapters/cpmstar.ts';
import gamoshi from '#src/bidders/adapters/gamoshi.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';

const banner = {};
const sized = (w: number, h: number) => ({ format: [{ w, h }] });
const one = { id: 'b', impid: '1', price: 1 };
const ZONE = '2eb6bd58-865c-47ce-af7f-a918108c3fd2';
const NO_MTYPE = (impid: string) => generic(`unable to fetch mediaType in multi-format: ${impid}`);
const mixed = [
  { id: '1', banner, video: {} },
  { id: '2', video: {} },
  { id: '3', audio: {} },
];

testAdapter(admixer, {
  requests: {
    'gets zone, floor and custom params': {
      imps: [
        { id: '1', ext: { bidder: { zone: ZONE, customFloor: 2, customParams: {} } } },
        { id: '2', bidfloor: 1, ext: { bidder: { zone: ZONE, customFloor: 2, customParams: null } } },
      ],
      headers: jsonAccept,
      calls: [
        {
          imps: [
            { id: '1', tagid: ZONE, bidfloor: 2, ext: { customParams: {} } },
            { id: '2', tagid: ZONE, bidfloor: 1 },
          ],
        },
      ],
    },
    'gets nothing if one imp is invalid': {
      params: [{ zone: 'short' }, { zone: ZONE }, 'x', { zone: `${ZONE}1` }],
      errors: [badInput('ZoneId must be UUID/GUID'), badInput('Wrong Admixer bidder ext'), badInput('ZoneId must be UUID/GUID')],
    },
    'needs an imp': { params: [], errors: [badInput('No impressions in request')] },
    'gets the other imps in the Java variant, even none': {
      ...java,
      params: ['x'],
      calls: [{ imps: [] }],
      errors: [badInput('Wrong Admixer bidder ext in imp with id : 1')],
    },
    'gets a floor for a negative one there': {
      ...java,
      imps: [{ id: '1', bidfloor: -1, ext: { bidder: { zone: ZONE, customFloor: 2 } } }],
      calls: [{ imps: [{ id: '1', tagid: ZONE, bidfloor: 2 }] }],
    },
  },
  responses: {
    'bids for what the imp is, else for banners, in dollars': {
      imps: mixed,
      bids: [{}, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      types: ['banner', 'video', 'audio', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
    'has no bid if its first seatbid has none': { body: { seatbid: [{ bid: [] }, { bid: [one] }] } },
    'reads 4xx as bad input': { status: 404, errors: [badInput('Unexpected status code: 404. Bad request to dsp')] },
    'reads 5xx as a bad server response': { status: 502, errors: [badServer('Unexpected status code: 502. Dsp server internal error')] },
    'reads others as a bad server response': { status: 302, errors: [badServer('Unexpected status code: 302')] },
  },
});

const algorixAt = { builder: { endpoint: 'https://{{.Host}}.example/?s={{.SourceId}}&t={{.AccountID}}' } };

testAdapter(algorix, {
  requests: {
    'is called in the region of the first imp, with sizes and rewards': {
      ...algorixAt,
      imps: [
        { id: '1', banner: { w: 1, ...sized(3, 2) }, ext: { bidder: { sid: 's/', token: 't', region: 'EUC' } } },
        { id: '2', video: { ext: { a: 1 } }, ext: { srv: { is_rewarded_inventory: 1 } } },
        { id: '3', video: {}, ext: 'x' },
      ],
      headers: openRtb25,
      calls: [
        {
          uri: 'https://euc.xyz.example/?s=s%2F&t=t',
          imps: [
            { id: '1', banner: { w: 3, h: 2, ...sized(3, 2) }, ext: { bidder: { sid: 's/', token: 't', region: 'EUC' } } },
            { id: '2', video: { ext: { rewarded: 1 } }, ext: { srv: { is_rewarded_inventory: 1 } } },
            { id: '3', video: {}, ext: 'x' },
          ],
        },
      ],
    },
    'is called at the default host for an unknown region': {
      ...algorixAt,
      params: [{ sid: 's', token: 't', region: 'euc' }],
      calls: [{ uri: 'https://xyz.example/?s=s&t=t' }],
    },
    'reads the first imp only': { params: ['x', {}], errors: [badInput('Invalid ExtImpAlgoriX value')] },
    'gets the readable imps in the Java variant': {
      ...java,
      builder: { endpoint: 'https://{HOST}.example/?s={SID}&t={TOKEN}' },
      params: ['x', { sid: 's', token: 't', region: 'APAC' }, 'x'],
      calls: [{ uri: 'https://apac.xyz.example/?s=s&t=t', impIds: ['2'] }],
      errors: [badInput('Impression Id=1, has invalid Ext'), badInput('Impression Id=3, has invalid Ext')],
    },
  },
  responses: {
    'bids for the type it names, else for the only one of the imp, in dollars': {
      imps: mixed,
      bids: [{ ext: { mediaType: 'native' } }, { ext: { mediaType: 'audio' } }, { impid: '2', ext: 'x' }, { impid: '3' }, { impid: '7' }],
      types: ['native', 'video'],
      cur: 'EUR',
      currency: 'USD',
      errors: ['1', '3', '7'].map(NO_MTYPE),
    },
    'bids for banners otherwise in the Java variant': {
      ...java,
      imps: mixed,
      bids: [{}, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      types: ['banner', 'video', 'banner', 'banner'],
    },
  },
});

testAdapter(alkimi, {
  requests: {
    'gets all params, and the floor of an imp without its own': {
      imps: [
        { id: '1', bidfloor: 1, exp: 9, ext: { a: 1, bidder: { token: 't', bidFloor: 2, instl: 1, exp: 30, adUnitCode: 'x' } } },
        { id: '2', bidfloor: 1, bidfloorcur: 'EUR', exp: 9, instl: 1, ext: { bidder: {} } },
      ],
      headers: jsonAccept,
      calls: [
        {
          imps: [
            {
              id: '1',
              bidfloor: 2,
              exp: 30,
              instl: 1,
              ext: { a: 1, bidder: { token: 't', bidFloor: 2, instl: 1, exp: 30, adUnitCode: '1' } },
            },
            { id: '2', bidfloor: 1, bidfloorcur: 'EUR', ext: { bidder: { token: '', bidFloor: 0, instl: 0, exp: 0, adUnitCode: '2' } } },
          ],
        },
      ],
    },
    'gets nothing if one imp is invalid': {
      params: ['x', {}, { adUnitCode: 1 }],
      errors: [badInput(NOT_AN_OBJECT), badInput('cannot unmarshal adUnitCode: expects " or n, but found 1')],
    },
    'stops at the first invalid one in the Java variant': {
      ...java,
      params: ['x', {}, 'x'],
      errors: [badInput('Missing bidder ext in impression with id: 1')],
    },
  },
  responses: {
    'bids for banner before video before audio, with the price filled in': {
      imps: [...mixed, { id: '4', native: {} }],
      bids: [{ price: 1.5, adm: 'a${AUCTION_PRICE}', nurl: 'n${AUCTION_PRICE}' }, { impid: '2' }, { impid: '3' }, { impid: '4' }],
      types: ['banner', 'video', 'audio'],
      result: [{ bid: { adm: 'a1.5', nurl: 'n1.5' } }, {}, {}],
      cur: 'EUR',
      currency: 'USD',
      errors: [badInput('Failed to find imp "4"')],
    },
    'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs none in the Java variant': { ...java, body: {}, types: [] },
    'bids for native and banners there': {
      ...java,
      imps: [{ id: '1', native: {} }],
      bids: [{}, { impid: '7' }],
      types: ['native', 'banner'],
    },
  },
});

testAdapter(allianceGravity, {
  requests: {
    'gets stored requests by id': {
      imps: [
        { id: '1', ext: { ae: 1, gpid: 'g', bidder: { srid: 's' } } },
        { id: '2', ext: { ae: 0, bidder: { srid: 't' } } },
      ],
      request: { device: { ua: 'UA', ipv6: '::1' }, site: { page: 'p' }, user: { buyeruid: 'u' } },
      headers: { ...jsonAccept, 'User-Agent': 'UA', 'X-Forwarded-For': '::1', Referer: 'p', Cookie: 'uids=u' },
      calls: [
        {
          imps: [
            { id: '1', ext: { ae: 1, srv: { storedrequest: { id: 's' } }, bidder: {} } },
            { id: '2', ext: { srv: { storedrequest: { id: 't' } }, bidder: {} } },
          ],
        },
      ],
    },
    'gets nothing if one imp is unreadable': { params: [{ srid: 's' }, 'x', 'x'], errors: [badInput(NOT_AN_OBJECT)] },
    'gets nothing if `ae` is no whole number': {
      imps: [{ id: '1', ext: { ae: 'x', bidder: { srid: 's' } } }],
      errors: [badInput('cannot unmarshal ae: unexpected character: "')],
    },
    'gets the readable ones in the Java variant': {
      ...java,
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: { srid: 't' } } },
      ],
      calls: [{ imps: [{ id: '2', ext: { srv: { storedrequest: { id: 't' } } } }] }],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids for the type in `ext`': {
      bids: [type('audio'), type('popup'), {}],
      types: ['audio'],
      currency: 'USD',
      errors: [generic('invalid BidType: popup'), badServer('Failed to parse impression "1" mediatype')],
    },
    'loses errors if no bid is left': { bids: [type('popup'), {}] },
    'has one message in the Java variant, which is never lost': {
      ...java,
      bids: [type('popup')],
      errors: [badServer('Failed to parse impression "1" mediatype')],
    },
  },
});

testAdapter(apacdex, {
  requests: {
    'gets the params as `ext`': {
      imps: [{ id: '1', ext: { gpid: 'g', bidder: { placementId: 'p', other: [1] } } }],
      headers: openRtb25,
      calls: [{ imps: [{ id: '1', ext: { placementId: 'p', other: [1] } }] }],
    },
    'needs an imp': { params: [], errors: [badInput('No Imps in Bid Request')] },
    'gets nothing if one imp is unreadable': { params: [{}, 'x', 'x'], errors: [badInput(NOT_AN_OBJECT)] },
    'gets known params only in the Java variant': {
      ...java,
      params: [{ placementId: 'p', siteId: 's', floorPrice: 1, other: [1] }],
      calls: [{ imps: [{ id: '1', banner, ext: { placementId: 'p', siteId: 's', floorPrice: 1 } }] }],
    },
  },
  responses: {
    'bids for the type in `ext`': {
      bids: [type('audio'), type('popup'), {}],
      types: ['audio'],
      currency: '',
      errors: [generic('invalid BidType: popup'), badServer('Failed to parse bid mediatype for impression "1"')],
    },
    'may have no seatbid': { body: {} },
    'has its own messages in the Java variant': {
      ...java,
      bids: [type('popup'), {}],
      types: [],
      errors: [badServer('invalid BidType: popup'), badServer('Failed to parse bid media type for impression 1')],
    },
  },
});

const FORMATS = badInput('Only Banner and Video bid-types are supported at this time');

testAdapter(cpmstar, {
  requests: {
    'gets the params among the other fields of `ext`': {
      imps: [{ id: '1', video: {}, ext: { gpid: 'g', a: 1, bidder: { placementId: 1, a: 2 } } }],
      headers: json,
      calls: [{ imps: [{ id: '1', video: {}, ext: { gpid: 'g', a: 2, placementId: 1 } }] }],
    },
    'needs an imp': { params: [], errors: [badInput('No Imps in Bid Request')] },
    'needs a readable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: [badInput(NOT_AN_OBJECT)] },
    'needs params': { imps: [{ id: '1', ext: null }], errors: [badInput('bidder field not found in impression extension')] },
    'needs banner or video before readable params': { imps: [{ id: '1', ext: { bidder: 'x' } }], errors: [FORMATS] },
    'needs readable params': { params: [{}, 'x'], errors: [badInput(NOT_AN_OBJECT)] },
    'needs banner or video first in the Java variant': { ...java, imps: [{ id: '1', ext: 'x' }], errors: [FORMATS] },
  },
  responses: {
    'bids for banner, else for video, in dollars': {
      imps: mixed,
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['banner', 'video'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer("bid id='b' could not find valid impid='7'")],
    },
    'may have no seatbid': { body: {} },
    'reads 400 as a bad server response': {
      status: 400,
      errors: [badServer('Unexpected HTTP status code: 400. Run with request.debug = 1 for more info')],
    },
    'does not quote in the Java variant': {
      ...java,
      bids: [{ impid: '7' }],
      types: [],
      errors: [badInput('bid id=b could not find valid impid=7')],
    },
  },
});

const ignored = badInput('Gamoshi only supports banner and video media types. Ignoring imp id=1');
const gamoshiImps = [
  { id: '1', native: {} },
  { id: '2', banner: sized(3, 2), ext: { bidder: { supplyPartnerId: 's' } } },
];

testAdapter(gamoshi, {
  requests: {
    'gets banners with a size at its partner’s path, and drops imps without an error': {
      imps: gamoshiImps,
      request: { device: { ua: 'UA', ip: '1.2.3.4', ipv6: '::1', language: 'de', dnt: 0 } },
      headers: {
        ...jsonAccept,
        'X-Openrtb-Version': '2.4',
        'User-Agent': 'UA',
        'X-Forwarded-For': '1.2.3.4',
        'Accept-Language': 'de',
        Dnt: '0',
      },
      calls: [
        {
          uri: 'https://acme.example/bid/r/s/bidr?bidder=prebid-server',
          imps: [{ id: '2', banner: { w: 3, h: 2, ...sized(3, 2) }, ext: { bidder: { supplyPartnerId: 's' } } }],
        },
      ],
    },
    'is called at its own host by default': {
      builder: { endpoint: '' },
      params: [{ supplyPartnerId: 's' }],
      calls: [{ uri: 'https://rtb.gamoshi.io/r/s/bidr?bidder=prebid-server' }],
    },
    'needs an imp': { params: [], errors: [badInput('No impressions in the bid request')] },
    'needs an imp for banner or video': {
      imps: [{ id: '1', native: {} }],
      errors: [ignored, badInput('No valid impression in the bid request')],
    },
    'needs a readable `ext`': {
      imps: [
        { id: '1', native: {} },
        { id: '2', video: {} },
      ],
      errors: [badInput('ext.bidder not provided')],
    },
    'needs a well-formed `ext`': {
      imps: [{ id: '1', video: {}, ext: { srv: 1, bidder: { supplyPartnerId: 's' } } }],
      errors: [badInput('ext.bidder not provided')],
    },
    'needs params': { imps: [{ id: '1', video: {}, ext: {} }], errors: [badInput('ext.bidder.supplyPartnerId not provided')] },
    'needs a partner': { params: [{}], errors: [badInput('supplyPartnerId is empty')] },
    'reports dropped imps in the Java variant': {
      ...java,
      imps: gamoshiImps,
      request: { device: { ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...jsonAccept, 'X-Openrtb-Version': '2.4', 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      calls: [{ impIds: ['2'] }],
      errors: [ignored],
    },
    'reports the decoder’s message there': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for video, else for banners, in its first seatbid': {
      imps: mixed,
      body: { seatbid: [{ bid: [one, { ...one, impid: '7' }] }, { bid: [one] }], cur: 'EUR' },
      types: ['video', 'banner'],
      currency: 'USD',
    },
    'bids in all seatbids in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [one] }, { bid: [one] }] },
      types: ['banner', 'banner'],
    },
    'may have no seatbid': { body: {} },
    'names an unreadable response': { body: '[]', errors: [badServer('bad server response: expect { or n, but found [. ')] },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400. ')] },
    'reads 500 as a bad server response': {
      status: 500,
      errors: [badServer('unexpected status code: 500. Run with request.debug = 1 for more info')],
    },
  },
});
