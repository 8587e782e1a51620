/** Exchanges for banners with a size of their own, and relatives that take their URL from the first imp. */
import beintoo from '#src/bidders/adapters/beintoo.ts';
import between from '#src/bidders/adapters/between.ts';
import bigoad from '#src/bidders/adapters/bigoad.ts';
import connectad from '#src/bidders/adapters/connectad.ts';
import inmobi from '#src/bidders/adapters/inmobi.ts';
import kayzen from '#src/bidders/adapters/kayzen.ts';
import krushmedia from '#src/bidders/adapters/krushmedia.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const format = [
  { w: 3, h: 2 },
  { w: 5, h: 4 },
];
const sized = { w: 3, h: 2, format: [{ w: 5, h: 4 }] };
const device = { ua: 'UA', ip: '1.2.3.4', ipv6: '::1', language: 'de', dnt: 0 };
const ofDevice = { 'User-Agent': 'UA', 'X-Forwarded-For': '1.2.3.4', 'Accept-Language': 'de', Dnt: '0' };
const site = { page: 'https://site.example/' };
const one = { id: 'b', impid: '1', price: 1 };
const NO_BANNER = 'Request needs to include a Banner object';
const NO_SIZE = 'Need at least one size to build request';
const badStatus = badServer('Invalid Status Returned: 400. Run with request.debug = 1 for more info');

const aborted = (message: string) => [badInput(message), badInput(`Error in preprocess of Imp, err: [${message}]`)];
const badTag = 'ignoring imp id=1, invalid tagid must be a String of numbers';

testAdapter(beintoo, {
  requests: {
    'gets tag, floor and size': {
      imps: [
        { id: '1', banner: { format }, ext: { bidder: { tagid: '+05', bidfloor: '1.5' } } },
        { id: '2', banner: { w: 1, format }, bidfloor: 2, ext: { bidder: { tagid: '6', bidfloor: 'x' } } },
        { id: '3', banner: { format: [{ w: 3 }] }, ext: { bidder: { tagid: '7' } } },
      ],
      request: { device, site },
      headers: { ...jsonAccept, ...ofDevice, Referer: 'https://site.example/' },
      calls: [
        {
          imps: [
            { id: '1', banner: sized, secure: 1, tagid: '+05', bidfloor: 1.5 },
            { id: '2', banner: { w: 1, format }, secure: 1, tagid: '6', bidfloor: 2 },
            { id: '3', banner: { w: 3, h: 0 }, secure: 1, tagid: '7' },
          ],
        },
      ],
    },
    'is not secure on a page whose address is malformed': {
      imps: [{ id: '1', banner: { w: 1 }, ext: { bidder: { tagid: '5' } } }],
      request: { site: { page: 'https://site.example/%zz' } },
      calls: [{ imps: [{ id: '1', banner: { w: 1 }, secure: 0, tagid: '5' }] }],
    },
    'needs an imp': { params: [], errors: [badInput('No Imps in Bid Request')] },
    'stops at an unreadable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: aborted(NOT_AN_OBJECT) },
    'stops at unreadable params': { params: ['x', {}], errors: aborted('ignoring imp id=1, invalid ImpExt') },
    'stops at a tag that is no number': { params: [{ tagid: '1.5' }], errors: aborted(badTag) },
    'stops at a tag that is 0': { params: [{ tagid: '0' }], errors: aborted(badTag) },
    'stops at a tag of more than 64 bits': { params: [{ tagid: '9223372036854775808' }], errors: aborted(badTag) },
    'stops at a missing banner': { imps: [{ id: '1', ext: { bidder: { tagid: '1' } } }], errors: aborted(NO_BANNER) },
    'stops at a missing size': { params: [{ tagid: '1' }], errors: aborted(NO_SIZE) },
    'has one error in the Java variant': {
      ...java,
      params: [{ tagid: '0' }],
      errors: [badInput('tagid cant be 0, ignoring imp id=1')],
    },
  },
  responses: {
    'bids for banners by their own ids, in dollars': {
      bids: [{ id: 'x' }],
      types: ['banner'],
      result: [{ bid: { impid: 'x' } }],
      cur: 'EUR',
      currency: 'USD',
    },
    'names an unreadable response': {
      body: '[]',
      errors: [badServer('Unable to unpackage bid response. Error: expect { or n, but found [')],
    },
    'reads 400 as a bad server response': { status: 400, errors: [badStatus] },
  },
});

const betweenAt = { builder: { endpoint: 'https://{{.Host}}.example/?id={{.PublisherID}}' } };
const params = { host: 'h', publisher_id: 'p' };

testAdapter(between, {
  requests: {
    'is called at host and publisher of the last imp': {
      ...betweenAt,
      imps: [
        { id: '1', banner: { format }, ext: { bidder: {} } },
        { id: '2', banner: { h: 1 }, ext: { bidder: params } },
      ],
      headers: jsonAccept,
      calls: [
        {
          uri: 'https://h.example/?id=p',
          imps: [
            { id: '1', banner: sized, secure: 0, ext: { bidder: {} } },
            { id: '2', banner: { h: 1 }, secure: 0, ext: { bidder: params } },
          ],
        },
      ],
    },
    'gets nothing if one imp is invalid': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: 'x' } },
        { id: '3', ext: { bidder: params } },
        { id: '4', banner: {}, ext: { bidder: params } },
      ],
      errors: [
        badInput('ignoring imp id=1, invalid BidderExt'),
        badInput('ignoring imp id=2, invalid ImpExt'),
        badInput(NO_BANNER),
        badInput(NO_SIZE),
      ],
    },
    'needs an imp': { params: [], errors: [badInput('No valid Imps in Bid Request')] },
    'needs a host': {
      imps: [{ id: '1', banner: { w: 1 }, ext: { bidder: {} } }],
      errors: [badInput('Failed to build endpoint URL: required BetweenSSP parameter "host" is missing')],
    },
    'needs a publisher': {
      imps: [{ id: '1', banner: { w: 1 }, ext: { bidder: { host: 'h' } } }],
      errors: [badInput('Failed to build endpoint URL: required BetweenSSP parameter "publisher_id" is missing')],
    },
    'needs both in each imp in the Java variant': {
      ...java,
      imps: [
        { id: '1', banner: { w: 1 }, ext: { bidder: {} } },
        { id: '2', banner: { w: 1 }, ext: { bidder: { publisher_id: 'p' } } },
        { id: '3', ext: 'x' },
      ],
      errors: [
        badInput('required BetweenSSP parameter publisher_id is missing in impression with id: 1'),
        badInput('required BetweenSSP parameter host is missing in impression with id: 2'),
        badInput('Missing bidder ext in impression with id: 3'),
      ],
    },
  },
  responses: {
    'bids for banners, in dollars': { bids: [{}], types: ['banner'], result: [{ bid: { impid: '1' } }], cur: 'EUR', currency: 'USD' },
    'names an unreadable response': {
      body: '[]',
      errors: [badServer('Unable to unpackage bid response. Error expect { or n, but found [')],
    },
    'reads 400 as a bad server response': { status: 400, errors: [badStatus] },
  },
});

testAdapter(bigoad, {
  requests: {
    'gets the params of the first imp as its `ext`': {
      builder: { endpoint: 'https://acme.example/{{.SspId}}' },
      params: [{ sspid: 's', other: 1 }, 'x'],
      headers: openRtb25,
      calls: [
        {
          uri: 'https://acme.example/s',
          imps: [
            { id: '1', banner: {}, ext: { sspid: 's', other: 1 } },
            { id: '2', banner: {}, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'reports unreadable params': { params: ['x'], errors: [badInput(`imp 1: unable to unmarshal ext.bidder: ${NOT_AN_OBJECT}`)] },
    'reports an unreadable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: [badInput('imp 1: unable to unmarshal ext')] },
    'reports both as params in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: 'x' }],
      errors: [badInput(`imp 1: unable to unmarshal ext.bidder: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids by mtype in its first seatbid': {
      body: {
        cur: 'EUR',
        seatbid: [
          {
            bid: [
              { ...one, mtype: 4 },
              { ...one, impid: '7', mtype: 3 },
            ],
          },
          { bid: [{ ...one, mtype: 1 }] },
        ],
      },
      types: ['native'],
      currency: 'USD',
      errors: [badInput('unrecognized bid type in response from bigoad 1')],
    },
    'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'names an unreadable response': { body: '[]', errors: [badServer('Bad server response: &{%!d(string=expect { or n, but found [)}')] },
    'names a bid’s own imp in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [{ ...one, impid: '7', mtype: 3 }] }, { bid: [{ ...one, mtype: 1 }] }] },
      types: ['banner'],
      errors: [badServer('unrecognized bid type in response from bigoad 7')],
    },
  },
});

testAdapter(connectad, {
  requests: {
    'gets site, floor and size': {
      imps: [{ id: '1', banner: { format }, ext: { bidder: { siteId: '+07', bidfloor: 2 } } }],
      request: { site, device: { ...device, ip: '', dnt: undefined } },
      headers: { ...jsonAccept, ...ofDevice, 'X-Forwarded-For': '::1' },
      calls: [{ imps: [{ id: '1', banner: sized, secure: 1, tagid: '7', bidfloor: 2, bidfloorcur: 'USD' }] }],
    },
    'gets nothing if one imp is invalid': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: { siteId: '-' } } },
        { id: '3', ext: { bidder: { siteId: '' } } },
        { id: '4', ext: { bidder: { siteId: 1 } } },
        { id: '5', banner: {}, ext: { bidder: { siteId: 1 } } },
      ],
      errors: [
        badInput(`Impression id=1 has an Error: ${NOT_AN_OBJECT}`),
        badInput('Impression id=2, has invalid Ext'),
        badInput('Impression id=3, has no siteId present'),
        badInput('We need a Banner Object in the request'),
        badInput('At least one size is required'),
        badInput('Error in preprocess of Imp'),
      ],
    },
    'gets `ext` and both addresses in the Java variant': {
      ...java,
      imps: [{ id: '1', banner: { w: 1 }, ext: { bidder: { siteId: 0, bidfloor: -1 } } }],
      request: { device },
      headers: { ...jsonAccept, ...ofDevice, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      calls: [{ imps: [{ id: '1', banner: { w: 1 }, secure: 0, tagid: '0', ext: { bidder: { siteId: 0, bidfloor: -1 } } }] }],
    },
  },
  responses: {
    'bids for banners, in dollars': { bids: [{ mtype: 2 }], types: ['banner'], cur: 'EUR', currency: 'USD' },
    'reads 400 as a bad server response': { status: 400, errors: [badStatus] },
  },
});

const NO_PLC = badInput("'plc' is a required attribute for InMobi's bidder ext");

testAdapter(inmobi, {
  requests: {
    'gets the first banner with a size': {
      imps: [
        { id: '1', banner: { w: 1, format }, ext: { bidder: { plc: 'p' } } },
        { id: '2', banner: { format }, ext: 'x' },
      ],
      headers: jsonAccept,
      calls: [
        {
          imps: [
            { id: '1', banner: { w: 3, h: 2, format }, ext: { bidder: { plc: 'p' } } },
            { id: '2', banner: { format }, ext: 'x' },
          ],
        },
      ],
    },
    'needs an imp': { params: [], errors: [badInput('No impression in the request')] },
    'needs a placement': { params: [{}], errors: [NO_PLC] },
    'reports unreadable params': { params: ['x'], errors: [badInput('bad InMobi bidder ext')] },
    'reports an unreadable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: [badInput(NOT_AN_OBJECT)] },
    'reports it as params in the Java variant': { ...java, imps: [{ id: '1', ext: 'x' }], errors: [badInput('bad InMobi bidder ext')] },
  },
  responses: {
    'bids by mtype, in dollars': { bids: [{ mtype: 1 }, { mtype: 4 }], types: ['banner', 'native'], cur: 'EUR', currency: 'USD' },
    'loses all bids if one has another': { bids: [{ mtype: 1 }, { mtype: 3 }], errors: [badServer('Unsupported mtype 3 for bid b')] },
    'reads 400 as a bad server response': { status: 400, errors: [badServer('Unexpected http status code: 400')] },
  },
});

const NO_EXT = badInput("Bidder extension not provided or can't be unmarshalled");
const NO_PARAMS = badInput('Error while unmarshaling bidder extension');

testAdapter(kayzen, {
  requests: {
    'is called at zone and exchange of the first imp, without its `ext`': {
      builder: { endpoint: 'https://{{.ZoneID}}.example/{{.AccountID}}' },
      params: [{ zone: 'z', exchange: 'e' }, 'x'],
      headers: jsonAccept,
      calls: [
        {
          uri: 'https://z.example/e',
          imps: [
            { id: '1', banner: {} },
            { id: '2', banner: {}, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'needs an imp': { params: [], errors: [badInput('Missing Imp Object')] },
    'reports an unreadable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: [NO_EXT] },
    'reports unreadable params': { params: ['x'], errors: [NO_PARAMS] },
    'needs a zone that is a host': { params: [{ zone: 'z/' }], errors: [badInput('Invalid Zone')] },
    'accepts any zone in the Java variant': { ...java, params: [{ zone: 'z/' }], calls: [{ imps: [{ id: '1', banner: {} }] }] },
    'names the imp there': { ...java, params: ['x'], errors: [badInput('Missing bidder ext in impression with id: 1')] },
  },
  responses: {
    'bids for what the imp is, else for banners': {
      imps: [
        { id: '1', video: {}, native: {} },
        { id: '2', audio: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['video', 'banner', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
    'has one message for an unreadable response': { body: '[]', errors: [badServer('Bad Server Response')] },
  },
});

testAdapter(krushmedia, {
  requests: {
    'is called with the key of the first imp, without its `ext`': {
      builder: { endpoint: 'https://acme.example/?k={{.AccountID}}' },
      params: [{ key: 'k' }, 'x'],
      request: { device },
      headers: { ...openRtb25, ...ofDevice },
      calls: [
        {
          uri: 'https://acme.example/?k=k',
          imps: [
            { id: '1', banner: {} },
            { id: '2', banner: {}, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'reports an unreadable `ext`': { imps: [{ id: '1', ext: 'x' }], errors: [NO_EXT] },
    'reports unreadable params': { params: ['x'], errors: [NO_PARAMS] },
    'gets both addresses in the Java variant': {
      ...java,
      request: { device },
      headers: { ...openRtb25, ...ofDevice, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      calls: [{ impIds: ['1'] }],
    },
    'has its own message there': { ...java, params: ['x'], errors: [badInput('Error while unmarshalling bidder extension')] },
  },
  responses: {
    'bids in its first seatbid': {
      imps: [
        { id: '1', video: {}, native: {} },
        { id: '2', native: {}, banner: {} },
      ],
      body: { seatbid: [{ bid: [one, { ...one, impid: '2' }, { ...one, impid: '7' }] }, { bid: [one] }], cur: 'EUR' },
      types: ['video', 'native', 'banner'],
      currency: 'USD',
    },
    'may have no seatbid': { body: {} },
    'reads 503 as no bid': { status: 503 },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: [ 400 ]')] },
    'reads 500 as a bad server response': {
      status: 500,
      errors: [badServer('Something went wrong, please contact your Account Manager. Status Code: [ 500 ] ')],
    },
  },
});
