/** Exchanges with one call per imp. */

import colossus from '#src/bidders/adapters/colossus.ts';
import deepintent from '#src/bidders/adapters/deepintent.ts';
import iqzone from '#src/bidders/adapters/iqzone.ts';
import kidoz from '#src/bidders/adapters/kidoz.ts';
import loopme from '#src/bidders/adapters/loopme.ts';
import metax from '#src/bidders/adapters/metax.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { HINT, mixed, mtypes, ofMixed, sizes, unread } from '../kit/adapter-fixtures.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const noType = 'Unable to fetch mediaType in multi-format: 1';

const tag = (TagID: unknown) => ({ id: '1', tagid: 'own', ext: { bidder: { TagID } } });

testAdapter(colossus, {
  requests: {
    'gets the tag, or keeps that of the imp': {
      imps: [tag('t'), { id: '2', tagid: 'own', ext: { bidder: { tagid: 'x' } } }],
      calls: [{ imps: [{ ...tag('t'), tagid: 't' }] }, { imps: [{ id: '2', tagid: 'own', ext: { bidder: { tagid: 'x' } } }] }],
    },
    'gets no imp whose tag is no string': {
      imps: [tag(7), tag(null)],
      errors: [generic('Value is not a string: 7'), generic('Value is null')],
    },
    'gets no tag but that of the params in the Java variant': {
      ...java,
      imps: [tag(7)],
      calls: [{ imps: [{ ...tag(7), tagid: undefined }] }],
    },
  },
  responses: {
    'bids by the type in `ext`, else by the imp, in dollars': {
      imps: mixed,
      bids: [{ ext: { mediaType: 'native' } }, { impid: '2', ext: { mediaType: 'audio' } }, { impid: '7' }],
      types: ['native', 'video'],
      errors: [badInput('Failed to find impression "7"')],
    },
    'knows audio in the Java variant': {
      ...java,
      bids: [{ ext: { mediaType: 'audio' } }, { impid: '7' }],
      types: ['audio'],
      errors: [badServer('Failed to find impression for ID: 7')],
    },
    'reads 400 as an error of the exchange': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}`)] },
  },
});

const unsized = {
  imps: [
    { id: '1', video: {}, ext: { bidder: {} } },
    { id: '2', banner: {}, ext: { bidder: {} } },
  ],
};

testAdapter(deepintent, {
  requests: {
    'gets the tag, its SDK and the first size': {
      imps: [
        { id: '1', banner: sizes, ext: { bidder: { tagId: 't' } } },
        { id: '2', banner: { ...sizes, w: 1 }, ext: { bidder: {} } },
      ],
      calls: [
        {
          imps: [
            {
              id: '1',
              banner: { ...sizes, w: 3, h: 4 },
              tagid: 't',
              displaymanager: 'di_prebid',
              displaymanagerver: '2.0.0',
              ext: { bidder: { tagId: 't' } },
            },
          ],
        },
        {
          imps: [
            {
              id: '2',
              banner: { ...sizes, w: 1 },
              tagid: '',
              displaymanager: 'di_prebid',
              displaymanagerver: '2.0.0',
              ext: { bidder: {} },
            },
          ],
        },
      ],
    },
    'gets no imp without a banner or a size': {
      ...unsized,
      errors: ['We need a Banner Object in the request', 'At least one size is required'].map(badInput),
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: [badInput(`Impression id=1 has an Error: ${NOT_AN_OBJECT}`), badInput('Impression id=2, has invalid Ext')],
    },
    'names the imp of a bad banner in the Java variant': {
      ...java,
      ...unsized,
      errors: ['We need a Banner Object in the request, imp : 1', 'At least one size is required, imp : 2'].map(badInput),
    },
  },
  responses: {
    'bids for banner, in dollars': {
      bids: [{}, { impid: '7' }],
      types: ['banner'],
      currency: 'USD',
      errors: [badInput('Failed to find impression 7 ')],
    },
    'loses all bids to an unknown imp in the Java variant': {
      ...java,
      bids: [{}, { impid: '7' }],
      errors: [badServer('Failed to find impression with id: 7')],
    },
  },
});

const bidderExt = (bidder: object) => [{ id: '1', banner: {}, ext: { bidder } }];

testAdapter(iqzone, {
  requests: {
    'gets its placement or endpoint with the type of publisher': {
      params: [{ placementId: 'p', endpointId: 'e' }],
      calls: [{ imps: bidderExt({ placementId: 'p', type: 'publisher' }) }],
    },
    'gets the endpoint without a placement': {
      params: [{ placementId: '', endpointId: 'e' }],
      calls: [{ imps: bidderExt({ endpointId: 'e', type: 'network' }) }],
    },
    'gets nothing if an imp cannot be read': { params: [{}, 'x'], errors: [badInput(NOT_AN_OBJECT)] },
  },
  responses: {
    'bids by `mtype`, in the currency of the response': { bids: [{ mtype: 4 }], cur: 'EUR', types: ['native'], currency: 'EUR' },
    'loses all bids to one of another type': { ...mtypes, errors: [generic(noType)] },
    'names the missing type in the Java variant': { ...java, bids: [{}], errors: [badServer('Missing MType for bid: b')] },
  },
});

const kidozParams = { access_token: 't', publisher_id: 'p' };
const kidozImp = (bidder?: unknown) => ({ id: '1', video: {}, ext: { bidder } });
const badKidoz = {
  imps: [
    { id: '1', native: {} },
    { id: '1', banner: { w: 1, h: 1 } },
    { id: '1', banner: { format: [] } },
    { id: '1', video: {} },
    kidozImp(),
    kidozImp('x'),
    kidozImp({ publisher_id: 'p' }),
    kidozImp({ access_token: 't' }),
  ],
};
const ofImps = ['impression extensions required', 'bidder required'];
const ofParams = ['Kidoz access_token required', 'Kidoz publisher_id required'];

testAdapter(kidoz, {
  requests: {
    'gets imps of banner or video unchanged': { imps: [kidozImp(kidozParams)], calls: [{ imps: [kidozImp(kidozParams)] }] },
    'gets no imp without sizes or params': {
      ...badKidoz,
      errors: [
        ...['Kidoz only supports banner or video ads', 'banner format required', 'banner format array is empty'].map(badInput),
        ...ofImps.map(generic),
        badInput(NOT_AN_OBJECT),
        ...ofParams.map(generic),
      ],
    },
    'has bad input only in the Java variant': {
      ...java,
      ...badKidoz,
      errors: [
        ...[
          'Kidoz only supports banner or video ads',
          'banner format required',
          'banner format required',
          ...ofImps,
          NOT_AN_OBJECT,
          ...ofParams,
        ],
      ].map(badInput),
    },
  },
  responses: {
    'bids by the imp, in dollars': {
      ...ofMixed,
      types: ['banner', 'video', 'native'],
      currency: 'USD',
      errors: [badServer("ignoring bid id=b, request doesn't contain any valid impression with id=7")],
    },
    'reads 503 as no bid': { status: 503 },
    'shows the body of 401': { status: 401, body: 'no', errors: [badInput('unexpected status code: 401 no')] },
    'has a message of its own for unknown imps in the Java variant': {
      ...java,
      bids: [{ impid: '7' }],
      types: [],
      errors: [badInput('Failed to find impression 7')],
    },
  },
});

testAdapter(loopme, {
  requests: {
    'gets one call per imp, whatever its params': { ...unread, calls: [{ imps: unread.imps.slice(0, 1) }, { imps: unread.imps.slice(1) }] },
    'gets one call in the Java variant': { ...java, ...unread, calls: 'unchanged' },
  },
  responses: {
    'bids by `mtype`': { ...mtypes, types: ['banner', 'video', 'audio', 'native'] },
    'has errors only if no bid is left': { bids: [{}], errors: [badServer('Unsupported MType 0')] },
    'does not bid without bids in the first seatbid': { body: { seatbid: [{ bid: [] }, { bid: [{ impid: '1', mtype: 1 }] }] } },
    'needs a readable body': { body: '"x"', errors: [generic(NOT_AN_OBJECT)] },
    'bids by the imp, else for banner, in the Java variant': { ...java, ...ofMixed, types: ['banner', 'video', 'native', 'banner'] },
  },
});

testAdapter(metax, {
  requests: {
    'gets publisher and ad unit in the URL, and both sizes of the first format': {
      builder: { endpoint: 'https://acme.example?{{.PublisherID}}&{{.AdUnit}}' },
      imps: [{ id: '1', banner: { ...sizes, w: 9 }, ext: { bidder: { publisherId: 1, adunit: 2 } } }],
      calls: [
        {
          uri: 'https://acme.example?1&2',
          imps: [{ id: '1', banner: { ...sizes, w: 3, h: 4 }, ext: { bidder: { publisherId: 1, adunit: 2 } } }],
        },
      ],
    },
    'gets no imps that cannot be read': { ...unread, errors: [badInput(NOT_AN_OBJECT), generic('Wrong MetaX bidder ext')] },
  },
  responses: {
    'bids by `mtype`, each with video data': {
      bids: [{ mtype: 1 }, { mtype: 2, cat: ['c', 'd'], dur: 5 }],
      types: ['banner', 'video'],
      result: [{ video: { primary_category: '', duration: 0 } }, { video: { primary_category: 'c', duration: 5 } }],
    },
    'loses all bids to one without a type': { bids: [{ mtype: 1 }, {}], errors: [badServer('Unsupported MType 0')] },
    'has no empty video data in the Java variant': { ...java, bids: [{ mtype: 2 }], result: [{ video: undefined }] },
    'names the missing type in the Java variant': { ...java, bids: [{}], errors: [badServer('Missing MType for bid: b')] },
  },
});
