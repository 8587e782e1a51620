import oms from '#src/bidders/adapters/oms.ts';
import { badInput } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const uri = 'https://acme.example/bid';

testAdapter(oms, {
  requests: {
    'gets the publisher of the first imp in the URL': {
      params: [{ pid: 'a b', publisherId: 5 }, 1],
      calls: [{ uri: `${uri}?publisherId=a b`, headers: {} }],
    },
    'gets its number instead of an empty name': { params: [{ pid: '', publisherId: 5 }], calls: [{ uri: `${uri}?publisherId=5` }] },
    'gets an empty publisher': { calls: [{ uri: `${uri}?publisherId=` }] },
    'gets no publisher if the first imp has no `ext`': { imps: [{ id: '1' }], calls: 'unchanged' },
    'gets nothing if it cannot be read': { params: ['x', {}], errors: [badInput(NOT_AN_OBJECT)] },
    'gets nothing if a part of its `ext` is malformed': {
      imps: [{ id: '1', ext: { srv: 1, bidder: { pid: 'p' } } }],
      errors: [badInput('cannot unmarshal srv: expect { or n, but found 1')],
    },
    'names the imp in the Java variant': { ...java, params: ['x'], errors: [badInput('Invalid ext. Imp.Id: 1')] },
  },
  responses: {
    'bids for video by `mtype`, else for banners, in dollars': {
      bids: [{ mtype: 2, dur: 5, cat: ['c', 'd'] }, { mtype: 2 }, { mtype: 4 }],
      types: ['video', 'video', 'banner'],
      result: [{ video: { duration: 5, primary_category: 'c' } }, { video: { duration: 0, primary_category: '' } }, { video: undefined }],
      cur: 'EUR',
      currency: 'USD',
    },
    'reads 400 as bad input': {
      status: 400,
      errors: [badInput('Unexpected status code: 400. Bad request from publisher. Run with request.debug = 1 for more info.')],
    },
  },
});
