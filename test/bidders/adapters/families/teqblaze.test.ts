/** The exchanges of one platform: their common behaviour, then the rules of single ones. */
import { expect, it } from 'vitest';
import appush from '#src/bidders/adapters/appush.ts';
import axis from '#src/bidders/adapters/axis.ts';
import beyondmedia from '#src/bidders/adapters/beyondmedia.ts';
import boldwin from '#src/bidders/adapters/boldwin.ts';
import compass from '#src/bidders/adapters/compass.ts';
import emtv from '#src/bidders/adapters/emtv.ts';
import globalsun from '#src/bidders/adapters/globalsun.ts';
import kiviads from '#src/bidders/adapters/kiviads.ts';
import logan from '#src/bidders/adapters/logan.ts';
import visiblemeasures from '#src/bidders/adapters/visiblemeasures.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, testAdapter } from '../../kit/adapter-table.ts';

const PARAMS = [{ placementId: 'p', endpointId: 'e' }, { endpointId: 'e' }, {}];
const NOT_AN_OBJECT = 'expect { or n, but found 1';
const banner = (id: string, bidder: object) => ({ id, banner: {}, ext: { bidder } });
const publisher = banner('1', { type: 'publisher', placementId: 'p' });
const network = banner('2', { type: 'network', endpointId: 'e' });

for (const definition of [appush, compass, kiviads, visiblemeasures]) {
  testAdapter(definition, {
    requests: {
      'gets one call per imp, with its placement or else its endpoint': {
        params: PARAMS,
        calls: [
          { imps: [publisher], impIds: ['1'], uri: 'https://acme.example/bid' },
          { imps: [network] },
          { imps: [banner('3', { type: '' })] },
        ],
        headers: { 'Content-Type': 'application/json;charset=utf-8', Accept: 'application/json' },
      },
      'gets nothing if the params of one imp cannot be read': { params: [{ placementId: 'p' }, 1, 2], errors: [badInput(NOT_AN_OBJECT)] },
    },
    responses: {
      'bids for what the imp is, in the currency of the response': {
        imps: [
          { id: '1', banner: {}, video: {} },
          { id: '2', native: {}, video: {} },
          { id: '3', native: {} },
        ],
        bids: [{ impid: '1' }, { impid: '2' }, { impid: '3' }],
        types: ['banner', 'video', 'native'],
        currency: '',
      },
      'loses all bids if the imp of one is unknown': { bids: [{}, { impid: '7' }], errors: [badInput('Failed to find impression "7"')] },
      'loses all bids if the imp of one is audio only': {
        imps: [{ id: '1', audio: {} }],
        bids: [{}],
        errors: [badInput('Failed to find impression "1"')],
      },
      'reads 400 as a bad server response': {
        status: 400,
        errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info.')],
      },
    },
  });
}

const unknown = { ...java, bids: [{ impid: '7' }], call: { body: { imp: [{ id: '1', banner: {} }] } } };

testAdapter(appush, {
  requests: { 'gets an imp without ids without a type in the Java variant': { ...java, calls: [{ imps: [banner('1', {})] }] } },
  responses: {
    'bids only for the imp of its call in the Java variant': {
      ...unknown,
      imps: [{ id: '7', banner: {} }],
      errors: [badServer("Failed to find impression for ID: '7'")],
    },
  },
});

testAdapter(kiviads, {
  responses: { 'has a message of its own in the Java variant': { ...unknown, errors: [badServer("Failed to find impression '7'")] } },
});

testAdapter(visiblemeasures, {
  requests: {
    'gets an imp without ids with an empty type in the Java variant': { ...java, calls: [{ imps: [banner('1', { type: '' })] }] },
  },
  responses: { 'quotes the unknown imp in the Java variant': { ...unknown, errors: [badServer('Failed to find impression "7"')] } },
});

testAdapter(axis, {
  requests: {
    'gets integration and token without a type, and drops imps that cannot be read silently': {
      params: [{ integration: 'abcdef', token: '123456', more: 1 }, 1, { token: 't' }],
      calls: [{ imps: [banner('1', { integration: 'abcdef', token: '123456' })] }, { imps: [banner('3', { token: 't' })] }],
    },
    'gets the params as they came in the Java variant': {
      ...java,
      params: [{ token: 't', more: 1 }],
      calls: [{ imps: [banner('1', { token: 't', more: 1 })] }],
    },
  },
  responses: {
    'keeps the other bids in the Java variant': {
      ...unknown,
      bids: [{ impid: '7' }, {}],
      types: ['banner'],
      errors: [badServer('Failed to find impression "7"')],
    },
  },
});

testAdapter(beyondmedia, {
  requests: {
    'reads only the placement': { params: PARAMS.slice(0, 2), calls: [{ imps: [publisher] }, { imps: [banner('2', { type: '' })] }] },
  },
});

testAdapter(globalsun, {
  requests: {
    'reads only the placement, its name in this case': {
      params: [{ placementId: 'p' }, { placementId: '' }],
      calls: [{ imps: [publisher] }, { imps: [banner('2', { type: 'publisher' })] }],
    },
    'gets nothing without a placement': { params: [{ placementId: 'p' }, { placementid: 'p' }], errors: [generic('Key path not found')] },
    'gets nothing for null': { params: [{ placementId: null }], errors: [generic('Value is null')] },
    'gets nothing for a placement that is no string': { params: [{ placementId: 7 }], errors: [generic('Value is not a string: 7')] },
    'gets nothing for an `ext` that is no object': { imps: [{ id: '1', ext: 'text' }], errors: [generic('Key path not found')] },
  },
});

testAdapter(logan, {
  requests: {
    'is a publisher in any case, and imps that cannot be read are dropped silently': {
      params: [{ placementId: 'p' }, 1, {}],
      calls: [{ imps: [publisher] }, { imps: [banner('3', { type: 'publisher' })] }],
    },
  },
  responses: { 'has a message of its own in the Java variant': { ...unknown, errors: [badServer("Failed to find impression '7'")] } },
});

testAdapter(boldwin, {
  responses: {
    'bids by `mtype`': { bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }], types: ['banner', 'video', 'native'] },
    'loses all bids if one has another `mtype`': {
      bids: [{ mtype: 1 }, { mtype: 3 }],
      errors: [generic('Unable to fetch mediaType in multi-format: 1')],
    },
    'calls it a bad server response in the Java variant': {
      ...java,
      bids: [{}],
      errors: [badServer('Unable to fetch mediaType in multi-format: 1')],
    },
  },
});

it('beyondmedia has its old code too in the Java variant, with the same endpoint', () => {
  const { aliases, java: javaInfo, info } = beyondmedia;
  expect(Object.keys(aliases)).toEqual([]);
  expect(javaInfo?.aliases).toMatchObject({ andbeyondmedia: { aliasOf: 'beyondmedia', endpoint: info.endpoint } });
});

it('has another vendor id, or no sites, in the Java variant', () => {
  expect(axis.java?.info.gvlVendorId).toBe(1197);
  expect([compass, emtv].map(({ java: own }) => own?.info.capabilities.site)).toEqual([[], []]);
});
