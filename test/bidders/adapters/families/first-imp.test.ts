/** Exchanges whose URL is made of one imp's params: what is common to some of them, then the rules of each. */
import aceex from '#src/bidders/adapters/aceex.ts';
import acuityads from '#src/bidders/adapters/acuityads.ts';
import adelement from '#src/bidders/adapters/adelement.ts';
import afront from '#src/bidders/adapters/afront.ts';
import blasto from '#src/bidders/adapters/blasto.ts';
import brave from '#src/bidders/adapters/brave.ts';
import escalax from '#src/bidders/adapters/escalax.ts';
import intenze from '#src/bidders/adapters/intenze.ts';
import motorik from '#src/bidders/adapters/motorik.ts';
import smartyads from '#src/bidders/adapters/smartyads.ts';
import smrtconnect from '#src/bidders/adapters/smrtconnect.ts';
import videoheroes from '#src/bidders/adapters/videoheroes.ts';
import type { BidderDefinition } from '#src/bidders/bidder.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../../kit/adapter-table.ts';

const HINT = 'Run with request.debug = 1 for more info';
const ACCOUNT_MANAGER = 'Something went wrong, please contact your Account Manager. Status Code:';
const device = { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', language: 'en', dnt: 0 };
const ofDevice = { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] };
const own = ({ info }: BidderDefinition) => ({ builder: { endpoint: info.endpoint ?? '' } });
const banner = (id: string, bidder?: unknown) => ({ id, banner: {}, ext: bidder === undefined ? undefined : { bidder } });
const unread = (...errors: ReturnType<typeof badInput>[]) => ({ params: ['x', {}], errors });
const twoSeats = { seatbid: [{ bid: [{ id: 'a', impid: '1', price: 1 }] }, { bid: [{ id: 'b', impid: '2', price: 1 }] }] };
const imps = [
  { id: '1', banner: {}, video: {}, native: {} },
  { id: '2', banner: {}, native: {} },
  { id: '3', banner: {} },
];
const ofImps = { imps, bids: ['1', '2', '3', '4'].map((impid) => ({ impid })) };
const PARAMS = { accountid: 'a b', accountId: 'a b', sourceid: 's', sourceId: 's', placementId: 'p', host: 'eu', supply_id: 'u' };
const params = [PARAMS, { more: 1 }];

for (const [definition, uri] of [
  [aceex, 'http://bl-us.aceex.io/?uqhash=a b'],
  [acuityads, 'http://eu.admanmedia.com/bid?token=a b'],
  [brave, 'http://point.braveglobal.tv/?t=3&partner=p'],
  [videoheroes, 'http://point.contextualadv.com/?t=3&partner=p'],
  [escalax, 'http://bidder_us.escalax.io/?partner=s&token=a b&type=pbs'],
  [intenze, 'http://lb-east.intenze.co/?pass=a b'],
  [motorik, 'http://lb-east.motorik.io/?k=a b&name=p'],
  [adelement, 'https://amp.adelement.com/openrtb2/auction?supply_id=u'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets one call with the first imp’s params in the URL, and without them in the body': {
        ...own(definition),
        params,
        calls: [{ uri, impIds: ['1', '2'], imps: [banner('1'), banner('2', { more: 1 })] }],
      },
    },
    responses: {
      'needs a readable body': { body: '"x"', errors: [badServer('Bad Server Response')] },
      'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    },
  });
}

for (const [definition, uri] of [
  [afront, 'https://snt1.afront.io/?rsd=s&sk=a b'],
  [blasto, 'http://t-us.blasto.ai/bid?rtb_seat_id=s&secret_key=a b'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets one call with the first imp’s params in the URL, and no params in the body': {
        ...own(definition),
        params,
        calls: [{ uri, imps: [banner('1'), banner('2')] }],
      },
    },
  });
}

for (const definition of [aceex, acuityads, afront, blasto, brave, videoheroes, adelement]) {
  testAdapter(definition, { requests: { 'needs the params of the first imp': unread(badInput('ext.bidder not provided')) } });
}

for (const definition of [aceex, acuityads, blasto, escalax, intenze, motorik]) {
  testAdapter(definition, {
    requests: {
      'gets what it needs of the device in headers': {
        builder: { endpoint: 'https://acme.example/bid' },
        params: [PARAMS],
        request: { device },
        calls: [{}],
        headers: ofDevice,
      },
    },
  });
}

for (const definition of [aceex, acuityads, afront, blasto, smartyads, brave, videoheroes]) {
  testAdapter(definition, {
    responses: {
      'bids for video, native or else banner, by the imp, in dollars': {
        ...ofImps,
        types: ['video', 'native', 'banner', 'banner'],
        cur: 'EUR',
        currency: 'USD',
      },
      'bids in the first seatbid only': { imps, body: twoSeats, types: ['video'] },
    },
  });
}

for (const definition of [aceex, acuityads]) {
  testAdapter(definition, {
    responses: {
      'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: [ 400 ]')] },
      'reads 503 as bad input': { status: 503, errors: [badInput(`${ACCOUNT_MANAGER} [ 503 ] `)] },
      'reads 500 as bad input': { status: 500, errors: [badInput(`Unexpected status code: [ 500 ]. ${HINT}`)] },
    },
  });
}

testAdapter(aceex, {
  requests: {
    'gets the params in the Java variant': {
      ...java,
      ...own(aceex),
      params,
      calls: [{ uri: 'http://bl-us.aceex.io/?uqhash=a%20b', imps: params.map((one, i) => banner(String(i + 1), one)) }],
    },
    'has a message of its own in the Java variant': { ...java, ...unread(badInput('Ext.bidder not provided')) },
  },
});

testAdapter(acuityads, {
  requests: {
    'needs a host': { ...own(acuityads), params: [{ host: 'a/b', accountid: 'x' }], errors: [badInput('Invalid Host')] },
    'needs a host in the Java variant': { ...java, params: [{ host: ' ', accountid: 'x' }], errors: [badInput('Missed host param')] },
    'needs an account in the Java variant': { ...java, params: [{ host: 'x' }], errors: [badInput('Missed accountId param')] },
  },
  responses: {
    'needs a bid in the first seatbid in the Java variant': {
      ...java,
      body: { seatbid: [{ bid: [] }] },
      errors: [badServer('Empty bids array')],
    },
    'has the decoder’s message in the Java variant': { ...java, body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});

testAdapter(afront, {
  requests: {
    'gets both addresses, that of version 4 first': {
      params: [PARAMS],
      request: { device },
      calls: [{}],
      headers: { ...ofDevice, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
    },
    'gets that of version 6 first in the Java variant': { ...java, request: { device }, calls: [{}], headers: ofDevice },
  },
  responses: {
    'reads 503 as a bad server response': { status: 503, errors: [badServer(`Unexpected status code: 503. ${HINT}`)] },
    'bids in all seatbids in the Java variant': { ...java, imps, body: twoSeats, types: ['video', 'native'] },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});

testAdapter(blasto, {
  responses: {
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: [ 400 ]')] },
    'reads 503 as a bad server response': { status: 503, errors: [badServer(`${ACCOUNT_MANAGER} [ 503 ] `)] },
    'needs a readable body in the Java variant': { ...java, body: '"x"', errors: [badServer('Bad server response.')] },
    'bids in dollars in the Java variant, too': { ...java, bids: [{}], types: ['banner'], cur: 'EUR', currency: 'USD' },
  },
});

testAdapter(smartyads, {
  requests: {
    'gets one call with the last imp’s params in the URL, and no params in the body': {
      ...own(smartyads),
      params: [{ host: 'x' }, PARAMS],
      request: { device },
      calls: [{ uri: 'http://eu.smartyads.com/bid?rtb_seat_id=s&secret_key=a b', imps: [banner('1'), banner('2')] }],
      headers: { ...ofDevice, 'Accept-Language': 'en', Dnt: '0' },
    },
    'gets nothing if one imp cannot be read': { params: [PARAMS, 'x', 'y'], errors: [badInput('ext.bidder not provided')] },
    'needs a host': { params: [{ host: 'a?b' }], errors: [badInput('Invalid Host')] },
    'needs an account in the Java variant': {
      ...java,
      params: [{ host: 'a?b' }],
      errors: [badInput('accountId is a required ext.bidder param')],
    },
  },
  responses: {
    'reads 204 as bad input': { status: 204, errors: [badInput('No bid response')] },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: [ 400 ]')] },
    'reads 302 as bad input': { status: 302, errors: [badInput(`${ACCOUNT_MANAGER} [ 302 ] `)] },
    'bids with 201': { status: 201, bids: [{}], types: ['banner'] },
    'does not bid with 204 in the Java variant': { ...java, status: 204 },
  },
});

for (const definition of [brave, videoheroes]) {
  testAdapter(definition, {
    requests: { 'gets the two usual headers': { request: { device }, calls: [{}], headers: jsonAccept } },
    responses: {
      'reads 204 as bad input': { status: 204, errors: [badInput('No bid')] },
      'reads 400 as bad input': { status: 400, errors: [badInput(`Unexpected status code: 400. ${HINT}`)] },
      'reads 503 as bad input': { status: 503, errors: [badInput('Service Unavailable. Status Code: [ 503 ] ')] },
      'reads 500 as a bad server response': { status: 500, errors: [badServer(`${ACCOUNT_MANAGER} [ 500 ] `)] },
      'does not bid with 204 in the Java variant': { ...java, status: 204 },
    },
  });
}

testAdapter(videoheroes, {
  requests: { 'has the decoder’s message in the Java variant': { ...java, ...unread(badInput(NOT_AN_OBJECT)) } },
  responses: {
    'bids for banner first, in all seatbids, in the Java variant': { ...java, imps, body: twoSeats, types: ['banner', 'banner'] },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});

testAdapter(escalax, {
  requests: { 'needs the params of the first imp': unread(badInput(`Error parsing bidderExt - ${NOT_AN_OBJECT}`)) },
  responses: {
    'bids by `mtype` in all seatbids, in dollars': {
      bids: [1, 2, 4].map((mtype) => ({ mtype })),
      types: ['banner', 'video', 'native'],
      cur: 'EUR',
      currency: 'USD',
    },
    'loses all bids to another `mtype`': { bids: [{ mtype: 1 }, {}], errors: [badInput('unsupported MType 0')] },
    'loses them to a bad server response in the Java variant': { ...java, bids: [{}], errors: [badServer('unsupported MType null')] },
    'reads 503 as a bad server response': { status: 503, errors: [badServer(`Unexpected status code: 503. ${HINT}`)] },
  },
});

testAdapter(intenze, {
  requests: { 'needs the params of the first imp': unread(badInput(NOT_AN_OBJECT)) },
  responses: {
    'bids by `mtype`': { bids: [{ mtype: 4 }], types: ['native'] },
    'loses all bids to another `mtype`': { bids: [{ mtype: 1 }, { mtype: 3 }], errors: [generic('unsupported MType 3')] },
    'has messages of its own in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      errors: [badServer('Unable to fetch mediaType 3 in multi-format: 1')],
    },
    'reads 503 as a bad server response': { status: 503, errors: [badServer('Something went wrong Status Code: [ 503 ] ')] },
    'reads 500 as a bad server response': { status: 500, errors: [badServer(`Unexpected status code: 500. ${HINT}`)] },
    'has no message of its own for 503 in the Java variant': {
      ...java,
      status: 503,
      errors: [badServer(`Unexpected status code: 503. ${HINT}`)],
    },
  },
});

testAdapter(motorik, {
  requests: {
    'needs the `ext` of the first imp': {
      imps: [{ id: '1', banner: {}, ext: 'x' }],
      errors: [badInput(`Error parsing motorikExt - ${NOT_AN_OBJECT}`)],
    },
    'needs the params of the first imp': unread(badInput(`Error parsing bidderExt - ${NOT_AN_OBJECT}`)),
    'has one message for both in the Java variant': { ...java, ...unread(badInput(`Error parsing motorikExt ${NOT_AN_OBJECT}`)) },
  },
  responses: {
    'bids for banner, video or native, by the imp': { imps, bids: [{}, { impid: '2' }], types: ['banner', 'banner'], currency: 'USD' },
    'loses all bids to an unknown imp': { bids: [{}, { impid: '7' }], errors: [badInput('Failed to find impression "7"')] },
    'loses them to a bad server response in the Java variant': {
      ...java,
      bids: [{ impid: '7' }],
      errors: [badServer(`Failed to find impression for ID: '7'`)],
    },
    'reads 503 as a bad server response': { status: 503, errors: [badServer('Something went wrong Status Code: [ 503 ] ')] },
    'does not bid without seatbids in the Java variant': { ...java, body: {} },
  },
});

for (const definition of [adelement, smrtconnect]) {
  const [host = ''] = (definition.info.endpoint ?? '').split('?');
  testAdapter(definition, {
    requests: {
      'gets the request unchanged in the Java variant': {
        ...java,
        ...own(definition),
        params,
        calls: [{ uri: `${host}?supply_id=u`, imps: params.map((one, i) => banner(String(i + 1), one)) }],
        headers: jsonAccept,
      },
      'has a message of its own in the Java variant': { ...java, ...unread(badInput('Ext.bidder not provided')) },
    },
    responses: {
      'bids for all types by `mtype`, in the currency of the response': {
        bids: [1, 2, 3, 4].map((mtype) => ({ mtype })),
        types: ['banner', 'video', 'audio', 'native'],
        currency: '',
      },
      'drops bids with another `mtype`': { bids: [{}], types: [], errors: [badInput('Could not define media type for impression: 1')] },
      'loses all bids to them in the Java variant': { ...java, bids: [{ mtype: 1 }, {}], errors: [badServer('Unsupported mType null')] },
      'does not bid without seatbids in the Java variant': { ...java, body: {} },
    },
  });
}

testAdapter(adelement, { requests: { 'gets no headers': { ...own(adelement), params, calls: [{}], headers: {} } } });

testAdapter(smrtconnect, {
  requests: {
    'gets one call per imp, without its params': {
      ...own(smrtconnect),
      params: [{ supply_id: 'u' }, { supply_id: 'v' }],
      calls: [
        { uri: 'https://amp.smrtconnect.com/openrtb2/auction?supply_id=u', imps: [banner('1')] },
        { uri: 'https://amp.smrtconnect.com/openrtb2/auction?supply_id=v', imps: [banner('2')] },
      ],
      headers: {},
    },
    'gets nothing if one imp cannot be read': { params: [{}, 'x', 'y'], errors: [badInput('ext.bidder not provided')] },
  },
});
