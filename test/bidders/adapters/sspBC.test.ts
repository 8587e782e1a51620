import { describe, expect, it } from 'vitest';
import sspBC from '#src/bidders/adapters/sspBC.ts';
import { badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, testAdapter } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const bidRequest = requestOf({ id: '1', banner: {}, bidder: 'any' });
const uri = 'https://acme.example/bid?a=1&bdver=6.0';
const withQuery = { endpoint: 'https://acme.example/bid?a=1' };

testAdapter(sspBC, {
  requests: {
    'gets the request inside its own': {
      params: ['any'],
      builder: withQuery,
      headers: {},
      calls: [{ uri, impIds: ['1'], body: { bidRequest, requestInfo: { PbsEntryPoint: '' } } }],
    },
    'gets no more than the request, in the Java variant': {
      ...java,
      params: ['any'],
      builder: withQuery,
      headers: jsonAccept,
      calls: [{ uri, body: { bidRequest } }],
    },
  },
  responses: {
    'bids for the types it names': { bids: [1, 2, 3, 4].map((mtype) => ({ mtype })), types: ['banner', 'video', 'audio', 'native'] },
    'is rejected with one bid of no type': { bids: [{ mtype: 1 }, {}], errors: [badServer('unsupported MType: 0.')] },
    'is rejected with one bid of no type, in the Java variant': { ...java, bids: [{}], errors: [badServer('Bid mtype is required')] },
    'names an unknown type, in the Java variant': { ...java, bids: [{ mtype: 5 }], errors: [badServer('unsupported MType: 5.')] },
    'reports statuses as its own errors': { status: 400, errors: [badServer('unexpected status code: 400.')] },
  },
});

describe('the entry point sent to sspBC', () => {
  it.each([
    ['web', 'openrtb2-web'],
    ['app', 'openrtb2-app'],
    ['dooh', 'openrtb2-dooh'],
    ['amp', 'amp'],
    ['video', 'video'],
  ] as const)('of a request of type %s is %s', (requestType, PbsEntryPoint) => {
    const { calls } = sspBC.build(builder).makeRequests(bidRequest, { ...info, requestType });
    expect(calls[0]?.body).toEqual({ bidRequest, requestInfo: { PbsEntryPoint } });
  });
});
