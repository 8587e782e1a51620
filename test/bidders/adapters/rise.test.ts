import rise from '#src/bidders/adapters/rise.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const uri = (org: string) => `https://acme.example/bid?publisher_id=${org}`;

testAdapter(rise, {
  requests: {
    'gets the first organisation in the URL, and reads no imp after it': {
      params: [{}, { org: ' a b ', publisher_id: 'p' }, 'x'],
      calls: [{ uri: uri('a b'), impIds: ['1', '2', '3'], headers: json }],
    },
    'gets the publisher if there is no organisation': { params: [{ org: '', publisher_id: 'p' }], calls: [{ uri: uri('p') }] },
    'needs an imp': { params: [], errors: [generic('extractOrg: no org or publisher_id supplied')] },
    'needs one of them': { errors: [generic('extractOrg: no org or publisher_id supplied')] },
    'gets nothing if params cannot be read': {
      params: ['x', { org: 'o' }],
      errors: [generic(`extractOrg: unmarshal ImpExtRise: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if an `ext` cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [generic(`extractOrg: unmarshal bidderExt: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if a part of an `ext` is malformed': {
      imps: [{ id: '1', ext: { srv: 1, bidder: { org: 'o' } } }],
      errors: [generic('extractOrg: unmarshal bidderExt: cannot unmarshal srv: expect { or n, but found 1')],
    },
    'gets the value escaped in the Java variant': { ...java, params: [{ org: ' ', publisher_id: 'a b' }], calls: [{ uri: uri('a+b') }] },
    'needs one of them in the Java variant': { ...java, params: [{ org: ' ' }], errors: [badInput('No org or publisher_id supplied')] },
  },
  responses: {
    'bids by `mtype`, in the currency of the response': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }, { mtype: 3 }],
      types: ['banner', 'video', 'native'],
      currency: '',
      errors: [generic('unsupported MType 3')],
    },
    'names the bid in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }, {}],
      types: [],
      errors: [badServer('Unsupported MType: 3, for bid: b'), badServer('Missing MType for bid: b')],
    },
  },
});
