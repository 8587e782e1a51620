import concert from '#src/bidders/adapters/concert.ts';
import { badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const plain = { 'Content-Type': 'application/json', Accept: 'application/json' };
const request = { ext: { more: 1 } };
const bodyOf = (ext: object) => ({ id: 'request', imp: [{ id: '1', banner: {}, ext: { bidder: ext } }] });
const NATIVE = 'native media types are not yet supported';
const NO_TYPE = 'Failed to parse media type for bid: "1"';

testAdapter(concert, {
  requests: {
    'gets the partner of the first imp': {
      request,
      params: [{ partnerId: 'p' }],
      calls: [{ headers: plain, body: { ...bodyOf({ partnerId: 'p' }), ext: { more: 1, adapterVersion: '1.0.0', partnerId: 'p' } } }],
    },
    'gets an empty partner, too': { calls: [{ body: { ...bodyOf({}), ext: { adapterVersion: '1.0.0', partnerId: '' } } }] },
    'gets nothing if the params of the first imp cannot be read': {
      params: ['x', {}],
      errors: [generic(`get bidder ext: bidder ext: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if its `ext` cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [generic(`get bidder ext: imp ext: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids by `mtype`, in the currency of the response': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 3 }],
      types: ['banner', 'video', 'audio'],
      currency: '',
    },
    'loses all bids with the errors of those without a type': {
      bids: [{ mtype: 4 }, { mtype: 1 }, {}],
      errors: [generic(NATIVE), badServer(NO_TYPE)],
    },
    'says that there are no bids': { body: { seatbid: [{ bid: [] }] }, errors: [generic('no bids returned')] },
    'loses only bids without a type in the Java variant': {
      ...java,
      bids: [{ mtype: 4 }, { mtype: 1 }, {}],
      types: ['banner'],
      errors: [badServer(NATIVE), badServer(NO_TYPE)],
    },
    'may have an empty seatbid in the Java variant': { ...java, body: { seatbid: [{ bid: [] }] }, types: [] },
  },
});
