import adpone from '#src/bidders/adapters/adpone.ts';
import { badInput } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

testAdapter(adpone, {
  requests: {
    'gets the request unchanged': {
      params: [{ placementId: 'p' }],
      calls: 'unchanged',
      headers: { ...jsonAccept, 'X-Openrtb-Version': '2.5' },
    },
    'gets it although the first imp cannot be read': { params: ['x', 1], calls: 'unchanged', errors: [badInput(NOT_AN_OBJECT)] },
    'gets it although the first imp has no `ext`': {
      imps: [{ id: '1' }],
      calls: 'unchanged',
      errors: [badInput('expect { or n, but found \0'), badInput('expect { or n, but found \0')],
    },
    'gets no request without imps': { params: [], errors: [badInput('No impression in the bid request')] },
    'gets nothing if the first imp cannot be read in the Java variant': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids for banners in dollars': { bids: [{ mtype: 2 }], types: ['banner'], cur: 'EUR', currency: 'USD' },
    'does not bid without seatbids': { body: {} },
    'has a result without bids in the Java variant': { ...java, body: {}, types: [] },
  },
});
