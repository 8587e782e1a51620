import beop from '#src/bidders/adapters/beop.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const uri = 'https://acme.example/bid';

testAdapter(beop, {
  requests: {
    'gets the ids of the first imp in the URL': {
      params: [{ pid: 'p q', nid: 'n', nptnid: 'x', ntpnid: 7 }, 1],
      calls: [{ uri: `${uri}?nid=n&nptnid=x&pid=p+q`, headers: jsonAccept }],
    },
    'gets no empty id': { params: [{ pid: '', ntpnid: 'x' }], calls: [{ uri }] },
    'gets nothing if the first imp cannot be read': { params: [1, {}], errors: [badInput('ext.bidder not provided')] },
    'gets the id as the schema names it in the Java variant': {
      ...java,
      params: [{ nptnid: 'x', ntpnid: 'y' }],
      calls: [{ uri: `${uri}?nptnid=y` }],
    },
    'says what cannot be read in the Java variant': {
      ...java,
      params: ['x'],
      errors: [badInput(`ext.bidder not provided: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids in its first seatbid by `mtype`, in dollars': {
      body: { cur: 'EUR', seatbid: [{ bid: [{ mtype: 1 }, { mtype: 2 }, { impid: '1', mtype: 3 }] }, { bid: [{ mtype: 1 }] }] },
      types: ['banner', 'video'],
      currency: 'USD',
      errors: [generic('Failed to parse bid mType for impression "1"')],
    },
    'does not bid if no bid is left': { bids: [{}], errors: [generic('Failed to parse bid mType for impression "1"')] },
    'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs JSON': { body: 'x', errors: [badServer('Bad Server Response')] },
    'does not bid for 204': { status: 204 },
    'reads 503 as bad input': { status: 503, errors: [badInput('Service Unavailable. Status Code: [ 503 ] ')] },
    'reads 400 as a bad server response': {
      status: 400,
      errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info.')],
    },
    'reads the body of any other status': { status: 500, bids: [{ mtype: 1 }], types: ['banner'] },
    'bids in all seatbids in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [{ mtype: 1 }] }, { bid: [{ mtype: 2 }, { impid: '1' }] }] },
      types: ['banner', 'video'],
      errors: [badServer('Failed to parse bid mtype for impression "1"')],
    },
    'has a result without bids in the Java variant': { ...java, body: {}, types: [] },
  },
});
