/** An exchange with the OpenRTB request in an envelope and a list of bids as response. */
import contxtful from '#src/bidders/adapters/contxtful.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const bid = { requestId: '1', cpm: 2, mediaType: 'banner', adm: 'A', width: 1, height: 2, creativeId: 'c', currency: 'EUR', ext: { x: 1 } };
const unreadable = [generic('failed to parse response as Contxtful relay or Prebid.js format')];
const given = [
  { id: '1', ext: { bidder: 'x' } },
  { id: '2', ext: { bidder: { placementId: 'p' } } },
  { id: '3', ext: { bidder: { placementId: 'q', customerId: 'c d' } } },
];
const endpoint = 'https://{{.AccountID}}.example';

testAdapter(contxtful, {
  requests: {
    'gets the request in an envelope, for the readable imps': {
      imps: given,
      request: { user: { ext: { srv: { buyeruids: { contxtful: 'b' } } } } },
      builder: { endpoint },
      calls: [
        {
          uri: 'https://c d.example',
          impIds: ['1', '2', '3'],
          body: {
            ortb2: { id: 'request', imp: given, user: { buyeruid: 'b', ext: { srv: { buyeruids: { contxtful: 'b' } } } } },
            bidRequests: [
              { bidder: 'contxtful', params: { placementId: 'p' }, bidId: '2' },
              { bidder: 'contxtful', params: { placementId: 'q' }, bidId: '3' },
            ],
            bidderRequest: { bidderCode: 'contxtful' },
            config: { contxtful: { version: 'v1', customer: 'c d' } },
          },
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'gets nothing if no imp is readable': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'gets escaped customers in the Java variant': {
      ...java,
      imps: given,
      builder: { endpoint },
      calls: [{ uri: 'https://c%20d.example' }],
      errors: [badInput('Error parsing imp.ext for impression 1')],
    },
  },
  responses: {
    'bids by the type of the imp, in the last currency named': {
      imps: [
        { id: '1', video: {}, banner: {} },
        { id: '2', native: {}, banner: {} },
      ],
      body: [bid, { ...bid, requestId: '2', currency: '' }, { ...bid, requestId: '7' }],
      types: ['video', 'native', 'banner'],
      result: [{ bid: { id: 'contxtful-1', impid: '1', price: 2, adm: 'A', w: 1, h: 2, crid: 'c', ext: { x: 1 } } }, {}, {}],
      currency: 'EUR',
    },
    'skips bids for nothing and of no imp': { body: [{ ...bid, cpm: 0 }, { cpm: 1 }], types: [], currency: 'USD' },
    'reports bids without type or markup': {
      body: [
        { ...bid, mediaType: '' },
        { ...bid, adm: '' },
      ],
      types: [],
      errors: [badServer('bid has no ad media type'), badServer('bid has no ad markup')],
    },
    'rejects an empty list': { body: [], errors: unreadable },
    'rejects anything but a list of bids': { body: [1], errors: unreadable },
    'has bids for nothing and names bad ones in the Java variant': {
      ...java,
      body: [
        { ...bid, cpm: 0 },
        { ...bid, adm: '' },
      ],
      types: ['banner'],
      errors: [badServer('bid 1 has no ad markup')],
    },
    'bids in the currency of each bid in the Java variant': {
      ...java,
      body: [bid, { ...bid, currency: 'CAD' }, { ...bid, currency: '' }],
      result: [{ currency: 'EUR' }, { currency: 'CAD' }, { currency: undefined }],
      currency: 'USD',
    },
    'has a result of an empty list in the Java variant': { ...java, body: [], types: [] },
  },
});
