/** Bodies, queries and headers of the other endpoints. */
import { consentedProviders } from '#src/auction/endpoints/amp/additional-consent.ts';
import { parseMultisize } from '#src/auction/endpoints/amp/sizes.ts';
import { parseTopics } from '#src/auction/validate/browsing-topics.ts';
import { readEvent, readJavaEvent } from '#src/events/parameters.ts';
import { readJavaPuts, readPuts } from '#src/events/puts.ts';
import { expectedTmax } from '#src/http/tmax.ts';
import { readTraceParent } from '#src/tracing/traceparent.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { type Decoder, decoder, isBounded } from '../decoder.ts';
import * as seeds from '../seeds.ts';
import { cached } from '../subjects.ts';

const VARIANTS = ['go', 'java'] as const;

const _headers = { 'user-agent': 'agent', referer: 'https://publisher.example/' };

export const ENDPOINTS: readonly Decoder[] = [
  decoder({
    name: 'cache',
    format: 'json',
    decode: cached,
    laws: {
      'the status is 200 or 400': ({ status }) => status === 200 || status === 400,
      'every stored value is found': ({ fetched }) => fetched.every((status) => status === 200 || status === 0),
    },
    seeds: [
      JSON.stringify({
        puts: [
          { type: 'xml', value: '<VAST/>', ttlseconds: 60, key: 'k' },
          { type: 'json', value: { a: 1 } },
        ],
      }),
      '{"puts":[]}',
    ],
  }),
  decoder({
    name: 'vtrack',
    format: 'json',
    decode: (body) => [readPuts(body), readJavaPuts(body)],
    laws: {
      'every put has its bid and bidder': (reads) =>
        reads.every((read) => 'error' in read || read.value.every(({ bidId, bidder }) => bidId !== '' && bidder !== '')),
    },
    seeds: [
      JSON.stringify({
        puts: [{ type: 'xml', value: seeds.VAST[2], ttlseconds: '60', key: 'k', bidid: 'b', bidder: 'alpha', timestamp: 1 }],
      }),
    ],
  }),
  decoder({
    name: 'event',
    format: 'text',
    decode: (query) => [
      readEvent(new URLSearchParams(query), (bidder) => bidder),
      readJavaEvent(new URLSearchParams(query), (bidder) => bidder),
    ],
    laws: {
      'a call has a bid': (reads) => reads.every((read) => 'errors' in read || read.bidId !== ''),
      'it grows by a constant factor': isBounded(8, 2000),
    },
    seeds: ['t=win&b=bid&a=account&bidder=alpha&ts=1000&f=i&x=1&int=web&aid=1', 't=vast&vtype=start&b=b&a=a', 't=imp&b=b&f=b&x=0&ts=-1'],
    tokens: ['t=', 'vtype=', 'b=', 'a=', 'ts=', 'int=', '&', 'firstQuartile', 'win', 'imp', 'vast'],
  }),
  decoder({
    name: 'headers',
    format: 'text',
    decode: (text) => ({
      topics: VARIANTS.map((variant) => parseTopics(text, dialects[variant].topics)),
      trace: readTraceParent(text),
      tmax: expectedTmax(Buffer.from(text), { default: 0, max: 5000 }),
      sizes: parseMultisize(text),
      providers: consentedProviders(text),
    }),
    laws: {
      'at most ten topics are read': ({ topics }) => topics.every((read) => read.topics.length <= 10),
      'the tmax is within the limits': ({ tmax }) => tmax > 0 && tmax <= 5000,
      'it grows by a constant factor': isBounded(100, 2000),
    },
    seeds: [
      '(1 2);v=chrome.1:1:2, ();p=P00000000000',
      '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      '{"tmax": 300}',
      '300x250, 1x1',
      '1~1.35.41.101',
      '2~1.35~dv.9.21',
    ],
  }),
];
