/** Exchanges that wrap native requests, and the last ones with one call for all imps. */
import ucfunnel from '#src/bidders/adapters/ucfunnel.ts';
import yeahmobi from '#src/bidders/adapters/yeahmobi.ts';
import yieldone from '#src/bidders/adapters/yieldone.ts';
import zetaGlobalSsp from '#src/bidders/adapters/zeta_global_ssp.ts';
import zmaticoo from '#src/bidders/adapters/zmaticoo.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const banner = {};
const NO_IDS = 'No PartnerId or AdUnitId in the bid request';

testAdapter(ucfunnel, {
  requests: {
    'is called at the escaped partner of the first imp': {
      params: [{ adunitid: 'a', partnerid: 'p/1' }, 'x'],
      calls: [
        {
          uri: 'https://acme.example/bid/p%2F1/request',
          headers: { 'Content-Type': 'application/json' },
          imps: [
            { id: '1', banner, ext: { bidder: { adunitid: 'a', partnerid: 'p/1' } } },
            { id: '2', banner, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'needs an imp': { params: [], errors: [badInput('No impression in the bid request\n')] },
    'needs both ids': { params: [{ partnerid: 'p' }], errors: [generic(`${NO_IDS}\n`)] },
    'needs both ids where there are no params': { imps: [{ id: '1', banner, ext: {} }], errors: [generic(`${NO_IDS}\n`)] },
    'reports unreadable params': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'has its own message in the Java variant': { ...java, params: [{}], errors: [badInput(NO_IDS)] },
  },
  responses: {
    'bids for banner before video, in dollars; other bids are dropped': {
      imps: [
        { id: '1', banner, video: {} },
        { id: '2', video: {}, native: {} },
        { id: '3', native: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      types: ['banner', 'video'],
      cur: 'EUR',
      currency: 'USD',
    },
    'may have no seatbid': { body: {} },
    'reads an unreadable response as bad input in the Java variant': {
      ...java,
      body: '[]',
      errors: [badInput('expect { or n, but found [')],
    },
  },
});

const yeahmobiAt = { builder: { endpoint: 'https://{{.Host}}/x' } };

testAdapter(yeahmobi, {
  requests: {
    'is called at the zone of the first imp, with wrapped native requests': {
      ...yeahmobiAt,
      imps: [
        { id: '1', native: { request: '{"b":"<","a":1}' }, ext: { bidder: { zoneId: 'z 1' } } },
        { id: '2', native: { request: '{"native":{},"ver":"1"}' }, ext: 'x' },
        { id: '3', native: { request: 'x' } },
      ],
      headers: json,
      calls: [
        {
          uri: 'https://gw-z+1-bid.yeahtargeter.com/x',
          imps: [
            { id: '1', native: { request: '{"native":{"a":1,"b":"\\u003c"}}' }, ext: { bidder: { zoneId: 'z 1' } } },
            { id: '2', native: { request: '{"native":{},"ver":"1"}' }, ext: 'x' },
            { id: '3', native: { request: 'x' } },
          ],
        },
      ],
    },
    'gets nothing if an imp before the first readable one is unreadable': {
      params: ['x', { zoneId: 1 }, { zoneId: 'z' }, 'x'],
      errors: [badInput(NOT_AN_OBJECT), badInput('cannot unmarshal zoneId: expects " or n, but found 1')],
    },
    'is called at the zone of the last readable imp in the Java variant': {
      ...java,
      builder: { endpoint: 'https://gw-{ZoneId}.example/x' },
      params: [{ zoneId: 'y' }, { zoneId: 'z' }, 'x'],
      calls: [{ uri: 'https://gw-z.example/x', impIds: ['1', '2'] }],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids with a duration for what the imp is, else for banners': {
      imps: [{ id: '1', video: {}, native: {} }],
      bids: [{ ext: { video: { duration: 9 } } }, { impid: '7' }],
      types: ['video', 'banner'],
      result: [{ video: { duration: 9, primary_category: '' } }, { video: { duration: 0, primary_category: '' } }],
      cur: 'EUR',
      currency: 'USD',
    },
    'loses all bids if one has an unreadable `ext`': { bids: [{}, { ext: 'x' }], errors: [generic('bid.ext json unmarshal error')] },
    'has no video data without a duration in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {} }],
      bids: [{ ext: { video: { duration: 9 } } }, {}],
      result: [{ video: { duration: 9, primary_category: '' } }, { video: undefined }],
    },
  },
});

const sentImps = {
  call: {
    body: {
      id: 'request',
      imp: [
        { id: '1', banner, video: {} },
        { id: '2', video: {} },
        { id: '3', native: {} },
      ],
    } as never,
  },
};

testAdapter(yieldone, {
  requests: {
    'gets banners with a size': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', banner: { format: [{ w: 3, h: 2 }] }, ext: { bidder: {} } },
        { id: '3', banner: { w: 1, format: [{ w: 3, h: 2 }] }, ext: { bidder: {} } },
      ],
      headers: json,
      calls: [
        {
          imps: [
            { id: '2', banner: { w: 3, h: 2, format: [{ w: 3, h: 2 }] }, ext: { bidder: {} } },
            { id: '3', banner: { w: 1, format: [{ w: 3, h: 2 }] }, ext: { bidder: {} } },
          ],
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'is called even if no imp is left': { params: ['x'], calls: [{ imps: [] }], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for banner before video of sent imps': { ...sentImps, bids: [{}, { impid: '2' }], types: ['banner', 'video'], currency: 'USD' },
    'loses all bids if one is of another type': {
      ...sentImps,
      bids: [{}, { impid: '3' }],
      errors: [badServer('Unknown impression type for ID: "3"')],
    },
    'loses all bids if one has no imp': {
      ...sentImps,
      bids: [{ impid: '7' }],
      errors: [badServer('Failed to find impression for ID: "7"')],
    },
    'reads both as bad input in the Java variant': {
      ...java,
      ...sentImps,
      bids: [{ impid: '3' }],
      errors: [badInput('Unknown impression type with id 3')],
    },
  },
});

testAdapter(zetaGlobalSsp, {
  requests: {
    'is called with the id of the first imp, without its `ext`': {
      builder: { endpoint: 'https://acme.example/?sid={{.AccountID}}' },
      params: [{ sid: 5 }, 'x'],
      headers: jsonAccept,
      calls: [
        {
          uri: 'https://acme.example/?sid=5',
          imps: [
            { id: '1', banner },
            { id: '2', banner, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'reports an unreadable `ext`': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [badInput('imp.ext not provided or cannot be unmarshalled')],
    },
    'reports unreadable params': { params: ['x'], errors: [badInput('imp.ext.bidder not provided or cannot be unmarshalled')] },
    'gets the request unchanged, whatever the params are, in the Java variant': { ...java, params: ['x'], calls: 'unchanged' },
  },
  responses: {
    'bids for the type in `ext`': {
      bids: [type('audio'), type('popup'), { mtype: 1 }],
      types: ['audio'],
      currency: '',
      errors: [generic('invalid BidType: popup'), badServer('Failed to parse impression "1" mediatype')],
    },
    'bids by mtype or for what the imp is in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {} }],
      bids: [{ mtype: 4 }, {}],
      types: ['native', 'video'],
    },
  },
});

const REQUIRED = 'imp.ext.pubId or imp.ext.zoneId required';
const ids = { pubId: 'p', zoneId: 'z' };
const notJson = { id: '2', native: { request: 'x' }, ext: { bidder: ids } };

testAdapter(zmaticoo, {
  requests: {
    'gets wrapped native requests; later imps inherit ids': {
      imps: [
        { id: '1', native: { request: '{"b":"<","a":1}' }, ext: { bidder: ids } },
        { id: '2', native: { request: '{"native":{}}' }, ext: { bidder: { zoneId: 'y' } } },
      ],
      headers: json,
      calls: [
        {
          imps: [
            { id: '1', native: { request: '{"native":{"a":1,"b":"\\u003c"}}' }, ext: { bidder: ids } },
            { id: '2', native: { request: '{"native":{}}' }, ext: { bidder: { zoneId: 'y' } } },
          ],
        },
      ],
    },
    'gets nothing if one imp is invalid, and native requests are not read then': {
      imps: [{ id: '1', ext: 'x' }, { id: '3', ext: { bidder: { pubId: 'p' } } }, notJson],
      errors: [badInput(NOT_AN_OBJECT), generic(REQUIRED)],
    },
    'gets nothing if a native request is unreadable': { imps: [notJson], errors: [badInput('expect { or n, but found x')] },
    'needs a native request': {
      imps: [{ id: '1', native: {}, ext: { bidder: ids } }],
      errors: [badInput('expect { or n, but found \0')],
    },
    'needs ids in each imp in the Java variant, and native requests are read then, too': {
      ...java,
      imps: [{ id: '1', ext: { bidder: ids } }, { id: '3', ext: { bidder: {} } }, notJson],
      errors: [badInput(REQUIRED), badInput('expect { or n, but found x')],
    },
    'gets an empty native request there': {
      ...java,
      imps: [{ id: '1', native: {}, ext: { bidder: ids } }],
      calls: [{ imps: [{ id: '1', native: { request: '{"native":{}}' }, ext: { bidder: ids } }] }],
    },
  },
  responses: {
    'bids by mtype, in dollars': {
      bids: [{ mtype: 4 }, { mtype: 3 }],
      types: ['native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [generic('unrecognized bid type in response from zmaticoo for bid 1')],
    },
    'reads any status as bad input': { status: 500, errors: [badInput('Unexpected status code: 500.')] },
    'reads the type error as a bad server response in the Java variant': {
      ...java,
      bids: [{}],
      types: [],
      errors: [badServer('unrecognized bid type in response from zmaticoo for bid 1')],
    },
  },
});
