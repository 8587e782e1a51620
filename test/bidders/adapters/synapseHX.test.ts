import synapseHX from '#src/bidders/adapters/synapseHX.ts';
import { badInput, generic } from '#src/bidders/errors.ts';
import { jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

testAdapter(synapseHX, {
  requests: {
    'gets the tenant of the first imp in the URL': {
      builder: { endpoint: 'https://acme.example/bid?z=1' },
      params: [{ tenantId: 'a b' }, 1],
      calls: [{ uri: 'https://acme.example/bid?pid=a+b&z=1', impIds: ['1', '2'], headers: { ...jsonAccept, 'X-Openrtb-Version': '2.6' } }],
    },
    'gets an empty tenant, too': { calls: [{ uri: 'https://acme.example/bid?pid=' }] },
    'gets no request without imps': { params: [], errors: [generic('request contains no impressions')] },
    'gets nothing if the `ext` of the first imp cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [generic(`failed to unmarshal bidder ext: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if its params cannot be read': {
      params: ['x', {}],
      errors: [generic(`failed to unmarshal bidder parameters: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids by `mtype`, else by the type in `ext`, in dollars': {
      bids: [{ mtype: 1 }, { mtype: 2, ...type('banner') }, type('video')],
      types: ['banner', 'video', 'video'],
      cur: 'EUR',
      currency: 'USD',
    },
    'drops bids without a type': {
      bids: [{ mtype: 3, ...type('banner') }, type('audio'), type(), { ext: {} }, {}],
      types: [],
      errors: [
        generic('unsupported media type 3'),
        generic('unsupported media type "audio"'),
        generic('unsupported media type ""'),
        generic('failed to parse impression "1" mediatype'),
        generic('failed to parse impression "1" mediatype'),
      ],
    },
    'does not bid if its first seatbid has no bids': { body: { seatbid: [{ bid: [] }, { bid: [{ mtype: 1 }] }] } },
    'does not bid without seatbids': { body: {} },
    'says that its response cannot be read': { body: '"x"', errors: [badInput(`failed to unmarshal response body: ${NOT_AN_OBJECT}`)] },
  },
});
