import scalibur from '#src/bidders/adapters/scalibur.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const call = {
  body: {
    id: 'request',
    imp: [
      { id: '1', banner: {} },
      { id: '2', video: {} },
      { id: '3', banner: {}, video: {} },
    ],
  },
};
const undecided = badServer('unsupported or ambiguous media type for bid id=b');

testAdapter(scalibur, {
  requests: {
    'gets floors in dollars, and videos with defaults': {
      imps: [
        {
          id: '1',
          video: { w: 320, h: 0, mimes: [], startdelay: 0 },
          bidfloor: 9,
          ext: { bidder: { placementId: 'p', bidfloor: 2, bidfloorcur: 'EUR' }, gpid: 7, tid: 'lost' },
        },
        { id: '2', banner: {}, ext: { bidder: { bidfloorcur: 'EUR' } } },
        { id: '3', banner: {}, bidfloor: 1, bidfloorcur: 'usd', ext: { bidder: {} } },
        { id: '4', banner: {}, bidfloorcur: 'EUR', ext: { bidder: {} } },
      ],
      request: { cur: ['EUR'], ext: { srv: { debug: true } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [
              {
                id: '1',
                video: {
                  mimes: ['video/mp4'],
                  minduration: 1,
                  maxduration: 180,
                  maxbitrate: 30_000,
                  protocols: [2, 3, 5, 6],
                  w: 320,
                  h: 480,
                  placement: 1,
                  linearity: 1,
                  startdelay: 0,
                },
                bidfloor: 3,
                bidfloorcur: 'USD',
                ext: { placementId: 'p', bidfloor: 3, bidfloorcur: 'USD', gpid: 7 },
              },
              { id: '2', banner: {}, bidfloorcur: 'USD', ext: { placementId: '', bidfloorcur: 'USD' } },
              { id: '4', banner: {}, bidfloorcur: 'EUR', ext: { placementId: '', bidfloorcur: 'EUR' } },
            ],
            ext: { isDebug: 1 },
          },
        },
      ],
      errors: [generic("Currency conversion rate not found: 'usd' => 'USD'")],
    },
    'gets no extension of the request without debug': {
      params: [{}],
      request: { ext: { srv: { debug: 1 } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, bidfloorcur: 'USD', ext: { placementId: '', bidfloorcur: 'USD' } }],
          },
        },
      ],
    },
    'does not get imps that cannot be read': {
      imps: [
        { id: '1', ext: 'x' },
        { id: '2', ext: { bidder: 'x' } },
      ],
      errors: [badInput(`Failed to parse imp.ext: ${NOT_AN_OBJECT}`), badInput(`Failed to parse Scalibur params: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for the type it names, else for that of the sent imp': {
      call,
      bids: [{ mtype: 2 }, {}, { impid: '2' }],
      types: ['video', 'banner', 'video'],
      currency: 'USD',
    },
    'has its markup beside the bid': {
      call,
      bids: [
        { mtype: 2, adm: 'old', ext: { vastXml: '<VAST/>', vastUrl: 'u' } },
        { mtype: 2, ext: { vastUrl: 'u' } },
        { mtype: 2, adm: 'old', ext: { vastUrl: 'u' } },
        { mtype: 2, adm: 'old', ext: { vastXml: 1 } },
        { mtype: 1, adm: 'old', ext: { vastXml: '<VAST/>' } },
      ],
      result: [
        { bid: { adm: '<VAST/>' } },
        { bid: { adm: '<VAST version="3.0"><Ad><Wrapper><VASTAdTagURI><![CDATA[u]]></VASTAdTagURI></Wrapper></Ad></VAST>' } },
        { bid: { adm: 'old' } },
        { bid: { adm: 'old' } },
        { bid: { adm: 'old' } },
      ],
    },
    'is rejected with one bid of no type': { call, bids: [{}, { impid: '3' }, { impid: '4' }], errors: [undecided] },
    'is rejected with one bid for another imp': { call, bids: [{}, { impid: '4', mtype: 1 }], errors: [badServer('Invalid bid imp ID 4')] },
    'is no result without bids': { body: { seatbid: [] } },
    'reports a bad request as its own error': {
      status: 400,
      errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    },
  },
});
