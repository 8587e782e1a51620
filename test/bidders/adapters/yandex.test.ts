import yandex from '#src/bidders/adapters/yandex.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const endpoint = { endpoint: 'https://acme.example/{{.PageID}}?ssp-id=1' };
const native = { request: '{}' };
const imp = (id: string, bidder: unknown, fields: object = { native }) => ({ id, ...fields, ext: { bidder } });
const manager = { displaymanager: 'prebid.go', displaymanagerver: '1.1' };
const uri = (page: string, own: string) => `https://acme.example/${page}?imp-id=${own}&ssp-id=1`;
const device = { ua: 'u', ip: '1.2.3.4', language: 'fr' };
const deviceHeaders = { 'Accept-Language': 'fr', 'User-Agent': 'u', 'X-Forwarded-For': '1.2.3.4', 'X-Real-Ip': '1.2.3.4', ...openRtb25 };
const unknownImp = 'Invalid bid imp ID #5 does not match any imp IDs from the original bid request';

testAdapter(yandex, {
  requests: {
    'is called by page and imp, in one call per imp': {
      builder: endpoint,
      imps: [
        imp('1', { placement_id: 'R-I-123-2' }),
        imp('2', { placement_id: '7-8' }),
        imp('3', { page_id: 3 }),
        imp('4', { placement_id: 'R-I-5' }),
      ],
      headers: {},
      calls: [
        { uri: uri('123', '2'), imps: [{ ...imp('1', { placement_id: 'R-I-123-2' }), ...manager }] },
        { uri: uri('7', '8') },
        { uri: uri('3', '0') },
      ],
      errors: [badInput('invalid placement id, it must contain two parts: R-I-5')],
    },
    'is sent the page, the currency and the device': {
      builder: endpoint,
      imps: [imp('1', { page_id: 3, imp_id: 4 })],
      request: { site: { page: 'https://p.example/?a b', domain: 'd.example' }, device, cur: ['EUR', 'USD'] },
      headers: { Referer: 'https://p.example/?a b', ...deviceHeaders },
      calls: [{ uri: 'https://acme.example/3?imp-id=4&ssp-cur=EUR&ssp-id=1&target-ref=https%3A%2F%2Fp.example%2F%3Fa+b' }],
    },
    'is sent the domain without a page': {
      imps: [imp('1', { page_id: 3, imp_id: 4 })],
      request: { site: { domain: 'd.example' } },
      headers: {},
      calls: [{ uri: 'https://acme.example/bid?imp-id=4&target-ref=d.example' }],
    },
    'gets sizes and limits': {
      imps: [
        imp('1', {}, { banner: { w: 1, format: [{ w: 2, h: 3 }] } }),
        imp('2', {}, { video: { w: 1, h: 2, maxduration: 9, protocols: [] } }),
        imp('3', {}, { banner: { w: 1, h: 0 } }),
        imp('4', {}, { video: { w: 1 } }),
        imp('5', {}, { audio: {} }),
        { id: '6', native, ext: 'x' },
        imp('7', 'x'),
      ],
      calls: [
        { imps: [{ ...imp('1', {}, { banner: { w: 2, h: 3, format: [{ w: 2, h: 3 }] } }), ...manager }] },
        { imps: [{ ...imp('2', {}, { video: { w: 1, h: 2, minduration: 1, maxduration: 9, protocols: [3] } }), ...manager }] },
      ],
      errors: [
        badInput('Invalid size provided for Banner'),
        badInput('Invalid size provided for Video'),
        badInput('Unsupported format. Yandex only supports banner, video, and native types. Ignoring imp id #5'),
        badInput('imp 6: unable to unmarshal ext'),
        badInput(`imp 7: unable to unmarshal ext.bidder: ${NOT_AN_OBJECT}`),
      ],
    },
    'knows pages and imps only by number, in the Java variant': {
      ...java,
      builder: endpoint,
      imps: [imp('1', { page_id: 3, imp_id: 4, placement_id: '7-8' }), imp('2', { placement_id: '7-8' }), imp('3', { page_id: 3 })],
      request: { site: { domain: 'd.example' } },
      headers: openRtb25,
      calls: [
        {
          uri: uri('3', '4'),
          imps: [{ ...imp('1', { page_id: 3, imp_id: 4, placement_id: '7-8' }), ...manager, displaymanager: 'prebid.java' }],
        },
      ],
      errors: [badInput('imp #2: wrong value for page_id param'), badInput('imp #3: wrong value for imp_id param')],
    },
    'names bad sizes, in the Java variant': {
      ...java,
      imps: [{ banner: { w: 1 } }, { video: { h: 0 } }, {}].map((format, i) => imp(String(i), { page_id: 3, imp_id: 4 }, format)),
      errors: [
        badInput('Invalid sizes provided for Banner 1xnull'),
        badInput('Invalid sizes provided for Video nullx0'),
        badInput('Imp #2 must contain at least one valid format (banner, video, or native)'),
      ],
    },
  },
  responses: {
    'bids for the type of its imp, in dollars': {
      imps: [{ id: '1', banner: {}, video: {}, native }, { id: '2', banner: {}, native }, { id: '3', banner: {} }, { id: '4' }],
      bids: ['1', '2', '3', '4', '5'].map((impid) => ({ impid })),
      types: ['video', 'native', 'banner'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badInput('Processing an invalid impression; cannot resolve impression type for imp #4'), badInput(unknownImp)],
    },
    'is rejected with one bid for an unknown imp, in the Java variant': {
      ...java,
      bids: [{}, { impid: '5' }],
      errors: [badServer(unknownImp)],
    },
    'must be JSON': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}`)] },
  },
});
