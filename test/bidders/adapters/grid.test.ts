/** An exchange with keywords from four sources, the ad slot as gpid, and native requests as objects. */
import grid from '#src/bidders/adapters/grid.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const segment = (name: string, value: string) => ({ name, value });
const slot = { data: { pbadslot: 'p', adserver: { name: 'n', adslot: 's' } } };
const ext = { bidder: { uid: 1, stray: 2 }, ...slot, srv: { is_rewarded_inventory: 1, stray: 1 }, stray: 1, skadn: { a: 1 } };
const written = {
  bidder: { uid: 1, stray: 2 },
  ...slot,
  srv: { is_rewarded_inventory: 1 },
  gpid: 's',
  skadn: { a: 1 },
  context: undefined,
};
const site = { pub: [{ name: 'n', segments: [segment('a', '1'), { name: 'b' }, 'c'], list: ['d', 2] }, { name: 'none' }, 'x'], other: 'x' };
const item = { name: 'n', segments: [segment('a', '1'), segment('list', 'd'), segment('segments', 'c')] };
const formats = [
  { id: '1', native: {} },
  { id: '2', banner: {}, video: {} },
  { id: '3', audio: {} },
].map((imp) => ({ ...imp, ext: {} }));
const call = { body: { imp: formats } };
const demand = { bidder: { grid: { demandSource: 'd' } }, other: 1 };

testAdapter(grid, {
  requests: {
    'gets the imps with a uid': {
      imps: [
        { id: '1', ext: { bidder: 'x' } },
        { id: '2', ext: { bidder: { keywords: 'x' } } },
        { id: '3', ext },
        { id: '4', ext: { bidder: { uid: 1 }, stray: 1 } },
      ],
      headers: json,
      calls: [
        {
          imps: [
            { id: '3', ext: written },
            { id: '4', ext: { bidder: { uid: 1 }, stray: 1 } },
          ],
        },
      ],
      errors: [badInput(NOT_AN_OBJECT), badInput('uid is empty')],
    },
    'gets an ad slot with the name of its server, even if it has none': {
      imps: [{ id: '1', ext: { bidder: { uid: 1 }, data: { adserver: { adslot: 's' } } } }],
      calls: [{ imps: [{ id: '1', ext: { bidder: { uid: 1 }, data: { adserver: { name: '', adslot: 's' } }, gpid: 's' } }] }],
    },
    'gets only known fields in the Java variant': {
      ...java,
      imps: [
        { id: '1', ext: { bidder: { uid: 1 }, stray: 1 } },
        { id: '2', ext: { bidder: {} } },
      ],
      calls: [{ imps: [{ id: '1', ext: { bidder: { uid: 1 } } }] }],
      errors: [badInput('Empty uid in imp with id: 2')],
    },
    'gets nothing without a uid': { params: [{}], errors: [badInput('uid is empty'), badInput('No valid impressions for grid')] },
    'gets keywords of user and site, params and request': {
      params: [{ uid: 1, keywords: { site } }],
      request: { ext: { keywords: { site: { pub: [item] }, user: 'x', other: 1 }, a: 1 }, user: { keywords: 'k,,l ' } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, ext: { bidder: { uid: 1, keywords: { site } } } }],
            user: { keywords: 'k,,l ' },
            ext: {
              a: 1,
              keywords: {
                other: 1,
                site: { pub: [item, item] },
                user: { ortb2: [{ name: 'keywords', segments: [segment('keywords', 'k'), segment('keywords', 'l ')] }] },
              },
            },
          },
        },
      ],
    },
    'gets no empty keywords': {
      params: [{ uid: 1 }],
      request: { ext: { keywords: {} } },
      calls: [{ body: { id: 'request', imp: [{ id: '1', banner: {}, ext: { bidder: { uid: 1 } } }] } }],
    },
    'gets each native request as an object or as text': {
      imps: ['{"a":1}', '[1]'].map((request) => ({ id: '1', native: { request, ver: '1' }, ext: { bidder: { uid: 1 } } })),
      calls: [
        {
          imps: [{ a: 1 }, '[1]'].map((request_native) => ({ id: '1', native: { request_native, ver: '1' }, ext: { bidder: { uid: 1 } } })),
        },
      ],
    },
  },
  responses: {
    'bids by the type it names, else by the imp sent': {
      call,
      bids: [{ content_type: 'new', adm_native: { a: '<' } }, { adm_native: null }, { impid: '2', adm: 'A', adm_native: {} }],
      cur: 'EUR',
      types: ['new', 'native', 'banner'],
      result: [
        { bid: { adm: '{"a":"\\u003c"}', adm_native: undefined, content_type: undefined } },
        { bid: { adm: 'null' } },
        { bid: { adm: 'A' } },
      ],
      currency: 'USD',
    },
    'loses all bids if the imp has no type': {
      call,
      bids: [{}, { impid: '3' }],
      errors: [badServer('Unknown impression type for ID: "3"')],
    },
    'loses all bids if one has no imp': { call, bids: [{}, { impid: '7' }], errors: [badServer('Failed to find impression for ID: "7"')] },
    'names the source of the demand': {
      call,
      bids: [{ ext: demand }, {}],
      result: [{ meta: { networkName: 'd' }, bid: { ext: demand } }, { meta: undefined }],
    },
    'names it in the bid in the Java variant': {
      ...java,
      call,
      bids: [{ ext: demand, content_type: 'new' }],
      types: ['native'],
      result: [{ meta: undefined, bid: { ext: { srv: { meta: { demandSource: 'd' } } } } }],
    },
    'quotes nothing in the Java variant': {
      ...java,
      call,
      bids: [{ impid: '7' }],
      errors: [badServer('Failed to find impression for ID: 7')],
    },
  },
});
