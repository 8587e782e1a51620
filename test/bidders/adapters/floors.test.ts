/** Exchanges with one call for all imps; an imp whose floor cannot be converted is dropped. */

import orbidder from '#src/bidders/adapters/orbidder.ts';
import seedtag from '#src/bidders/adapters/seedtag.ts';
import showheroes from '#src/bidders/adapters/showheroes.ts';
import tpmn from '#src/bidders/adapters/tpmn.ts';
import tripleliftNative from '#src/bidders/adapters/triplelift_native.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { dollars, euros, imp, pounds } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const noRate = (from = 'GBP', to = 'USD') => `Currency conversion rate not found: '${from}' => '${to}'`;

testAdapter(orbidder, {
  requests: {
    'always names euros': { imps: [imp('1', {}, { bidfloor: 2 })], calls: [{ imps: [imp('1', {}, { bidfloor: 2, bidfloorcur: 'EUR' })] }] },
    'drops imps whose floor has no rate, before it reads their params': {
      imps: [imp('1', 'x', pounds), imp('2', 'x'), imp('3')],
      calls: [{ imps: [imp('3', {}, { bidfloorcur: 'EUR' })] }],
      errors: [generic(noRate('GBP', 'EUR')), badInput(`Wrong orbidder bidder ext: ${NOT_AN_OBJECT}`)],
    },
    'is called without imps in the Java variant': { ...java, params: ['x'], calls: [{ imps: [] }], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for the type it names': {
      bids: [{ mtype: 1 }, { mtype: 4 }, {}],
      types: ['banner', 'native'],
      currency: 'USD',
      errors: [badInput('Could not define media type for impression: 1')],
    },
    'reads 4xx as bad input': { status: 404, errors: [badInput('Unexpected status code: 404. Bad request to dsp.')] },
    'reads 5xx as a bad response': { status: 503, errors: [badServer('Unexpected status code: 503. Dsp server internal error.')] },
  },
});

testAdapter(seedtag, {
  requests: {
    'drops imps whose floor has no rate; params are unread': {
      imps: [imp('1', 'x', euros), imp('2', {}, pounds)],
      headers: jsonAccept,
      calls: [{ body: { id: 'request', cur: ['USD'], imp: [imp('1', 'x', dollars)] } }],
      errors: [generic(noRate())],
    },
    'checks params before floors in the Java variant': {
      ...java,
      imps: [
        imp('1', { integrationType: 'ronId', adUnitId: 'u' }, pounds),
        imp('2', { publisherId: 'p' }),
        imp('3', 'x'),
        imp('4', { adUnitId: 'u' }),
      ],
      calls: [{ impIds: ['4'] }],
      errors: [
        badInput("imp id 1: publisherId is required when integrationType is 'ronId'"),
        badInput("imp id 2: adUnitId is required when integrationType is not 'ronId'"),
        badInput('Invalid imp.ext.bidder for imp id: 3'),
      ],
    },
  },
  responses: {
    'bids for banner and video, in dollars': {
      cur: 'EUR',
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
      types: ['banner', 'video'],
      currency: 'USD',
      errors: [generic('bid.MType invalid')],
    },
  },
});

const page = { site: { page: 'https://a.example' } };
const pbs = { source: { ext: { pbs: { pbsv: 'unknown', pbsp: 'go' } } } };
testAdapter(showheroes, {
  requests: {
    'gets typed fields of imp.ext and the unit as its params': {
      imps: [
        {
          id: '1',
          bidfloor: 2,
          bidfloorcur: 'EUR',
          ext: { gpid: 'g', other: 1, bidder: { unitId: 'u', more: 1 }, srv: { adunitcode: 'c', more: 1 } },
        },
        { id: '2', ext: {} },
      ],
      request: { ...page, ext: { srv: { channel: { name: 'sdk', version: '1' } } } },
      headers: jsonAccept,
      calls: [
        {
          body: {
            id: 'request',
            ...page,
            ...pbs,
            ext: { srv: { channel: { name: 'sdk', version: '1' } } },
            imp: [
              {
                id: '1',
                bidfloor: 2,
                bidfloorcur: 'EUR',
                displaymanager: 'sdk',
                displaymanagerver: '1',
                ext: { srv: { adunitcode: 'c' }, gpid: 'g', bidder: { unitId: 'u' }, params: { unitId: 'u' } },
              },
              { id: '2', displaymanager: 'sdk', displaymanagerver: '1', ext: { bidder: { unitId: '' }, params: { unitId: '' } } },
            ],
          },
        },
      ],
    },
    'drops imps that cannot be read or whose floor, in dollars by default, has no rate': {
      imps: [{ id: '1', ext: { gpid: 7, bidder: {} } }, imp('2', 'x'), imp('3', {}, { bidfloor: 1 })],
      request: page,
      errors: [badInput('Error parsing bidder params'), badInput('Error parsing bidder params'), generic(noRate('USD', 'EUR'))],
    },
    'needs the URL of a page': { request: { site: {}, app: {} }, errors: [badInput("site request doesn't have a page URL")] },
    'needs the bundle of an app': { request: { app: {} }, errors: [badInput("app request doesn't have a bundle ID")] },
    'needs a site or an app': { errors: [badInput('request must contain a site or an app')] },
    'needs a page in the Java variant': { ...java, request: { site: {} }, errors: [badInput('BidRequest.site.page is required')] },
  },
  responses: {
    'bids for banner by mtype, else for video': {
      bids: [{ mtype: 1 }, { mtype: 4 }, {}],
      types: ['banner', 'video', 'video'],
      currency: '',
    },
    'reads 400 as an error of no class': { status: 400, errors: [generic('unexpected status code: 400')] },
  },
});

testAdapter(tpmn, {
  requests: {
    'always names dollars; params are unread': {
      imps: [imp('1', 'x', euros), imp('2', 'x'), imp('3', {}, pounds)],
      calls: [{ imps: [imp('1', 'x', dollars), imp('2', 'x', { bidfloorcur: 'USD' })] }],
      errors: [generic(noRate())],
    },
    'names dollars only for converted floors in the Java variant': { ...java, imps: [imp('2', 'x')], calls: [{ imps: [imp('2', 'x')] }] },
  },
  responses: {
    'bids for the type it names': { bids: [{ mtype: 1 }, { mtype: 4 }], types: ['banner', 'native'], currency: '' },
    'fails at a bid of another type': { bids: [{ mtype: 1 }, { mtype: 3 }], errors: [generic('unsupported MType 3')] },
    'drops such bids in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}, { mtype: 3 }],
      types: ['banner'],
      errors: [badServer('Missing MType for bid: b'), badServer('Unsupported MType: 3, for bid: b')],
    },
  },
});

const allowed = { builder: { extraInfo: '{"publisher_whitelist":["p"]}' } };
const msn = { site: { publisher: { id: 'q', domain: 'msn.com', ext: { srv: { parentAccount: 'p' } } } } };
const native = (id: string, ext: object, more: object = {}) => ({ id, native: {}, ...more, ext });
testAdapter(tripleliftNative, {
  requests: {
    'gets the tag code of MSN, and floors of the params in dollars': {
      ...allowed,
      request: msn,
      imps: [
        native('1', { data: { tag_code: 'c' }, bidder: { inventoryCode: 'i', floor: 2 } }, { bidfloor: 9, bidfloorcur: 'EUR' }),
        native('2', { bidder: { inventoryCode: 'i', floor: 0 } }, euros),
      ],
      calls: [
        {
          imps: [
            native('1', { data: { tag_code: 'c' }, bidder: { inventoryCode: 'i', floor: 2 } }, { ...dollars, tagid: 'c' }),
            native('2', { bidder: { inventoryCode: 'i', floor: 0 } }, { bidfloor: 0, bidfloorcur: 'EUR', tagid: 'i' }),
          ],
        },
      ],
    },
    'drops bad imps': {
      ...allowed,
      request: { app: { publisher: { id: 'p' } } },
      imps: [native('1', { data: { tag_code: 7 }, bidder: {} }), imp('2'), native('3', { bidder: {} }, pounds)],
      errors: [
        badInput('cannot unmarshal data.tag_code: expects " or n, but found 7'),
        generic('no native object specified'),
        badInput(`Unable to convert bid floor from GBP to USD: ${noRate()}`),
        generic('No valid impressions for triplelift'),
      ],
    },
    'reports only an unknown publisher': {
      imps: [imp('1')],
      request: msn,
      errors: [generic('Unsupported publisher for triplelift_native')],
    },
    'reports nothing without a site or app': { ...allowed, imps: [native('1', { bidder: {} })] },
    'reports errors of imps and the publisher in the Java variant': {
      ...java,
      imps: [imp('1'), native('2', { bidder: {} })],
      request: msn,
      errors: [generic('no native object specified'), generic('Unsupported publisher for triplelift_native')],
    },
  },
  responses: { 'bids for native, in dollars': { ...allowed, cur: 'EUR', bids: [{ mtype: 1 }], types: ['native'], currency: 'USD' } },
});
