/** An exchange with a request of its own form per imp. */
import adquery from '#src/bidders/adapters/adquery.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const data = {
  requestId: 'request1',
  creationId: 7,
  cpm: '1.5',
  tag: '<t>',
  adqLib: 'lib',
  adDomains: ['d'],
  mediaType: { name: 'banner', width: '1', height: '2' },
};
const wrong = { ...data, cpm: '$1', mediaType: { name: 'banner', width: '1px', height: '' } };
const notParsed = (what: string, text: string) => generic(`strconv.${what}: parsing "${text}": invalid syntax`);

testAdapter(adquery, {
  requests: {
    'gets a request per imp and drops unreadable ones': {
      imps: [
        {
          id: '1',
          tagid: 't',
          banner: {
            format: [
              { w: 1, h: 2 },
              { w: 3, h: 4 },
            ],
          },
          ext: { bidder: { placementId: 'p', type: 'y' } },
        },
        { id: '2', banner: { w: 5, h: 6 }, ext: { bidder: 'x' } },
      ],
      request: { user: { id: 'u' }, device: { ip: '1.2.3.4', ua: 'agent' }, site: { page: 'page' } },
      headers: { ...openRtb25, 'X-Forwarded-For': '1.2.3.4' },
      calls: [
        {
          impIds: ['1'],
          body: {
            v: 'server',
            placementCode: 'p',
            type: 'y',
            adUnitCode: 't',
            bidQid: 'u',
            bidId: 'request1',
            bidIp: '1.2.3.4',
            bidIpv6: '',
            bidUa: 'agent',
            bidder: 'adquery',
            bidPageUrl: 'page',
            bidderRequestId: 'request',
            bidRequestsCount: 1,
            bidderRequestsCount: 1,
            sizes: '1x2,3x4',
          },
        },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids its tag with its library, in zloty by default': {
      body: { data },
      types: ['banner'],
      result: [
        { bid: { id: 'request1', impid: '1', price: 1.5, adm: '<script src="lib"></script><t>', w: 1, h: 2, crid: '7', adomain: ['d'] } },
      ],
      currency: 'PLN',
    },
    'bids in its own currency': { body: { data: { ...data, currency: 'EUR' } }, currency: 'EUR', types: ['banner'] },
    'has a result without data': { body: { data: null }, types: [] },
    'reports each bad number': {
      body: { data: wrong },
      errors: [notParsed('ParseFloat', '$1'), notParsed('ParseInt', '1px'), notParsed('ParseInt', '')],
    },
    'bids for banners only': {
      body: { data: { ...data, mediaType: { name: 'video' } } },
      errors: [generic('unsupported MediaType: video')],
    },
    'has another message in the Java variant': {
      ...java,
      body: { data: { ...data, mediaType: {} } },
      errors: [badServer('Unsupported MediaType: ')],
    },
    'may write numbers as numbers in the Java variant': {
      ...java,
      body: { data: { ...data, cpm: 2, creationId: '8' } },
      result: [{ bid: { price: 2, crid: '8' } }],
    },
    'belongs to the imp with the id of the request if it names none, in the Java variant': {
      ...java,
      request: { id: '1' },
      body: { data: { ...data, requestId: '19' } },
      result: [{ bid: { id: '19', impid: '1' } }],
    },
    'writes them as strings otherwise': {
      body: { data: { ...data, cpm: 2 } },
      errors: [badServer('cannot unmarshal data.cpm: expects " or n, but found 2')],
    },
  },
});
