/** Exchanges with one call per source of the imps. */
import datablocks from '#src/bidders/adapters/datablocks.ts';
import zeroclickfraud from '#src/bidders/adapters/zeroclickfraud.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../../kit/adapter-table.ts';

const imp = (id: string, bidder: unknown) => ({ id, banner: {}, ext: { bidder } });

for (const [definition, named] of [
  [datablocks, 'sourceId'],
  [zeroclickfraud, 'host or sourceId'],
] as const) {
  testAdapter(definition, {
    requests: {
      'gets nothing if the ext of one imp cannot be read': {
        imps: [{ id: '1', ext: 'x' }, imp('2', 'x')],
        errors: [badInput(`Missing bidder ext: ${NOT_AN_OBJECT}`)],
      },
      'gets nothing if the params of one imp cannot be read': {
        params: ['x', {}],
        errors: [badInput(`Cannot Resolve ${named}: ${NOT_AN_OBJECT}`)],
      },
      'gets nothing if one imp has no source': { params: [{ sourceId: 1, host: 'a' }, {}], errors: [badInput('Invalid/Missing SourceId')] },
      'has the decoder’s message in the Java variant': { ...java, params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    },
    responses: {
      'bids for video, native or else banner, by the imp': {
        imps: [
          { id: '1', banner: {}, video: {}, native: {} },
          { id: '2', banner: {}, native: {} },
        ],
        bids: [{}, { impid: '2' }, { impid: '7' }],
        types: ['video', 'native', 'banner'],
        currency: '',
      },
      'reads 500 as a bad server response': { status: 500, errors: [badServer('ERR, response with status 500')] },
    },
  });
}

testAdapter(datablocks, {
  requests: {
    'gets one call per source': {
      builder: { endpoint: 'http://acme.example?sid={{.SourceId}}' },
      params: [{ sourceId: 1 }, { sourceId: 2 }, { sourceId: 1 }],
      calls: [
        { uri: 'http://acme.example?sid=1', imps: [imp('1', { sourceId: 1 }), imp('3', { sourceId: 1 })] },
        { uri: 'http://acme.example?sid=2', impIds: ['2'] },
      ],
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    },
    'gets the charset in the Java variant': { ...java, params: [{ sourceId: 1 }], calls: [{}], headers: jsonAccept },
  },
  responses: { 'reads 400 as a bad server response': { status: 400, errors: [badServer('ERR, response with status 400')] } },
});

testAdapter(zeroclickfraud, {
  requests: {
    'gets one call per source and host': {
      builder: { endpoint: 'http://{{.Host}}?sid={{.SourceId}}' },
      params: [
        { sourceId: 1, host: 'a.example' },
        { sourceId: 1, host: 'b.example:8080' },
        { sourceId: 1, host: 'a.example' },
      ],
      calls: [
        { uri: 'http://a.example?sid=1', impIds: ['1', '3'] },
        { uri: 'http://b.example:8080?sid=1', impIds: ['2'] },
      ],
    },
    'gets nothing if one imp has no host': {
      params: [
        { sourceId: 1, host: 'a' },
        { sourceId: 1, host: 'a/b' },
      ],
      errors: [badInput('Invalid/Missing Host')],
    },
    'gets nothing if one host is blank in the Java variant': {
      ...java,
      params: [
        { sourceId: 1, host: 'a/b' },
        { sourceId: 1, host: ' ' },
      ],
      errors: [badInput('Invalid/Missing Host')],
    },
  },
  responses: { 'reads 400 as bad input': { status: 400, errors: [badInput('ERR, bad input 400')] } },
});
