/** The exchanges of the platform that drop single imps, or that require ids. */
import copper6ssp from '#src/bidders/adapters/copper6ssp.ts';
import edge226 from '#src/bidders/adapters/edge226.ts';
import emtv from '#src/bidders/adapters/emtv.ts';
import loyal from '#src/bidders/adapters/loyal.ts';
import mgidX from '#src/bidders/adapters/mgidX.ts';
import oraki from '#src/bidders/adapters/oraki.ts';
import pgamssp from '#src/bidders/adapters/pgamssp.ts';
import playdigo from '#src/bidders/adapters/playdigo.ts';
import pubrise from '#src/bidders/adapters/pubrise.ts';
import qt from '#src/bidders/adapters/qt.ts';
import smoot from '#src/bidders/adapters/smoot.ts';
import teqblaze from '#src/bidders/adapters/teqblaze.ts';
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, type ResponseRow, testAdapter, type } from '../../kit/adapter-table.ts';

const NOT_AN_OBJECT = badInput('expect { or n, but found 1');
const NONE_LEFT = 'found no valid impressions';
const MIXED = [1, { placementId: 'p' }];
const imp = (id: string, bidder: object) => ({ id, banner: {}, ext: { bidder } });
const second = [{ imps: [imp('2', { type: 'publisher', placementId: 'p' })], impIds: ['2'] }];
const badStatus: ResponseRow = { status: 400, errors: [badInput('Unexpected status code: 400. Run with request.debug = 1 for more info')] };

for (const definition of [copper6ssp, oraki, qt] satisfies BidderDefinition[]) {
  const singleProcess = definition === copper6ssp ? [NOT_AN_OBJECT] : [];
  testAdapter(definition, {
    requests: {
      'leaves out errors of dropped imps beside a call': { params: MIXED, calls: second },
      'has no more to say if no imp is left': { params: [1], errors: singleProcess },
      'reports them in the Java variant': { ...java, params: MIXED, calls: second, errors: [NOT_AN_OBJECT] },
      'takes an id of blanks for none in the Java variant': { ...java, params: [{ placementId: ' ' }], calls: [{ imps: [imp('1', {})] }] },
    },
    responses: {
      'bids by `mtype`, in dollars if no currency is named': {
        bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
        types: ['banner', 'video', 'native'],
        currency: 'USD',
      },
      'loses all bids if one has another `mtype`': {
        bids: [{ mtype: 1 }, { mtype: 3 }],
        errors: [generic('could not define media type for impression: 1')],
      },
      'says what is missing in the Java variant': { ...java, bids: [{}], errors: [badServer('Missing MType for bid: b')] },
      'says what is wrong in the Java variant': {
        ...java,
        bids: [{ mtype: 3 }],
        errors: [badServer('Unable to fetch mediaType in multi-format: 1')],
      },
      'reads 400 as bad input': badStatus,
    },
  });
}

for (const definition of [loyal, playdigo, pubrise]) {
  testAdapter(definition, {
    requests: {
      'leaves out errors of dropped imps beside a call': { params: MIXED, calls: second },
      'reports them and more if no imp is left': { params: [1], errors: [NOT_AN_OBJECT, generic(NONE_LEFT)] },
      'reports only that none is left in the Java variant': { ...java, params: [1], errors: [badInput(NONE_LEFT)] },
    },
    responses: { 'reads 400 as bad input': badStatus },
  });
}

testAdapter(playdigo, {
  responses: {
    'bids for all types': { bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 3 }, { mtype: 4 }], types: ['banner', 'video', 'audio', 'native'] },
    'loses all bids without a type': { bids: [{ mtype: 1 }, {}], errors: [generic('could not define media type for impression: 1')] },
  },
});

testAdapter(pubrise, {
  responses: {
    'does not bid for audio': { bids: [{ mtype: 3 }], errors: [generic('could not define media type for impression: 1')] },
    'says so in the Java variant': { ...java, bids: [{ mtype: 3 }], errors: [badServer('Unable to fetch mediaType in multi-format: 1')] },
  },
});

testAdapter(loyal, {
  requests: {
    'names the params that cannot be read in the Java variant': {
      ...java,
      params: MIXED,
      calls: second,
      errors: [badInput(`Cannot deserialize ExtImpLoyal: ${NOT_AN_OBJECT.message}`)],
    },
  },
  responses: {
    'bids by the type in `ext`': {
      bids: [type('banner'), type('video'), type('native')],
      types: ['banner', 'video', 'native'],
      currency: 'USD',
    },
    'does not bid for audio': { bids: [type('audio')], errors: [generic('invalid BidType: audio')] },
    'needs our extension in `ext`': { bids: [{ ext: {} }], errors: [generic('imp 1 with unknown media type')] },
    'needs an `ext`': { bids: [{}], errors: [generic('unable to deserialize imp 1 bid.ext, error: expect { or n, but found \0')] },
    'does not bid for audio in the Java variant': {
      ...java,
      bids: [type('audio')],
      errors: [badServer("Unsupported BidType: audio for bid.id: 'b'")],
    },
    'needs a type in the Java variant': {
      ...java,
      bids: [type()],
      errors: [badServer("bid.ext.prebid.type is not present for bid.id: 'b'")],
    },
    'needs a known type in the Java variant': {
      ...java,
      bids: [type('popup')],
      errors: [badServer("Failed to parse bid.ext.prebid.type for bid.id: 'b'")],
    },
  },
});

for (const definition of [emtv, mgidX]) {
  testAdapter(definition, {
    requests: {
      'drops imps without ids silently': { params: [{}, { placementId: 'p' }], calls: second },
      'says so if no imp is left': { params: [{}], errors: [generic(NONE_LEFT)] },
      'gets nothing if the params of one imp cannot be read': { params: [{ placementId: 'p' }, 1], errors: [NOT_AN_OBJECT] },
      'gets imps without ids in the Java variant': { ...java, calls: [{ imps: [imp('1', {})] }] },
    },
    responses: { 'reads 400 as bad input': badStatus },
  });
}

testAdapter(mgidX, {
  responses: {
    'takes the type in `ext` as it is': { bids: [type('audio'), type(), type('popup')], types: ['audio', '', 'popup'], currency: '' },
    'needs an `ext`': { bids: [{}], errors: [generic('unable to deserialize imp 1 bid.ext')] },
    'needs our extension in `ext`': { bids: [{ ext: {} }], errors: [generic('imp 1 with unknown media type')] },
    'needs a known type in the Java variant': {
      ...java,
      bids: [type('popup')],
      errors: [badServer("Failed to parse bid.ext.prebid.type for bid.id: 'b'")],
    },
  },
});

for (const definition of [edge226, pgamssp]) {
  testAdapter(definition, {
    requests: {
      'gets nothing if the params of one imp cannot be read': { params: [{ placementId: 'p' }, 1], errors: [NOT_AN_OBJECT] },
      'gets its id in the Java variant': { ...java, params: [1], errors: [badInput('Invalid ext. Imp.Id: 1')] },
    },
    responses: {
      'bids for all types': {
        bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 3 }, { mtype: 4 }],
        types: ['banner', 'video', 'audio', 'native'],
        currency: '',
      },
      'loses all bids without a type': { bids: [{ mtype: 1 }, {}], errors: [generic('Unable to fetch mediaType in multi-format: 1')] },
      'says what is wrong in the Java variant': {
        ...java,
        bids: [{ mtype: 7 }],
        errors: [badServer('Unable to fetch mediaType 7 in multi-format: 1')],
      },
      'needs seatbids in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
      'needs JSON in the Java variant': { ...java, body: 'no', errors: [badServer('Bad Server Response')] },
      'reads 400 as bad input': badStatus,
    },
  });
}

const floored = (bidfloorcur: string) => ({ imps: [{ id: '1', bidfloor: 2, bidfloorcur, ext: { bidder: { placementId: 'p' } } }] });
const sentFloor = (bidfloor: number, bidfloorcur: string) => [
  { imps: [{ id: '1', bidfloor, bidfloorcur, ext: { bidder: { type: 'publisher', placementId: 'p' } } }] },
];
const NO_RATE = badInput("Currency conversion rate not found: 'GBP' => 'USD'");

testAdapter(pgamssp, {
  requests: {
    'gets floors in dollars': { ...floored('EUR'), calls: sentFloor(3, 'USD') },
    'gets a floor without a rate as it is': { ...floored('GBP'), calls: sentFloor(2, 'GBP') },
    'gets nothing without a rate in the Java variant': { ...floored('GBP'), ...java, errors: [NO_RATE] },
  },
});

for (const definition of [smoot, teqblaze]) {
  const prefix = definition === smoot ? 'Error parsing imp.ext' : 'Cannot deserialize ExtImpTeqblaze';
  testAdapter(definition, {
    requests: {
      'reports errors of dropped imps beside a call': { params: MIXED, calls: second, errors: [NOT_AN_OBJECT] },
      'names its params in the Java variant': { ...java, params: [1], errors: [badInput(`${prefix}: ${NOT_AN_OBJECT.message}`)] },
    },
    responses: { 'reads 400 as bad input': badStatus },
  });
}

testAdapter(smoot, {
  requests: { 'is a network without a placement, whatever its id': { calls: [{ imps: [imp('1', { type: 'network' })] }] } },
  responses: { 'does not bid for audio': { bids: [{ mtype: 3 }], errors: [generic('could not define media type for impression: 1')] } },
});

testAdapter(teqblaze, {
  requests: { 'gets an imp without ids with an empty type': { calls: [{ imps: [imp('1', { type: '' })] }] } },
  responses: {
    'does not bid for audio': { bids: [{ mtype: 3 }], errors: [generic('could not define media type for bid: 1')] },
    'bids for audio in the Java variant': { ...java, bids: [{ mtype: 3 }], types: ['audio'] },
  },
});
