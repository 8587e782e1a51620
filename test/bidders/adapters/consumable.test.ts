import consumable from '#src/bidders/adapters/consumable.ts';
import { badInput, badServer, failedToRequest } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const site = { site: {} };
const ids = { siteId: 1, networkId: 2, unitId: 3 };
const base = 'https://acme.example/bid';

testAdapter(consumable, {
  requests: {
    'gets a site’s request under one URL': {
      request: site,
      params: [{ siteId: 1 }, 'x'],
      calls: [{ uri: `${base}/sb/rtb`, impIds: ['1', '2'], headers: { 'Content-Type': 'application/json', Accept: 'application/json' } }],
    },
    'gets any other request under the placement’s URL': {
      params: [{ ...ids, placementId: 'a b' }],
      calls: [{ uri: `${base}/rtb/bid?s=a b` }],
    },
    'gets nothing of a site without ids': {
      request: site,
      params: [{ placementId: 'p' }],
      errors: [failedToRequest('SiteId, NetworkId and UnitId are all required for site requests')],
    },
    'gets nothing of an app without a placement': {
      request: { app: {} },
      params: [ids],
      errors: [failedToRequest('PlacementId is required for non-site requests')],
    },
    'gets nothing if the first imp cannot be read': { params: ['x', ids], errors: [badInput(NOT_AN_OBJECT)] },
    'gets only complete imps in the Java variant': {
      ...java,
      request: site,
      params: ['x', { siteId: 1 }, ids],
      calls: [{ uri: `${base}/sb/rtb`, impIds: ['3'], headers: { ...jsonAccept, 'X-Openrtb-Version': '2.5' } }],
    },
    'gets the first placement in the Java variant': {
      ...java,
      params: [{}, { placementId: 'p' }],
      calls: [{ uri: `${base}/rtb/bid?s=p`, impIds: ['2'] }],
    },
  },
  responses: {
    'bids by `mtype`, with the duration of videos, and drops others silently': {
      bids: [{ mtype: 1, dur: 5 }, { mtype: 2, dur: 5 }, { mtype: 2 }, { mtype: 3 }, { mtype: 4 }, {}],
      types: ['banner', 'video', 'video', 'audio'],
      result: [
        { video: undefined },
        { video: { duration: 5, primary_category: '' } },
        { video: { duration: 0, primary_category: '' } },
        {},
      ],
      currency: '',
    },
    'bids by `ext` and imp, too, in the Java variant': {
      ...java,
      bids: [{ mtype: 4 }, type('video'), {}, { impid: '7' }],
      types: ['native', 'video', 'banner'],
      errors: [badServer('Unmatched impression id 7')],
    },
  },
});
