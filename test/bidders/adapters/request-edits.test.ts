/** Exchanges with one call for all imps, whose params change the imps and the request. */

import akcelo from '#src/bidders/adapters/akcelo.ts';
import eskimi from '#src/bidders/adapters/eskimi.ts';
import exco from '#src/bidders/adapters/exco.ts';
import imds from '#src/bidders/adapters/imds.ts';
import mgid from '#src/bidders/adapters/mgid.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { imp } from '../kit/adapter-fixtures.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const unreadable = { id: '2', ext: 'x' };

testAdapter(akcelo, {
  requests: {
    'gets its params as imp.ext, and the site of the first imp': {
      imps: [{ id: '1', ext: { gpid: 'g', bidder: { siteId: 7, a: 1 } } }, unreadable],
      request: { site: { page: 'p', publisher: { name: 'n', ext: { old: 1 } } } },
      headers: jsonAccept,
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', ext: { akcelo: { siteId: 7, a: 1 } } }, unreadable],
            site: { page: 'p', publisher: { name: 'n', ext: { srv: { parentAccount: '7' } } } },
          },
        },
      ],
      errors: [badInput('Unsupported imp : 2')],
    },
    'is not called without a site in the first imp': {
      imps: [imp('1'), unreadable, imp('3', { siteId: 7 })],
      errors: [badInput('Cannot find valid siteId')],
    },
    'accepts a site written as a string': {
      params: [{ siteId: 'x7' }],
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, ext: { akcelo: { siteId: 'x7' } } }],
            site: { publisher: { ext: { srv: { parentAccount: 'x7' } } } },
          },
        },
      ],
    },
    'needs imps': { imps: [], errors: [badInput('No valid Imp')] },
    'needs no site in the Java variant': {
      ...java,
      params: [{ a: 1 }],
      calls: [{ imps: [{ id: '1', banner: {}, ext: { akcelo: { a: 1 } } }] }],
    },
    'reads the first imp in the Java variant': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for mtype, else the type it names, in dollars': {
      cur: 'EUR',
      bids: [{ mtype: 4, ...type('video') }, { mtype: 3 }, type('audio'), type('other'), {}],
      types: ['native', 'audio'],
      currency: 'USD',
      errors: [generic('unable to get media type 3'), generic('invalid BidType: other'), generic('missing media type for bid: b')],
    },
    'has its own messages in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }, type('other')],
      types: [],
      errors: [badServer('unable to get media type 3'), badServer('missing media type for bid b')],
    },
  },
});

testAdapter(eskimi, {
  requests: {
    'gets params of the first imp where the request has none': {
      imps: [imp('1', { placementId: 7, bidFloor: 2, bidFloorCur: 'EUR', battr: [1], badv: ['a'], bcat: ['c'] }), imp('2', 'x')],
      request: { site: { ext: { a: 1 } }, bcat: ['own'] },
      headers: jsonAccept,
      calls: [
        {
          body: {
            id: 'request',
            site: { ext: { a: 1, placementId: 7 } },
            bcat: ['own'],
            badv: ['a'],
            imp: [
              {
                id: '1',
                banner: { battr: [1] },
                secure: 1,
                bidfloor: 2,
                bidfloorcur: 'EUR',
                ext: { bidder: { placementId: 7, bidFloor: 2, bidFloorCur: 'EUR', battr: [1], badv: ['a'], bcat: ['c'] } },
              },
            ],
          },
        },
      ],
      errors: [badInput(`invalid imp.ext.bidder for imp 2: ${NOT_AN_OBJECT}`)],
    },
    'is not called without the params of the first imp': {
      imps: [unreadable, imp('3', 'x')],
      request: { site: {} },
      errors: [badInput(`invalid imp.ext for imp 2: ${NOT_AN_OBJECT}`)],
    },
    'is not called if site.ext cannot be read': {
      params: [{}, 'x'],
      request: { site: { ext: 'x' } },
      errors: [badInput(`failed to set placementId on site.ext: ${NOT_AN_OBJECT}`)],
    },
    'needs a site or an app': { errors: [badInput('request must contain either site or app')] },
  },
  responses: {
    'bids for mtype, else the only type of its imp': {
      imps: [{ id: '1', banner: {}, video: {} }, { id: '2', video: {} }, { id: '3' }],
      bids: [{ mtype: 1 }, {}, { impid: '2' }, { impid: '3' }, { impid: '4' }, { mtype: 4 }],
      types: ['banner', 'video'],
      currency: 'USD',
      errors: [
        badServer('bid for multi-format imp 1 requires bid.mtype to disambiguate'),
        badServer('unsupported media type for impression 3 (banner and video only)'),
        badServer('unable to resolve media type for impression 4'),
        badServer('unsupported bid.mtype 4 for impression 1 (banner and video only)'),
      ],
    },
  },
});

testAdapter(exco, {
  requests: {
    'gets the tag of each imp and the publisher of the last': {
      params: [{ tagId: 't', publisherId: 'p' }, { publisherId: 'q' }],
      request: { site: { publisher: { name: 'n' } }, app: {} },
      headers: json,
      calls: [
        {
          body: {
            id: 'request',
            imp: [imp('1', { tagId: 't', publisherId: 'p' }, { tagid: 't' }), imp('2', { publisherId: 'q' }, { tagid: '' })],
            site: { publisher: { name: 'n', id: 'q' } },
            app: { publisher: { id: 'q' } },
          },
        },
      ],
    },
    'is not called if an imp cannot be read': {
      imps: [imp('1'), unreadable],
      errors: [badInput(`Invalid imp.ext for impression index 1. Error Information: ${NOT_AN_OBJECT}`)],
    },
    'names the imp in the Java variant': {
      ...java,
      params: [{}, 'x'],
      errors: [badInput(`Invalid imp.ext for impression 2. Error Information: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for banner and video, in dollars': {
      cur: 'EUR',
      bids: [{ mtype: 2 }, { mtype: 4 }],
      types: ['video'],
      currency: 'USD',
      errors: [generic('unrecognized bid_ad_type in response from exco: 4')],
    },
  },
});

const seat = { builder: { endpoint: 'https://a.example/{{.AccountID}}?src={{.SourceId}}' } };
testAdapter(imds, {
  requests: {
    'gets the seat of the first valid imp': {
      ...seat,
      params: ['x', { seatId: 's' }, { seatId: 'a b', tagId: 't' }],
      request: { ext: { a: 1 } },
      calls: [
        {
          uri: 'https://a.example/a+b?src=pbs-go%2F1.0.0',
          body: { id: 'request', ext: { seatId: 'a b' }, imp: [imp('3', { seatId: 'a b', tagId: 't' }, { tagid: 't' })] },
        },
      ],
      errors: [badInput(NOT_AN_OBJECT), badServer('Invalid Impression')],
    },
    'has its own messages in the Java variant': {
      ...java,
      params: ['x', { seatId: ' ', tagId: 't' }],
      errors: [badInput(`Invalid Impression: ${NOT_AN_OBJECT}`), badInput('Invalid Impression: imp.ext has no seatId or tagId')],
    },
  },
  responses: {
    'bids for banner and video, in dollars': {
      imps: [
        { id: '1', video: {} },
        { id: '2', native: {} },
      ],
      cur: 'EUR',
      bids: [{}, { impid: '2' }, { impid: '3' }],
      types: ['video', 'banner'],
      currency: 'USD',
    },
  },
});

testAdapter(mgid, {
  requests: {
    'gets tags, floors and currencies of the params': {
      params: [{ placementId: 'p', bidFloor: 2, currency: 'USD', cur: 'EUR' }, { accountId: 'a' }],
      calls: [
        {
          uri: 'https://acme.example/bida',
          body: {
            id: 'request',
            tmax: 200,
            imp: [
              imp('1', { placementId: 'p', bidFloor: 2, currency: 'USD', cur: 'EUR' }, { tagid: 'p/1', bidfloor: 2, bidfloorcur: 'EUR' }),
              imp('2', { accountId: 'a' }, { tagid: '2' }),
            ],
          },
        },
      ],
    },
    'needs an account': { params: [{ accountId: '' }], errors: [badInput('accountId is not set')] },
    'needs an imp with an account': { imps: [], errors: [badInput('accountId is not set')] },
    'has no default timeout in the Java variant': {
      ...java,
      params: [{ accountId: 'a' }],
      calls: [{ body: { id: 'request', imp: [imp('1', { accountId: 'a' }, { tagid: '1' })] } }],
    },
  },
  responses: {
    'bids for the type it names, unchecked, else for banner': {
      bids: [{ ext: { crtype: 'native' } }, { ext: { crtype: 'other' } }, { ext: { crtype: '' } }, {}],
      types: ['native', 'other', 'banner', 'banner'],
      currency: '',
    },
    'bids for banner instead of an unknown type in the Java variant': { ...java, bids: [{ ext: { crtype: 'other' } }], types: ['banner'] },
  },
});
