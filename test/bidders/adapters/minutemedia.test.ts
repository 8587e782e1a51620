import minutemedia from '#src/bidders/adapters/minutemedia.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const uri = (org: string, base = 'https://acme.example/bid') => `${base}?publisher_id=${org}`;

testAdapter(minutemedia, {
  requests: {
    'gets the organisation of the first imp in the URL': {
      params: [{ org: ' a b/ ' }, 1],
      calls: [{ uri: uri('a+b%2F'), impIds: ['1', '2'], headers: json }],
    },
    'gets test requests elsewhere': { request: { test: 1 }, calls: [{ uri: uri('', 'https://pbs.minutemedia-prebid.com/pbs-test') }] },
    'gets no request without imps': { params: [], errors: [generic('failed to extract org: no imps in bid request')] },
    'gets nothing if the `ext` of the first imp cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [generic(`failed to extract org: failed to unmarshal bidderExt: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if its params cannot be read': {
      params: ['x', { org: 'o' }],
      errors: [generic(`failed to extract org: failed to unmarshal ImpExtMinuteMedia: ${NOT_AN_OBJECT}`)],
    },
    'gets test requests where a host of the Java variant wants them': {
      ...java,
      builder: { extraInfo: '{"test_endpoint":"https://test.example/{PublisherId}"}' },
      params: [{ org: 'a b' }],
      request: { test: 1 },
      calls: [{ uri: 'https://test.example/a%20b' }],
    },
    'gets them at its own test endpoint otherwise': {
      ...java,
      params: [{ org: 'o' }],
      request: { test: 1 },
      calls: [{ uri: uri('o', 'https://pbs.minutemedia-prebid.com/pbs-test') }],
    },
    'needs an organisation in the Java variant': {
      ...java,
      errors: [badInput('Failed to extract bidrequest.imp[0].ext.prebid.bidder.minutemedia.org parameter')],
    },
  },
  responses: {
    'bids by `mtype`, in the currency of the response': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
      types: ['banner', 'video'],
      currency: '',
      errors: [badServer('unsupported MType 4')],
    },
    'names the imp in the Java variant': {
      ...java,
      bids: [{ mtype: 4 }, {}],
      types: [],
      errors: [badServer('Unsupported bid mediaType: 4 for impression: 1'), badServer('Unsupported bid mediaType: null for impression: 1')],
    },
  },
});
