/** Exchanges that receive the request unchanged and differ in headers, statuses and bid media types. */

import adrino from '#src/bidders/adapters/adrino.ts';
import adxcg from '#src/bidders/adapters/adxcg.ts';
import blue from '#src/bidders/adapters/blue.ts';
import coinzilla from '#src/bidders/adapters/coinzilla.ts';
import cwire from '#src/bidders/adapters/cwire.ts';
import ezoic from '#src/bidders/adapters/ezoic.ts';
import feedad from '#src/bidders/adapters/feedad.ts';
import jixie from '#src/bidders/adapters/jixie.ts';
import revcontent from '#src/bidders/adapters/revcontent.ts';
import smartx from '#src/bidders/adapters/smartx.ts';
import vrtcal from '#src/bidders/adapters/vrtcal.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { device } from '../kit/adapter-fixtures.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, unread } from '../kit/adapter-table.ts';

for (const definition of [adrino, blue, cwire]) {
  testAdapter(definition, {
    requests: { 'gets the two usual headers in the Java variant': { ...unread, ...java, headers: jsonAccept } },
    responses: {
      'bids as a partner without code in the Java variant': {
        ...java,
        imps: [{ id: '1', video: {} }],
        bids: [{}, { mtype: 3 }, { impid: '7' }],
        types: ['video', 'audio'],
        currency: 'USD',
        errors: [badServer('could not define media type for impression: 7')],
      },
      'has the decoder’s message in the Java variant': { ...java, body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
    },
  });
}

testAdapter(adrino, {
  requests: { 'gets the request unchanged': { ...unread, headers: json } },
  responses: { 'bids for native, in the currency of the response': { bids: [{ mtype: 1 }], types: ['native'], currency: '' } },
});

testAdapter(blue, {
  requests: { 'gets the request unchanged': { ...unread, headers: json } },
  responses: {
    'bids for banners, in the currency of the response': { bids: [{ mtype: 2 }], types: ['banner'], currency: '' },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400.')] },
    'reads 500 as a bad server response': { status: 500, errors: [badServer('Unexpected status code: 500.')] },
  },
});

testAdapter(cwire, {
  requests: { 'gets the request unchanged': { ...unread, headers: jsonAccept } },
  responses: {
    'bids by `mtype`, in the currency of the response': { bids: [{ mtype: 1 }, { mtype: 2 }], types: ['banner', 'video'], currency: '' },
    'loses all bids if one has another `mtype`': {
      bids: [{ mtype: 1 }, { mtype: 4 }],
      errors: [generic('could not define media type for C Wire impression: 1')],
    },
    'has no class for a bad status': {
      status: 400,
      errors: [generic('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    },
    'says that its response cannot be read': { body: '"x"', errors: [badServer(`Error while decoding response, err: ${NOT_AN_OBJECT}`)] },
  },
});

testAdapter(adxcg, {
  requests: { 'gets the request unchanged': { ...unread, headers: json } },
  responses: {
    'bids by `mtype` and drops others silently': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 3 }, { mtype: 4 }, { mtype: 5 }, {}],
      types: ['banner', 'video', 'audio', 'native'],
      currency: '',
    },
    'reports them in the Java variant': {
      ...java,
      bids: [{}, { mtype: 5 }],
      types: [],
      errors: [badInput('Missing MType for bid: b'), badInput('Unable to fetch mediaType 5 in multi-format: 1')],
    },
  },
});

testAdapter(coinzilla, {
  requests: {
    'gets the request unchanged': { ...unread, headers: openRtb25 },
    'gets no request without imps': { params: [], errors: [badInput('No impression in the bid request')] },
  },
  responses: {
    'bids for banners, in the currency of the response': { bids: [{ mtype: 2 }], types: ['banner'], currency: '' },
    'reads 400 as a bad server response': { status: 400, errors: [badServer('Unexpected code: 400. Run with request.debug = 1')] },
    'does not bid without seatbids': { body: {} },
    'has a result without bids in the Java variant': { ...java, body: {}, types: [] },
  },
});

testAdapter(ezoic, {
  requests: { 'gets the request unchanged': { ...unread, headers: jsonAccept } },
  responses: {
    'bids by `mtype`, in dollars if no currency is named': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }, { mtype: 3 }],
      types: ['banner', 'video', 'native'],
      currency: 'USD',
      errors: [badServer('unsupported mtype 3 for bid b')],
    },
  },
});

testAdapter(feedad, {
  requests: {
    'gets both addresses of the device, a line each': {
      ...unread,
      request: { device },
      headers: { ...openRtb25, 'X-Fa-Pbs-Adapter-Version': '1.0.0', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
    },
    'gets no empty address': { ...unread, headers: { ...openRtb25, 'X-Fa-Pbs-Adapter-Version': '1.0.0' } },
  },
  responses: { 'bids for banners, in the currency of the response': { bids: [{ mtype: 2 }], types: ['banner'], currency: '' } },
});

testAdapter(jixie, {
  requests: {
    'gets device and page as headers': {
      ...unread,
      request: { device, site: { page: 'https://page.example' } },
      headers: { ...jsonAccept, 'User-Agent': 'agent', 'X-Forwarded-For': '1.2.3.4', Referer: 'https://page.example' },
    },
  },
  responses: {
    'bids for video by markup, and its ids are those of the imps': {
      bids: [{ id: '1', impid: 'x', adm: ' <VAST' }, { adm: '<?XML' }, { adm: '<div>' }, {}],
      types: ['video', 'video', 'banner', 'banner'],
      result: [{ bid: { id: '1', impid: '1' } }, { bid: { impid: 'b' } }, {}, {}],
      currency: 'USD',
    },
    'minds the case of markup and keeps ids of imps in the Java variant': {
      ...java,
      bids: [{ impid: 'x', adm: '<VAST' }, { adm: '<vast' }],
      types: ['banner', 'video'],
      result: [{ bid: { impid: 'x' } }, {}],
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400. Run with request.debug = 1 for more info')] },
    'has another message for other statuses': {
      status: 500,
      errors: [badServer('Invalid Status Returned: 500. Run with request.debug = 1 for more info')],
    },
    'says that its response cannot be read': {
      body: '"x"',
      errors: [badServer(`Unable to unpackage bid response. Error: ${NOT_AN_OBJECT}`)],
    },
  },
});

const UNNAMED = 'Impression is missing app name or site domain, and must contain one.';

testAdapter(revcontent, {
  requests: {
    'gets the request of a named app unchanged': { ...unread, request: { app: { name: 'app' } }, headers: json },
    'gets the request of a site with a domain unchanged': { ...unread, request: { site: { domain: 'site.example' } }, headers: json },
    'gets no request of an unnamed site': { request: { site: { domain: '' } }, errors: [badInput(UNNAMED)] },
  },
  responses: {
    'bids for banners if the markup is HTML, else for native, in dollars': {
      bids: [{ adm: '<a>' }, { adm: ' <a>' }, {}],
      types: ['banner', 'native', 'native'],
      cur: 'EUR',
      currency: 'USD',
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('unexpected status code: 400.')] },
  },
});

testAdapter(smartx, {
  requests: {
    'gets the device as headers': {
      ...unread,
      request: { device },
      headers: {
        ...json,
        'X-Openrtb-Version': '2.5',
        Forwarded: 'for=1.2.3.4',
        'User-Agent': 'agent',
        'X-Forwarded-For': '1.2.3.4',
      },
    },
    'gets no empty header': { ...unread, headers: { ...json, 'X-Openrtb-Version': '2.5' } },
    'gets both addresses, a line each, in the Java variant': {
      ...unread,
      ...java,
      request: { device },
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
    },
  },
  responses: {
    'bids for video, in dollars if no currency is named': { bids: [{ mtype: 1 }], types: ['video'], currency: 'USD' },
    'needs seatbids': { body: {}, errors: [generic('no bidders found in JSON response')] },
  },
});

testAdapter(vrtcal, {
  requests: { 'gets the request unchanged': { ...unread, headers: json } },
  responses: {
    'bids by `mtype`, in dollars': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }, { mtype: 3 }],
      types: ['banner', 'video', 'native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Unsupported return type')],
    },
    'says what is wrong in the Java variant': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});
