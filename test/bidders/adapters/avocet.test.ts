import avocet from '#src/bidders/adapters/avocet.ts';
import { badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, unread } from '../kit/adapter-table.ts';

const ext = (duration: unknown, deal_priority?: unknown) => ({ ext: { avocet: { duration, deal_priority } } });

testAdapter(avocet, {
  requests: {
    'gets the request unchanged': { ...unread, headers: jsonAccept },
    'gets nothing without imps': { params: [] },
  },
  responses: {
    'bids for video if it has a duration or is VPAID, in dollars': {
      bids: [ext(30, 5), { api: 2 }, { api: 3 }, ext(0)],
      types: ['video', 'video', 'banner', 'banner'],
      result: [
        { video: { duration: 30, primary_category: '' }, dealPriority: 5 },
        { video: { duration: 0, primary_category: '' }, dealPriority: 0 },
        { dealPriority: 0 },
        {},
      ],
      cur: 'EUR',
      currency: 'USD',
    },
    'loses all bids with the errors of those that cannot be read': {
      bids: [{}, { ext: 'x' }, { ext: { avocet: 1 } }],
      errors: [badServer(NOT_AN_OBJECT), badServer('cannot unmarshal avocet: expect { or n, but found 1')],
    },
    'shows the body of a bad status': { status: 400, body: 'why', errors: [badServer('received status code: 400 error: why')] },
    'shows that there is no body': { status: 500, errors: [badServer('received status code: 500 error: no response body')] },
    'loses only the bid in the Java variant, and none that is VPAID': {
      ...java,
      bids: [{ ext: 'x' }, { ext: 'x', api: 1 }, ext(30, 5)],
      types: ['video', 'video'],
      errors: [badServer('Invalid Avocet bidder bid extension')],
    },
  },
});
