/** Exchanges with one call per group of imps. */

import { expect, it } from 'vitest';
import aja from '#src/bidders/adapters/aja.ts';
import goldbach from '#src/bidders/adapters/goldbach.ts';
import logicad from '#src/bidders/adapters/logicad.ts';
import madsense from '#src/bidders/adapters/madsense.ts';
import operaads from '#src/bidders/adapters/operaads.ts';
import ownadx from '#src/bidders/adapters/ownadx.ts';
import rtbstack from '#src/bidders/adapters/rtbstack.ts';
import trafficgate from '#src/bidders/adapters/trafficgate.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { banner, HINT, mixed, unread } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const unexpected = 'Response received for unexpected type of bid bidID: b';

testAdapter(aja, {
  requests: {
    'gets the imps of one spot in a call': {
      params: [{ asi: 'a' }, { asi: 'b' }, { asi: 'a' }],
      calls: [
        { imps: ['1', '3'].map((id) => ({ id, banner: {}, tagid: 'a' })), headers: {}, impIds: ['1', '3'] },
        { imps: [{ id: '2', banner: {}, tagid: 'b' }] },
      ],
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: [`ext impID: 1 err: ${NOT_AN_OBJECT}`, `ext.bidder impID: 2 err: ${NOT_AN_OBJECT}`].map((what) =>
        badInput(`Failed to unmarshal ${what}`),
      ),
    },
    'gets the last imp of a spot in the Java variant': {
      ...java,
      params: [{ asi: 'a' }, { asi: 'a' }],
      calls: [{ imps: [{ id: '2', banner: {}, tagid: 'a' }] }],
    },
  },
  responses: {
    'bids for banner or video, by the imp': {
      imps: mixed,
      bids: [{}, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      types: ['banner', 'video'],
      errors: [badServer(unexpected)],
    },
    'reports unknown imps too in the Java variant': { ...java, bids: [{ impid: '7' }], types: [], errors: [badInput(unexpected)] },
    'reads 500 as an error': { status: 500, errors: [badServer('Unexpected status code: 500')] },
  },
});

const gold = (publisherId: string, more = {}) => ({ publisherId, slotId: 's', ...more });
const goldImp = (id: string, more = {}) => ({ id, banner: {}, ext: { goldbach: { ...more, slotId: 's' } } });

testAdapter(goldbach, {
  requests: {
    'gets one call per publisher, with targetings as lists': {
      params: [gold('p', { customTargeting: { a: 'x', b: ['y', 'z'] } }), gold('q', { customTargeting: {} }), gold('p')],
      request: { ext: { goldbach: { mockResponse: false, more: 1 }, schain: {} } },
      calls: [
        {
          body: {
            id: 'request_p',
            imp: [goldImp('1', { targetings: { a: ['x'], b: ['y', 'z'] } }), goldImp('3')],
            ext: { goldbach: { publisherId: 'p', mockResponse: false } },
          },
        },
        { body: { id: 'request_q', imp: [goldImp('2')], ext: { goldbach: { publisherId: 'q', mockResponse: false } } } },
      ],
    },
    'gets calls despite an unreadable extension of the request': {
      params: [gold('p')],
      request: { ext: { goldbach: 'x' } },
      calls: [{ body: { id: 'request_p', imp: [goldImp('1')], ext: { goldbach: { publisherId: 'p' } } } }],
      errors: [badInput(`unable to unmarshal request.ext: cannot unmarshal goldbach: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing without a valid imp': {
      imps: [...unread.imps, banner('3', { slotId: 's' })],
      errors: [
        `unable to unmarshal imp.ext: ${NOT_AN_OBJECT}`,
        `unable to unmarshal imp.ext.bidder: ${NOT_AN_OBJECT}`,
        'publisherId and slotId are required',
        'no valid impression found',
      ].map(badInput),
    },
  },
  responses: {
    'bids by any type in `ext` of a response with status 201': {
      status: 201,
      bids: [type('video'), type('x'), type(), { ext: {} }, {}],
      types: ['video', 'x'],
      currency: '',
      errors: [
        badInput('no media type for bid b'),
        badInput('no media type for bid b'),
        badServer('unable to unmarshal ext for bid: expect { or n, but found \0'),
      ],
    },
    'needs a valid bid': {
      status: 201,
      bids: [type()],
      errors: [badInput('no media type for bid b'), badServer('no valid bids found in response')],
    },
    'needs a bid': { status: 201, body: {}, errors: [badServer('no valid bids found in response')] },
    'reads 200 as an error': { status: 200, errors: [badServer(`unexpected status code: 200. ${HINT}`)] },
  },
});

testAdapter(logicad, {
  requests: {
    'gets the imps of one tag in a call': {
      params: [{ tid: 'a' }, { tid: 'b' }, { tid: 'a' }],
      calls: [{ imps: ['1', '3'].map((id) => ({ id, banner: {}, tagid: 'a' })) }, { imps: [{ id: '2', banner: {}, tagid: 'b' }] }],
      headers: jsonAccept,
    },
    'gets no imps without a tag': { params: ['x', {}], errors: [NOT_AN_OBJECT, 'No tid value provided'].map(badInput) },
    'gets no request without imps': { imps: [], errors: [badInput('No impression in the bid request')] },
  },
  responses: {
    'bids for banner': { bids: [{}], types: ['banner'] },
    'needs exactly one seatbid': { body: {}, errors: [badServer('Invalid SeatBids count: 0')] },
    'needs no seatbid in the Java variant': { ...java, body: {}, types: [] },
    'needs a readable body': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}`)] },
  },
});

const company = (id: string, imp: object, company_id: unknown) => ({ id, ...imp, ext: { bidder: { company_id } } });
const companies = [
  company('1', { video: {} }, 'v w'),
  company('2', { banner: {}, video: {} }, 'b'),
  company('3', { native: {} }, 'n'),
  company('4', { video: {} }, 'x'),
];
const [oneVideo, oneBanner, , otherVideo] = companies;
const videos = { imps: [oneVideo, otherVideo].filter((imp) => imp !== undefined) };
const banners = { imps: [oneBanner].filter((imp) => imp !== undefined) };

testAdapter(madsense, {
  requests: {
    'gets each banner, then all videos, with the company in the URL': {
      imps: companies,
      request: { device: { ip: '1.2.3.4', ipv6: '::1' }, site: { domain: 'd', ref: 'r' } },
      calls: [
        { uri: 'https://acme.example/bid?company_id=b', ...banners },
        { uri: 'https://acme.example/bid?company_id=v+w', ...videos },
      ],
      headers: { ...jsonAccept, 'X-Openrtb-Version': '2.6', 'X-Forwarded-For': '::1', Origin: 'd', Referer: 'r' },
    },
    'gets the test company': { ...banners, request: { test: 1 }, calls: [{ uri: 'https://acme.example/bid?company_id=test' }] },
    'gets no call whose first imp cannot be read': {
      imps: [...unread.imps, { id: '3', banner: {}, ext: null }],
      errors: [
        `Error while decoding imp.Ext, err: ${NOT_AN_OBJECT}`,
        `Error while decoding bidderExt.Bidder, err: ${NOT_AN_OBJECT}`,
        'Error while decoding bidderExt.Bidder, err: expect { or n, but found \0',
      ].map(badInput),
    },
    'gets no call whose first imp has an extension with a malformed part': {
      imps: [{ id: '1', banner: {}, ext: { srv: 1, bidder: { company_id: 'c' } } }],
      errors: [badInput('Error while decoding imp.Ext, err: cannot unmarshal srv: expect { or n, but found 1')],
    },
    'gets the company of the first imp in the Java variant': {
      ...java,
      imps: companies,
      calls: [
        { uri: 'https://acme.example/bid?company_id=v+w', ...banners },
        { uri: 'https://acme.example/bid?company_id=v+w', ...videos },
      ],
    },
    'gets nothing if the first imp cannot be read in the Java variant': {
      ...java,
      imps: [...unread.imps, ...companies],
      errors: [badInput('Error parsing imp.ext parameters')],
    },
  },
  responses: {
    'bids by `mtype`, in dollars, videos with their data': {
      bids: [{ mtype: 1 }, { mtype: 2, dur: 5, cat: ['c'] }, { mtype: 2 }, { mtype: 4 }],
      currency: 'USD',
      result: [
        { type: 'banner', video: undefined },
        { type: 'video', video: { duration: 5, primary_category: 'c' } },
        { type: 'video', video: { duration: 0, primary_category: '' } },
      ],
      errors: [badServer('MType 4 not supported')],
    },
    'has a message of its own in the Java variant': {
      ...java,
      bids: [{ mtype: 4 }, {}],
      types: [],
      errors: [badServer('Unsupported bid mediaType: 4 for impression: 1'), badServer('Unsupported bid mediaType: null for impression: 1')],
    },
  },
});

const opera = { placementId: 'p', endpointId: 'e', publisherId: 'u' };
const ofOpera = { builder: { endpoint: 'https://acme.example/{{.PublisherID}}/{{.AccountID}}' }, request: { device: { os: 'ios' } } };
const tagged = (id: string, imp: object) => [{ id, ...imp, tagid: 'p', ext: { bidder: opera } }];
const operaImps = [
  { id: 'i', banner: { format: [{ w: 3, h: 4 }] }, video: {}, native: { request: '{"b":"<","a":1}' }, ext: { bidder: opera } },
  { id: 'j', audio: {}, ext: { bidder: opera } },
];

testAdapter(operaads, {
  requests: {
    'gets a call per format, with a size and a wrapped native request': {
      ...ofOpera,
      imps: operaImps,
      calls: [
        { uri: 'https://acme.example/u/e', imps: tagged('i:opa:native', { native: { request: '{"native":{"a":1,"b":"\\u003c"}}' } }) },
        { imps: tagged('i:opa:video', { video: {} }) },
        { imps: tagged('i:opa:banner', { banner: { format: [{ w: 3, h: 4 }], w: 3, h: 4 } }) },
      ],
    },
    'gets no unsized banner and no unreadable native request': {
      ...ofOpera,
      imps: [
        { id: '1', banner: { w: 1 }, native: { request: '"x"' }, ext: { bidder: opera } },
        { id: '2', banner: {}, ext: { bidder: 'x' } },
      ],
      errors: [NOT_AN_OBJECT, 'Size information missing for banner', NOT_AN_OBJECT].map(badInput),
    },
    'gets nothing without an operating system': { errors: [badInput('Impression is missing device OS information')] },
    'gets one format per imp in the Java variant': {
      ...java,
      ...ofOpera,
      imps: operaImps,
      calls: [{ imps: tagged('i:opa:banner', { banner: { format: [{ w: 3, h: 4 }], w: 3, h: 4 } }) }],
    },
  },
  responses: {
    'bids with a price, by the suffix of the id, in dollars': {
      bids: [{ impid: 'a:b:opa:video' }, { impid: 'a', price: -1 }, { impid: 'a:opa:video', price: 0 }],
      currency: 'USD',
      result: [
        { type: 'video', bid: { impid: 'a:b' } },
        { type: '', bid: { impid: 'a' } },
      ],
    },
    'loses all bids to one without a type in the Java variant': {
      ...java,
      bids: [{ impid: 'a:opa:video' }, { impid: 'a', price: -1 }, { impid: 'a' }],
      errors: [badServer('BidType not provided.')],
    },
  },
});

const own = (tokenId: string) => ({ sspId: 's', seatId: 't', tokenId });
const ofOwn = { builder: { endpoint: 'https://acme.example/{{.SeatID}}/{{.SspID}}?token={{.TokenID}}' } };

testAdapter(ownadx, {
  requests: {
    'gets one call per ids': {
      ...ofOwn,
      params: [own('a'), own('b'), own('a')],
      calls: [
        { uri: 'https://acme.example/t/s?token=a', imps: [banner('1', own('a')), banner('3', own('a'))] },
        { uri: 'https://acme.example/t/s?token=b', imps: [banner('2', own('b'))] },
      ],
      headers: openRtb25,
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: ["Bidder extension not valid or can't be unmarshalled", 'Error while unmarshaling bidder extension'].map(badInput),
    },
    'gets all imps in the call of each in the Java variant': {
      ...java,
      params: [own('a'), 'x'],
      calls: [{ imps: [banner('1', own('a')), banner('2', 'x')] }],
      errors: [badInput('Missing bidder ext in impression with id: 2')],
    },
  },
  responses: {
    'bids by `mtype`, in dollars, for the first seatbid': {
      body: { seatbid: [{ bid: [{ mtype: 3 }, { mtype: 4 }] }, { bid: [{ mtype: 1 }] }] },
      types: ['audio', 'native'],
      currency: 'USD',
    },
    'loses all bids to one without a type': { bids: [{ mtype: 1 }, {}], errors: [badServer('Bid type is invalid')] },
    'needs a seatbid': { body: {}, errors: [badServer('Array SeatBid cannot be empty ')] },
    'needs a bid': { body: { seatbid: [{}] }, errors: [badServer('Bid cannot be empty ')] },
    'reads 400 as an error of the exchange': { status: 400, errors: [badServer('Bad request: 400')] },
    'reads all seatbids in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [] }, { bid: [{ mtype: 1 }] }] },
      types: ['banner'],
    },
    'names the missing type in the Java variant': { ...java, bids: [{}], errors: [badServer('Missing MType for bid: b')] },
  },
});

const route = 'https://a.US-adx-admixer.acme.example:8080/r?client=1%262&endpoint=e&ssp=s&ssp=t';
const noRegion = 'unable to extract valid region from route URL hostname';

testAdapter(rtbstack, {
  requests: {
    'gets the parts of its route in the URL': {
      builder: { endpoint: 'https://{{.Region}}.acme.example/{{.SspID}}/{{.ZoneID}}/{{.PartnerId}}' },
      params: [{ route, tagId: 't', customParams: { a: 1 } }, { route }],
      request: { site: { page: 'http://Page.example:80/p' } },
      calls: [
        {
          uri: 'https://us.acme.example/s/e/1&2',
          body: {
            id: 'request',
            site: { page: 'http://Page.example:80/p', domain: 'Page.example' },
            imp: [
              { id: '1', banner: {}, tagid: 't', ext: { customParams: { a: 1 } } },
              { id: '2', banner: {}, tagid: '', ext: {} },
            ],
          },
        },
      ],
    },
    'gets no imps without a usable route': {
      params: ['x', { route: 'a b' }, { route: 'https://[x' }, { route: ':' }, { route: 'https://eu-adx-admixer.acme.example?client=1' }],
      errors: [
        'Wrong RTBStack bidder ext',
        noRegion,
        'invalid route URL: parse "https://[x": missing \']\' in host',
        'invalid route URL: parse ":": missing protocol scheme',
        'route URL must contain client, endpoint, and ssp query parameters',
      ].map(badInput),
    },
  },
  responses: {
    'bids by `mtype`': {
      bids: [{ mtype: 4 }, {}],
      types: ['native'],
      currency: 'USD',
      errors: [badServer('unsupported MType 0 for bid 1')],
    },
    'does not bid without seatbids': { body: {} },
  },
});

const gate = (host: string, placementId = 'p') => ({ host, placementId });
const ofGate = { builder: { endpoint: 'https://{{.Host}}/bid' } };

testAdapter(trafficgate, {
  requests: {
    'gets one call per placement and host': {
      ...ofGate,
      params: [gate('a:1'), gate('b'), gate('a:1')],
      calls: [
        { uri: 'https://a:1/bid', imps: [banner('1', gate('a:1')), banner('3', gate('a:1'))] },
        { uri: 'https://b/bid', imps: [banner('2', gate('b'))] },
      ],
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    },
    'gets nothing if an imp cannot be read': { params: [gate('a'), 'x', gate('/')], errors: [badInput('Bidder parameters required')] },
    'gets nothing if a host is none': { params: [gate('a'), gate('/')], errors: [badInput('Invalid Host')] },
    'gets all imps in the call of each, for any host, in the Java variant': {
      ...java,
      ...ofGate,
      params: [gate('/'), gate('/')],
      calls: [1, 2].map(() => ({ uri: 'https://%2F/bid', imps: [banner('1', gate('/')), banner('2', gate('/'))] })),
    },
  },
  responses: {
    'bids by the type in `ext`, for banner by an unknown one': {
      bids: ['video', 'native', 'audio', 'x'].map(type),
      types: ['video', 'native', 'audio', 'banner'],
      currency: '',
    },
    'loses all bids to one without `ext`': { bids: [type('video'), {}], errors: [badServer('Missing response ext')] },
    'loses all bids to one without a type': { bids: [type('video'), type()], errors: [badServer('Unable to read bid.ext.prebid.type')] },
    'bids for banner without a type in the Java variant': { ...java, bids: [{}], types: ['banner'] },
    'reads 400 as an error of the exchange': { status: 400, errors: [badServer('Error response with status 400')] },
  },
});

it('goldbach bids with its own status in the Java variant, too', () => {
  expect(goldbach.build({ ...builder, dialect: 'java' }).okStatus).toBe(201);
});
