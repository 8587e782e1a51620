/** Exchanges with one call per imp. */

import admatic from '#src/bidders/adapters/admatic.ts';
import bidscube from '#src/bidders/adapters/bidscube.ts';
import decenterads from '#src/bidders/adapters/decenterads.ts';
import flatads from '#src/bidders/adapters/flatads.ts';
import kueezrtb from '#src/bidders/adapters/kueezrtb.ts';
import vidazoo from '#src/bidders/adapters/vidazoo.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { banner, device, HINT, unread } from '../kit/adapter-fixtures.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const ofDevice = { ...jsonAccept, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] };
const imps = [
  { id: '1', banner: {}, video: {}, native: {} },
  { id: '2', video: {}, native: {}, audio: {} },
  { id: '3', native: {} },
];
const ofImps = { imps, bids: ['1', '2', '3'].map((impid) => ({ impid })) };
const notPresent = (id: string) => badServer(`The impression with ID ${id} is not present into the request`);

const inOrder = {
  'bids for banner, video or native, by the imp, in dollars unless it names a currency': {
    ...ofImps,
    types: ['banner', 'video', 'native'],
    currency: 'USD',
  },
  'needs no seatbids': { body: {}, types: [] },
};

testAdapter(admatic, {
  requests: {
    'gets the params and the host in the URL': {
      builder: { endpoint: 'http://acme.example?host={{.Host}}' },
      params: [{ host: 'a b', networkId: 1 }, {}],
      request: { device },
      calls: [
        { uri: 'http://acme.example?host=a b', imps: [banner('1', { host: 'a b', networkId: 1 })], impIds: ['1'] },
        { uri: 'http://acme.example?host=', imps: [banner('2', {})] },
      ],
      headers: ofDevice,
    },
    'gets no imps that cannot be read': {
      imps: [...unread.imps, banner('3', { networkId: '1' })],
      errors: [
        badInput(`Failed to deserialize bidder impression extension: ${NOT_AN_OBJECT}`),
        badInput(`Failed to deserialize AdMatic extension: ${NOT_AN_OBJECT}`),
        badInput('Failed to deserialize AdMatic extension: cannot unmarshal networkId: unexpected character: "'),
      ],
    },
    'has the decoder’s messages in the Java variant': {
      ...java,
      ...unread,
      errors: [badInput(NOT_AN_OBJECT), badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    ...inOrder,
    'loses all bids to an unknown imp': { bids: [{}, { impid: '7' }], errors: [notPresent('7')] },
    'loses all bids to an imp of audio only': { imps: [{ id: '1', audio: {} }], bids: [{}], errors: [notPresent('1')] },
  },
});

testAdapter(flatads, {
  requests: {
    'gets publisher and token in the URL': {
      builder: { endpoint: 'http://acme.example?id={{.PublisherID}}&token={{.TokenID}}' },
      params: [{ publisherId: 'p', token: 't' }],
      request: { device },
      calls: [{ uri: 'http://acme.example?id=p&token=t' }],
      headers: ofDevice,
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: ['bidder impression', 'Flatads'].map((what) => badInput(`Failed to deserialize ${what} extension: ${NOT_AN_OBJECT}`)),
    },
    'has one message for both in the Java variant': {
      ...java,
      ...unread,
      errors: [1, 2].map(() => badInput(`Failed to deserialize Flatads extension: ${NOT_AN_OBJECT}`)),
    },
    'gets the address of version 4 first in the Java variant': {
      ...java,
      request: { device },
      calls: [{}],
      headers: { ...ofDevice, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
    },
  },
  responses: { ...inOrder, 'drops a bid for an unknown imp': { bids: [{}, { impid: '7' }], types: ['banner'], errors: [notPresent('7')] } },
});

for (const [definition, badExt, javaMessage] of [
  [bidscube, NOT_AN_OBJECT, 'Missing required bidder parameters'],
  [decenterads, `unable to parse bidder parameers: ${NOT_AN_OBJECT}`, 'bidder parameters required'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets the params as the ext of the imp': {
        params: [{ placementId: 1, more: 2 }, {}],
        calls: [{ imps: [{ id: '1', banner: {}, ext: { placementId: 1, more: 2 } }] }, { imps: [{ id: '2', banner: {}, ext: {} }] }],
        headers: jsonAccept,
      },
      'gets the params whatever else is in the ext': {
        imps: [{ id: '1', ext: { srv: 'x', bidder: 'y' } }],
        calls: [{ imps: [{ id: '1', ext: 'y' }] }],
      },
      'gets no imps without params': {
        imps: [
          { id: '1', banner: {}, ext: 'x' },
          { id: '2', banner: {}, ext: { Bidder: {} } },
        ],
        errors: [generic(badExt), generic('bidder parameters required')],
      },
      'gets no imps without params in the Java variant': {
        ...java,
        params: [{}, null],
        errors: [badInput(javaMessage), badInput(javaMessage)],
      },
    },
    responses: {
      'reads 400 as bad input': { status: 400, errors: [badInput('unexpected status code: 400')] },
      'needs a readable body': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
    },
  });
}

testAdapter(bidscube, {
  responses: {
    'bids for video or native by the type in `ext`, else for banner, in dollars': {
      bids: ['video', 'native', 'banner', 'audio', ''].map(type),
      types: ['video', 'native', 'banner', 'banner', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
    'drops bids without a type': {
      bids: [{}, { ext: { srv: { type: 7 } } }, { ext: { srv: { type: null } } }],
      types: [],
      errors: [
        generic('unable to read bid.ext.prebid.type: Key path not found'),
        generic('unable to read bid.ext.prebid.type: Value is not a string: 7'),
        generic('unable to read bid.ext.prebid.type: Value is null'),
      ],
    },
    'has a message of its own in the Java variant': {
      ...java,
      bids: [{}],
      types: [],
      errors: [badInput('Unable to read bid.ext.prebid.type')],
    },
  },
});

testAdapter(decenterads, {
  responses: {
    'bids by the imp, else for banner, in dollars': {
      imps: [...imps, { id: '4', audio: {} }],
      bids: ['1', '2', '3', '4', '7'].map((impid) => ({ impid })),
      types: ['banner', 'video', 'native', 'audio', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
  },
});

for (const [definition, shape, uri] of [
  [kueezrtb, 'ImpExtkueez', 'https://acme.example/+a%2Fb+'],
  [vidazoo, 'ImpExtVidazoo', 'https://acme.example/a%2Fb'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets the connection in the URL': {
        builder: { endpoint: 'https://acme.example/' },
        params: [{ cId: ' a/b ' }, {}],
        calls: [{ uri, imps: [banner('1', { cId: ' a/b ' })] }, { uri: 'https://acme.example/' }],
        headers: json,
      },
      'gets the connection trimmed in the Java variant': {
        ...java,
        builder: { endpoint: 'https://acme.example/{ConnectionId}' },
        params: [{ cId: ' a/b ' }],
        calls: [{ uri: 'https://acme.example/a%2Fb' }],
      },
      'gets no imps that cannot be read': {
        ...unread,
        errors: ['bidderExt', shape].map((what) => generic(`extract cId: unmarshal ${what}: ${NOT_AN_OBJECT}`)),
      },
      'has the decoder’s messages in the Java variant': {
        ...java,
        ...unread,
        errors: [badInput(NOT_AN_OBJECT), badInput(NOT_AN_OBJECT)],
      },
    },
    responses: {
      'bids for banner or video by `mtype`': {
        bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
        types: ['banner', 'video'],
        currency: 'USD',
        errors: [badInput('Could not define bid type for imp: 1')],
      },
      'reads 500 as bad input': { status: 500, errors: [badInput(`Unexpected status code: 500. ${HINT}`)] },
      'needs a readable body': { body: '"x"', errors: [badServer(`bad server response: &{%!d(string=${NOT_AN_OBJECT})}. `)] },
    },
  });
}

const noMtype = { ...java, bids: [{}], types: [] };

testAdapter(kueezrtb, {
  responses: {
    'drops bids without `mtype` in the Java variant': { ...noMtype, errors: [badServer('Could not define bid type for imp: 1')] },
  },
});

testAdapter(vidazoo, {
  responses: { 'drops bids without `mtype` in the Java variant': { ...noMtype, errors: [badServer('Missing MType for bid: b')] } },
});
