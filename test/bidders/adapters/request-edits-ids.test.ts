/** Exchanges with one call for all imps, which get ids of several imps: publishers, tags, accounts. */

import nexx360 from '#src/bidders/adapters/nexx360.ts';
import outbrain from '#src/bidders/adapters/outbrain.ts';
import pulsepoint from '#src/bidders/adapters/pulsepoint.ts';
import readpeak from '#src/bidders/adapters/readpeak.ts';
import rediads from '#src/bidders/adapters/rediads.ts';
import seedingAlliance from '#src/bidders/adapters/seedingAlliance.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { imp } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const unreadable = { id: '2', ext: 'x' };

testAdapter(nexx360, {
  requests: {
    'gets the ids of the first imp in the URL; other params need not be strings': {
      builder: { endpoint: 'https://a.example/b?old=1' },
      imps: [{ id: '1', ext: { gpid: 'g', bidder: { tagId: 'a b', placement: 'p' } } }, imp('2', { tagId: 7 })],
      headers: { 'Content-Type': 'application/json' },
      calls: [
        {
          uri: 'https://a.example/b?placement=p&tag_id=a+b',
          body: {
            id: 'request',
            ext: { nexx360: { caller: [{ name: 'Prebid-Server', version: 'n/a' }] } },
            imp: [
              { id: '1', ext: { gpid: 'g', nexx360: { tagId: 'a b', placement: 'p' } } },
              { id: '2', banner: {}, ext: { nexx360: { tagId: 7 } } },
            ],
          },
        },
      ],
    },
    'needs strings in the first imp': {
      params: [{ tagId: 7 }, {}],
      errors: [badInput('cannot unmarshal tagId: expects " or n, but found 7')],
    },
    'is not called if an imp cannot be read': { params: [{ tagId: 'a' }, 'x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for the type it names': {
      bids: [{ ext: { bidType: 'audio' } }, {}],
      types: ['audio'],
      currency: 'USD',
      errors: [badServer('unable to fetch mediaType in multi-format: 1')],
    },
    'reports nothing if no bid is left': { bids: [{}] },
    'reports bad bids in the Java variant': { ...java, bids: [{}], errors: [badServer('unable to fetch mediaType in multi-format: 1')] },
    'reads every bad status as bad input': { status: 500, errors: [badInput('Unexpected http status code: 500')] },
  },
});

const ofFirst = { publisher: { id: 'p', name: 'n' }, tagid: 't', bcat: ['a'] };
testAdapter(outbrain, {
  requests: {
    'gets of each param the value of the last imp that has it': {
      imps: [imp('1', ofFirst), unreadable, imp('3', { publisher: { id: 'q' }, bcat: [], badv: ['b'] })],
      request: { site: { page: 'a', publisher: { domain: 'old' } }, bcat: ['own'] },
      headers: {},
      calls: [
        {
          body: {
            id: 'request',
            imp: [imp('1', ofFirst, { tagid: 't' }), unreadable, imp('3', { publisher: { id: 'q' }, bcat: [], badv: ['b'] })],
            site: { page: 'a', publisher: { id: 'q', name: 'n' } },
            badv: ['b'],
          },
        },
      ],
    },
    'is not called in the Java variant if an imp cannot be read': {
      ...java,
      imps: [imp('1'), unreadable],
      errors: [badInput('Impression id=2, has invalid Ext')],
    },
  },
  responses: {
    'bids for native with trackers as images and a script': {
      imps: [{ id: '1', native: {}, banner: {} }, { id: '2' }],
      bids: [
        {
          adm: '{"eventtrackers":[{"event":1,"method":1,"url":"a"},{"event":1,"method":2,"url":"b"},{"event":2,"method":1,"url":"c"}],"more":1}',
        },
        { impid: '2' },
      ],
      result: [
        {
          type: 'native',
          bid: { adm: '{"link":{"url":""},"imptrackers":["a"],"jstracker":"\\u003cscript src=\\"b\\"\\u003e\\u003c/script\\u003e"}' },
        },
      ],
      currency: '',
      errors: [badInput('Failed to find native/banner/video impression "2" ')],
    },
    'fails at a bid of another type in the Java variant': {
      ...java,
      imps: [
        { id: '1', banner: {} },
        { id: '2', video: {} },
      ],
      bids: [{}, { impid: '2' }],
      errors: [badServer('Failed to find native/banner impression "2"')],
    },
  },
});

const inApp = { request: { app: { publisher: { name: 'n' } } } };
testAdapter(pulsepoint, {
  requests: {
    'gets its tags, and the first publisher, also that of a dropped imp': {
      ...inApp,
      params: [{ ct: 1 }, { cp: '7' }, { cp: 8, ct: '2' }, { ct: '+' }],
      headers: jsonAccept,
      calls: [{ body: { id: 'request', imp: [imp('3', { cp: 8, ct: '2' }, { tagid: '2' })], app: { publisher: { name: 'n', id: '7' } } } }],
      errors: [
        badInput('param not found - pubID'),
        badInput('param not found - tagID'),
        badInput('cannot unmarshal: strconv.Atoi: parsing "+": invalid syntax'),
      ],
    },
    'needs no publisher in the Java variant': {
      ...java,
      params: [{ ct: 1 }],
      request: { app: {}, site: {} },
      calls: [
        {
          body: {
            id: 'request',
            imp: [imp('1', { ct: 1 }, { tagid: '1' })],
            app: { publisher: { id: '' } },
            site: { publisher: { id: '' } },
          },
        },
      ],
    },
  },
  responses: {
    'bids for a type of the sent imp, in dollars': {
      call: { body: { id: 'request', imp: [{ id: '1', native: {}, audio: {} }] } },
      cur: 'EUR',
      bids: [{}, { impid: '2' }],
      types: ['audio'],
      currency: 'USD',
    },
    'has its own message for 400': { status: 400, errors: [badInput('Bad user input: HTTP status 400')] },
  },
});

testAdapter(readpeak, {
  requests: {
    'gets params of an imp, else of the one before, and names all imps': {
      params: [{ publisherId: 'p', tagId: 't', bidfloor: 2 }, { siteId: 's', bidfloor: 0 }, 'x'],
      request: { site: { id: 'old', publisher: { name: 'n' } } },
      calls: [
        {
          impIds: ['1', '2', '3'],
          body: {
            id: 'request',
            site: { id: 's', publisher: { id: 'p' } },
            imp: [
              imp('1', { publisherId: 'p', tagId: 't', bidfloor: 2 }, { tagid: 't', bidfloor: 2 }),
              imp('2', { siteId: 's', bidfloor: 0 }, { tagid: 't' }),
            ],
          },
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'reports only that no imp is left': { params: ['x'], errors: [badInput('Failed to find compatible impressions for request request')] },
    'gets only its own params in the Java variant': {
      ...java,
      params: [{ tagId: 't' }, { bidfloor: 0 }],
      calls: [{ imps: [imp('1', { tagId: 't' }, { tagid: 't' }), imp('2', { bidfloor: 0 }, { bidfloor: 0 })] }],
    },
  },
  responses: {
    'bids with prices and advertisers': {
      bids: [{ mtype: 4, price: 0.5, nurl: '${AUCTION_PRICE}', adomain: ['a'] }, { mtype: 2 }],
      result: [{ type: 'native', bid: { nurl: '0.5' }, meta: { advertiserDomains: ['a'] } }],
      errors: [generic('Failed to find impression type "1"')],
    },
    'has no list of advertisers for bids without them': {
      bids: [{ mtype: 4 }, { mtype: 1, adomain: [] }],
      result: [
        { type: 'native', meta: {} },
        { type: 'banner', meta: {} },
      ],
    },
    'has its own message in the Java variant': {
      ...java,
      bids: [{ mtype: 2 }],
      types: [],
      errors: [badInput('Unable to fetch mediaType 2 in multi-format: 1')],
    },
  },
});

testAdapter(rediads, {
  requests: {
    'gets slots as tags, and the account and host of the last good imp': {
      imps: [
        imp('1', { account_id: 'a' }),
        { id: '2', ext: { gpid: 'g', srv: {}, bidder: { account_id: 'b', slot: 's', endpoint: 'eu' } } },
        imp('3', 'x'),
      ],
      request: { site: {} },
      headers: {},
      calls: [
        {
          uri: 'https://eu.example/bid',
          body: {
            id: 'request',
            site: { publisher: { id: 'b' } },
            imp: [{ id: '1', banner: {}, ext: {} }, { id: '2', tagid: 's', ext: { gpid: 'g' } }, imp('3', 'x')],
          },
        },
      ],
      errors: [badInput('Invalid bidder params in impression 3')],
    },
    'reports only a bad host': { params: ['x', { endpoint: 'a/b' }], errors: [badInput('Invalid endpoint')] },
    'drops bad imps in the Java variant': { ...java, params: ['x'], errors: [badInput('Invalid imp.ext for impression 1')] },
  },
  responses: {
    'bids for the type it names': { bids: [{ mtype: 3 }], types: ['audio'], currency: '' },
    'fails at a bid without a type': { bids: [{ mtype: 1 }, {}], errors: [generic('could not define media type for impression: 1')] },
  },
});

const account = { builder: { endpoint: 'https://a.example/{{.AccountID}}' } };
testAdapter(seedingAlliance, {
  requests: {
    'gets the account of the last imp, and accepts euros': {
      ...account,
      params: [{ accountId: 'a' }, { adUnitId: 'u', seatId: 's &' }],
      request: { cur: ['USD'] },
      headers: {},
      calls: [
        {
          uri: 'https://a.example/s &',
          body: {
            id: 'request',
            cur: ['USD', 'EUR'],
            imp: [imp('1', { accountId: 'a' }, { tagid: '' }), imp('2', { adUnitId: 'u', seatId: 's &' }, { tagid: 'u' })],
          },
        },
      ],
    },
    'has an account of its own': { ...account, params: [{ accountId: 'a' }, {}], calls: [{ uri: 'https://a.example/pbs' }] },
    'is not called if an imp cannot be read': {
      imps: [imp('1'), unreadable],
      errors: [generic(`could not unmarshal adapters.ExtImpBidder: ${NOT_AN_OBJECT}`)],
    },
    'escapes the account in the Java variant': {
      ...java,
      ...account,
      params: [{ accountId: 'a b' }],
      calls: [{ uri: 'https://a.example/a%20b' }],
    },
    'has its own message in the Java variant': {
      ...java,
      params: ['x'],
      errors: [badInput(`could not unmarshal imp.ext.prebid.bidder: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for the type it names, with the price': {
      bids: [{ ...type('native'), adm: '${AUCTION_PRICE}' }, { ext: {} }, type('other')],
      result: [{ type: 'native', bid: { adm: '1' } }],
      currency: '',
      errors: [generic('bid.Ext.Prebid is empty'), generic('invalid BidType: other')],
    },
    'has one message in the Java variant': {
      ...java,
      bids: [type('other')],
      types: [],
      errors: [badServer("Failed to parse bid.ext.prebid.type for bid.id: 'b'")],
    },
  },
});
