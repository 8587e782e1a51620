/** Relatives of adf: a tag per imp, and a price type in the request. */
import { expect } from 'vitest';
import adf from '#src/bidders/adapters/adf.ts';
import dianomi from '#src/bidders/adapters/dianomi.ts';
import theadx from '#src/bidders/adapters/theadx.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../../kit/adapter-table.ts';

const BAD_IMP = { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] };
const byExt = { bids: [type('banner'), type('audio')], types: ['banner', 'audio'], currency: '' };
const untyped = { bids: [{}, { ext: {} }, type('popup')], types: [] };
const UNKNOWN = generic('invalid BidType: popup');
const notParsed = (id: string) => [1, 2].map(() => badServer(`Failed to parse impression ${id} mediatype`));

for (const [definition, name] of [
  [adf, 'mid'],
  [dianomi, 'smartadId'],
  [theadx, 'tagid'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets the tag of each imp as a string': {
        imps: [
          { id: '1', tagid: 'old', ext: { bidder: { [name]: 7 } } },
          { id: '2', ext: { bidder: { [name]: '8' } } },
          { id: '3', tagid: 'old', ext: { bidder: {} } },
        ],
        calls: [
          {
            imps: [
              { id: '1', tagid: '7', ext: { bidder: { [name]: 7 } } },
              { id: '2', tagid: '8', ext: { bidder: { [name]: '8' } } },
              { id: '3', ext: { bidder: {} } },
            ],
          },
        ],
      },
      'gets no imps that cannot be read, but a request': { ...BAD_IMP, calls: [{ imps: [], impIds: [] }] },
    },
    responses: {
      'bids by the type in `ext`, in the currency of the response': byExt,
      'drops bids without a known type': { ...untyped, errors: [...notParsed('"1"'), UNKNOWN] },
      'reads 500 as a bad server response': { status: 500, errors: [badServer('Unexpected status code: 500.')] },
    },
  });
}

for (const definition of [adf, dianomi]) {
  testAdapter(definition, {
    requests: {
      'gets the first price type beside our extension and the supply chain': {
        params: [{}, { priceType: 'net' }, { priceType: 'gross' }],
        request: { ext: { srv: { debug: true }, schain: { ver: '1.0' }, more: 1 } },
        calls: [{ body: expect.objectContaining({ ext: { srv: { debug: true }, schain: { ver: '1.0' }, pt: 'net' } }) }],
      },
      'gets no request without imps in the Java variant': { ...java, ...BAD_IMP },
    },
    responses: {
      'has a message of its own in the Java variant': { ...java, ...untyped, errors: [...notParsed('1'), UNKNOWN] },
      'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400. Bad request from publisher.')] },
    },
  });
}

testAdapter(dianomi, { requests: { 'gets the two usual headers': { calls: [{}], headers: jsonAccept } } });

testAdapter(theadx, {
  requests: {
    'gets the device in headers of its own': {
      request: { device: { ua: 'agent', ip: '1.2.3.4', ipv6: '::1' } },
      calls: [{}],
      headers: { ...openRtb25, 'X-Test': '1', 'X-Device-User-Agent': 'agent', 'X-Real-Ip': ['::1', '1.2.3.4'] },
    },
    'gets no imps whose ids are strings': {
      params: [
        { tagid: 1, wid: '2' },
        { tagid: 1, wid: 2, pid: 3, priceType: 'net' },
      ],
      calls: [{ impIds: ['2'] }],
      errors: [badInput('cannot unmarshal wid: unexpected character: "')],
    },
    'names imps that cannot be read in the Java variant': {
      ...java,
      params: ['x'],
      calls: [{ imps: [] }],
      errors: [badInput('Missing bidder ext in impression with id: 1')],
    },
  },
  responses: {
    'reads 400 as bad input': {
      status: 400,
      errors: [badInput('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    },
  },
});
