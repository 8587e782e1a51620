/** Exchanges that receive the request unchanged; most bid for one media type only. */

import automatad from '#src/bidders/adapters/automatad.ts';
import ccx from '#src/bidders/adapters/ccx.ts';
import cointraffic from '#src/bidders/adapters/cointraffic.ts';
import infytv from '#src/bidders/adapters/infytv.ts';
import kargo from '#src/bidders/adapters/kargo.ts';
import optidigital from '#src/bidders/adapters/optidigital.ts';
import proxistore from '#src/bidders/adapters/proxistore.ts';
import vox from '#src/bidders/adapters/vox.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { HINT } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, unread } from '../kit/adapter-table.ts';

const unchanged = { 'gets the request unchanged, without headers': { ...unread, headers: {} } };
const banners = { 'bids for banners, in the currency of the response': { bids: [{ mtype: 2 }], types: ['banner'], currency: '' } };

for (const definition of [automatad, ccx, infytv]) {
  testAdapter(definition, {
    requests: { ...unchanged, 'gets the two usual headers in the Java variant': { ...unread, ...java, headers: jsonAccept } },
    responses: {
      'bids for the type of the imp in the Java variant, or else for banner': {
        ...java,
        imps: [{ id: '1', video: {}, native: {} }],
        bids: [{ mtype: 1 }, { impid: '7' }],
        types: ['video', 'banner'],
        currency: 'USD',
      },
      'needs no seatbids in the Java variant': { ...java, body: {}, types: [] },
      'has the decoder’s message in the Java variant': { ...java, body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
    },
  });
}

testAdapter(automatad, {
  responses: {
    ...banners,
    'needs no seatbids': { body: { cur: 'EUR' }, types: [], currency: 'EUR' },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400. Malformed request syntax received.')] },
    'reads 500 as a bad server response': {
      status: 500,
      errors: [badServer(`Unexpected status code: 500. Something went wrong on the bidder's side.`)],
    },
  },
});

testAdapter(ccx, {
  responses: {
    ...banners,
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. Bad request from publisher. ${HINT}.`)] },
    'reads 500 as a bad server response': { status: 500, errors: [badServer(`Unexpected status code: 500. ${HINT}.`)] },
  },
});

testAdapter(cointraffic, {
  requests: { 'gets the request unchanged': { ...unread, headers: openRtb25 } },
  responses: {
    'bids for banners, in dollars unless it names a currency': { bids: [{ mtype: 2 }], types: ['banner'], currency: 'USD' },
    'does not bid without seatbids': { body: { seatbid: [] } },
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
  },
});

testAdapter(infytv, {
  responses: {
    'bids for video, in the currency of the response': { bids: [{ mtype: 1 }], types: ['video'], currency: '' },
    'does not bid with 503': { status: 503 },
    'quotes the body of 400': { status: 400, body: 'no %d', errors: [badInput('Bad Request. no %d')] },
    'reads 500 as a bad server response': {
      status: 500,
      errors: [badServer('Something went wrong, please contact your Account Manager. Status Code: [ 500 ] ')],
    },
    'needs a readable body': { body: '"x"', errors: [badServer(`Bad response, ${NOT_AN_OBJECT}`)] },
    'needs seatbids': { body: {}, errors: [badServer('Empty seatbid')] },
  },
});

testAdapter(kargo, {
  requests: unchanged,
  responses: {
    'bids for video or native by `ext.mediaType`, else for banner': {
      bids: [...['video', 'native', 'Video', 'audio', 7].map((mediaType) => ({ ext: { mediaType } })), {}],
      types: ['video', 'native', 'banner', 'banner', 'banner', 'banner'],
      currency: '',
    },
    'reads 400 as a bad server response': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}.`)] },
  },
});

testAdapter(optidigital, {
  requests: unchanged,
  responses: {
    ...banners,
    'needs a readable body': { body: '"x"', errors: [badServer('Bad Server Response')] },
    'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
  },
});

const everyMtype = {
  bids: [1, 2, 3, 4].map((mtype) => ({ mtype })),
  types: ['banner', 'video', 'audio', 'native'],
  currency: '',
};

testAdapter(proxistore, {
  requests: {
    'gets the request unchanged, from a server': {
      ...unread,
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Prebid-Source': 'server' },
    },
  },
  responses: {
    'bids for all types by `mtype`': everyMtype,
    'drops bids with another `mtype`': {
      bids: [{ mtype: 1 }, {}, { id: 'c', mtype: 5 }],
      types: ['banner'],
      errors: [badServer('unsupported MType 0 for bid b'), badServer('unsupported MType 5 for bid c')],
    },
  },
});

testAdapter(vox, {
  requests: unchanged,
  responses: {
    'bids for all types by `mtype`': everyMtype,
    'loses all bids if one has another `mtype`': {
      bids: [{ mtype: 1 }, {}],
      errors: [generic('Unable to fetch mediaType in multi-format: 1')],
    },
    'names a missing `mtype` in the Java variant': { ...java, bids: [{}], errors: [badServer('Missing MType for bid: b')] },
    'names another `mtype` in the Java variant': {
      ...java,
      bids: [{ mtype: 9 }],
      errors: [badServer('Unable to fetch mediaType 9 in multi-format: 1')],
    },
    'needs seatbids in the Java variant': { ...java, body: {}, errors: [badServer('Empty SeatBid array')] },
    'needs a readable body in the Java variant': { ...java, body: '"x"', errors: [badServer('Bad Server Response')] },
  },
});
