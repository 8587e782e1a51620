import openweb from '#src/bidders/adapters/openweb.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const uri = (org: string) => `https://acme.example/bid?publisher_id=${org}`;
const placementId = 'p';

testAdapter(openweb, {
  requests: {
    'gets the first organisation in the URL, and reads no imp after it': {
      params: [{ placementId }, { placementId, org: ' a b ', aid: 5 }, 'x'],
      calls: [{ uri: uri('a b'), impIds: ['1', '2', '3'], headers: json }],
    },
    'gets the account if there is no organisation': { params: [{ placementId, aid: 5 }], calls: [{ uri: uri('5') }] },
    'needs a placement up to there': { params: [{ org: 'o' }], errors: [generic('checkExtAndExtractOrg: no placement id supplied')] },
    'needs an imp': { params: [], errors: [generic('checkExtAndExtractOrg: no org or aid supplied')] },
    'needs an organisation or account': { params: [{ placementId }], errors: [generic('checkExtAndExtractOrg: no org or aid supplied')] },
    'gets nothing if params cannot be read': {
      params: ['x'],
      errors: [generic(`checkExtAndExtractOrg: unmarshal ExtImpOpenWeb: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if an `ext` cannot be read': {
      imps: [{ id: '1', ext: 'x' }],
      errors: [generic(`checkExtAndExtractOrg: unmarshal bidderExt: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing if a part of an `ext` is malformed': {
      imps: [{ id: '1', ext: { srv: 1, bidder: { placementId, org: 'o' } } }],
      errors: [generic('checkExtAndExtractOrg: unmarshal bidderExt: cannot unmarshal srv: expect { or n, but found 1')],
    },
    'gets the value escaped in the Java variant': { ...java, params: [{ placementId, org: 'a b' }], calls: [{ uri: uri('a+b') }] },
    'takes blanks for nothing in the Java variant': {
      ...java,
      params: [{ placementId: ' ', org: 'o' }],
      errors: [badInput('checkExtAndExtractOrg: no placement id supplied')],
    },
  },
  responses: {
    'bids by `mtype`, in dollars if no currency is named': {
      bids: [{ mtype: 1 }, { mtype: 2 }, {}],
      types: ['banner', 'video'],
      currency: 'USD',
      errors: [badServer('unsupported MType 0')],
    },
  },
});
