/** Exchanges with one call per imp, to a URL with the publisher and the environment: their common behaviour, then the rules of each. */
import bematterfull from '#src/bidders/adapters/bematterfull.ts';
import bwx from '#src/bidders/adapters/bwx.ts';
import driftpixel from '#src/bidders/adapters/driftpixel.ts';
import iqx from '#src/bidders/adapters/iqx.ts';
import lmKiviads from '#src/bidders/adapters/lm_kiviads.ts';
import xeworks from '#src/bidders/adapters/xeworks.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../../kit/adapter-table.ts';

const builder = { endpoint: 'http://acme.example/?pid={{.SourceId}}&host={{.Host}}' };
const banner = (id: string, bidder: unknown) => ({ id, banner: {}, ext: { bidder } });
const twoImps = { builder, params: [{ pid: 'p/1', env: 'e' }, { pid: 'q' }] };
const badImps = { builder, imps: [{ id: '1', banner: {} }, banner('2', 'x'), banner('3', {})] };
const lastImp = { uri: 'http://acme.example/?pid=&host=', impIds: ['3'] };
const NO_EXT = 'expect { or n, but found \0';

for (const [definition, name] of [
  [bematterfull, 'Bematterfull'],
  [bwx, 'BoldwinX'],
  [driftpixel, 'DriftPixel'],
  [iqx, 'IQZonex'],
  [lmKiviads, 'LmKiviads'],
  [xeworks, 'Xeworks'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets one call per imp, with values in the URL as they are': {
        ...twoImps,
        calls: [
          { uri: 'http://acme.example/?pid=p/1&host=e', impIds: ['1'], imps: [banner('1', { pid: 'p/1', env: 'e' })] },
          { uri: 'http://acme.example/?pid=q&host=', impIds: ['2'], imps: [banner('2', { pid: 'q' })] },
        ],
        headers: jsonAccept,
      },
      'gets no imps that cannot be read': {
        ...badImps,
        calls: [lastImp],
        errors: [
          badInput(`Failed to deserialize bidder impression extension: ${NO_EXT}`),
          badInput(`Failed to deserialize ${name} extension: ${NOT_AN_OBJECT}`),
        ],
      },
    },
    responses: { 'needs seatbids': { body: {}, errors: [badServer('Array SeatBid cannot be empty')] } },
  });
}

const EXPECTED = `.Ext.Prebid.Type expects one of the following values: 'banner', 'native', 'video', 'audio', got`;

for (const [definition, name] of [
  [bematterfull, 'Bematterfull'],
  [lmKiviads, 'LmKiviads'],
  [xeworks, 'Xeworks'],
] as const) {
  testAdapter(definition, {
    responses: {
      'bids by the type in `ext`, in dollars': {
        bids: ['banner', 'video', 'native', 'audio'].map(type),
        types: ['banner', 'video', 'native', 'audio'],
        cur: 'EUR',
        currency: 'USD',
      },
      'drops bids without a type, named by their position': {
        bids: [{}, type('popup'), { ext: {} }],
        types: [],
        errors: [
          badServer(`Failed to parse Bid[0].Ext: ${NO_EXT}`),
          badServer(`Bid[1]${EXPECTED} 'popup'`),
          badServer(`Bid[2]${EXPECTED} ''`),
        ],
      },
      'is unavailable with 503': {
        status: 503,
        errors: [badInput(`Bidder ${name} is unavailable. Please contact the bidder support.`)],
      },
    },
  });
}

const byMtype = { bids: [1, 2, 4].map((mtype) => ({ mtype })), types: ['banner', 'video', 'native'], cur: 'EUR', currency: 'USD' };

for (const definition of [bwx, driftpixel]) {
  testAdapter(definition, {
    responses: {
      'bids by `mtype`, in dollars': byMtype,
      'drops bids with another `mtype`': {
        bids: [{}, { mtype: 3 }],
        types: [],
        errors: [0, 3].map((mtype) => generic(`failed to parse bid mtype (${mtype}) for impression id "1"`)),
      },
      'reads 503 as a bad server response': {
        status: 503,
        errors: [badServer('Unexpected status code: 503. Run with request.debug = 1 for more info')],
      },
    },
  });
}

testAdapter(iqx, {
  responses: {
    'bids by `mtype`, in dollars': byMtype,
    'drops bids with another `mtype`': { bids: [{}], types: [], errors: [generic('failed to parse bid mtype for impression id "1"')] },
    'drops them as bad server responses in the Java variant': {
      ...java,
      bids: [{}],
      types: [],
      errors: [badServer('failed to parse bid mtype for impression id "1"')],
    },
  },
});

for (const definition of [bematterfull, bwx]) {
  testAdapter(definition, {
    requests: {
      'gets all imps in each call of the Java variant, and values percent-encoded': {
        ...java,
        ...twoImps,
        calls: ['p%2F1&host=e', 'q&host='].map((values) => ({
          uri: `http://acme.example/?pid=${values}`,
          impIds: ['1', '2'],
          imps: [banner('1', { pid: 'p/1', env: 'e' }), banner('2', { pid: 'q' })],
        })),
      },
    },
  });
}

testAdapter(bematterfull, {
  responses: {
    'drops bids without a type silently in the Java variant': { ...java, bids: [{}, type('video'), type('x')], types: ['video'] },
    'needs seatbids in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
  },
});

const missingExt = ['1', '2'].map((id) => badInput(`Missing bidder ext in impression with id: ${id}`));

testAdapter(bwx, {
  responses: {
    'loses all bids to one without `mtype` in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}],
      errors: [badServer('Missing MType for bid: b')],
    },
    'loses all bids to another `mtype` in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      errors: [badServer('Failed to parse bid mtype: 3 for impression id 1')],
    },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});

testAdapter(driftpixel, {
  requests: {
    'has the decoder’s messages in the Java variant': {
      ...java,
      ...badImps,
      calls: [lastImp],
      errors: [badInput(NO_EXT), badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'drops a bid without `mtype` in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}],
      types: ['banner'],
      errors: [badServer('Missing MType for bid: b')],
    },
  },
});

const untyped = { ...java, bids: [{}, type('popup')], types: [] };

testAdapter(lmKiviads, {
  requests: { 'names imps that cannot be read in the Java variant': { ...java, ...badImps, calls: [lastImp], errors: missingExt } },
  responses: {
    'drops bids without a type in the Java variant': {
      ...untyped,
      errors: [
        badServer(`Path to bid.ext.prebid.type doesn't specified`),
        badServer(`Type expects one of the following values: 'banner', 'native', 'video', 'audio' but got popup`),
      ],
    },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});

testAdapter(xeworks, {
  requests: {
    'names imps that cannot be read in the Java variant': {
      ...java,
      ...badImps,
      calls: [lastImp],
      errors: ['1', '2'].map((id) => badInput(`Failed to deserialize Xeworks extension in impression with id: ${id}`)),
    },
  },
  responses: {
    'drops bids without a type in the Java variant': {
      ...untyped,
      errors: Array.from({ length: 2 }, () => badServer(`Failed to parse bid.ext.prebid.type for bid.id: 'b'`)),
    },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});
