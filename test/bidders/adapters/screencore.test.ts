import { describe, expect, it } from 'vitest';
import screencore from '#src/bidders/adapters/screencore.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const ids = { accountId: 'a/1', placementId: 'p 1' };
const javaBuilder = { ...java, builder: { endpoint: 'http://h1.screencore.io/?kp={AccountId}&kn={SourceId}' } };

testAdapter(screencore, {
  requests: {
    'gets each imp with its placement or endpoint': {
      params: [{ placementId: 'p' }, { endpointId: 'e' }],
      calls: [
        { imps: [{ id: '1', banner: {}, ext: { bidder: { type: 'publisher', placementId: 'p' } } }] },
        { imps: [{ id: '2', banner: {}, ext: { bidder: { type: 'network', endpointId: 'e' } } }] },
      ],
    },
    'gets all imps at the address of the first one in the Java variant': {
      ...javaBuilder,
      params: [ids, { accountId: 'other', placementId: 'other' }],
      request: { device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
      calls: [
        {
          method: 'POST',
          uri: 'http://h1.screencore.io/?kp=a%2F1&kn=p%201',
          impIds: ['1', '2'],
          imps: [
            { id: '1', banner: {} },
            { id: '2', banner: {}, ext: { bidder: { accountId: 'other', placementId: 'other' } } },
          ],
        },
      ],
    },
    'is not called if the first imp is malformed in the Java variant': {
      ...javaBuilder,
      params: [1, ids],
      errors: [badInput('expect { or n, but found 1')],
    },
  },
  responses: {
    'bids by `mtype`': { bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }], types: ['banner', 'video', 'native'] },
    'loses all bids if one has another `mtype`': {
      bids: [{ mtype: 1 }, { mtype: 3 }],
      errors: [generic('could not define media type for bid: 1')],
    },
    'bids by `mtype` in the Java variant': {
      ...java,
      cur: 'EUR',
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
      types: ['banner', 'video', 'native'],
      currency: 'EUR',
    },
    'says which `mtype` is missing in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}],
      errors: [badServer('Missing MType for bid: b')],
    },
    'says which `mtype` is unknown in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      errors: [badServer('Unable to fetch mediaType 3 in multi-format: 1')],
    },
    'needs a seatbid in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
    'reads no malformed response in the Java variant': { ...java, body: '{', errors: [badServer('Bad Server Response')] },
  },
});

describe('screencore', () => {
  it('is a bidder of its own only in the Java variant', () => {
    expect([screencore.info.aliasOf, screencore.java?.info.aliasOf]).toEqual(['teqblaze', undefined]);
    expect([screencore.info.endpoint, screencore.java?.info.endpoint]).toEqual([
      'https://REGION.screencore.io/pserver',
      'http://h1.screencore.io/?kp={AccountId}&kn={SourceId}',
    ]);
  });
});
