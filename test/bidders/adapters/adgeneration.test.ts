/** An exchange that is called with a GET per imp and responds with a page or VAST. */
import adgeneration from '#src/bidders/adapters/adgeneration.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const ad = { locationid: '58', cpm: 2.5, creativeid: 'c', dealid: 'd', w: 300, h: 250, ad: '<body>A</body>', results: [{}] };
const query = 'adapterver=1.0.3&currency=JPY&hb=true&id=58&posall=SSPLOC&sdkname=prebidserver';
const noLocation = 'No Location ID in ExtImpAdgeneration.';

testAdapter(adgeneration, {
  requests: {
    'gets one call per imp, with location, page and sizes': {
      params: [{ id: '58' }, { id: '58' }],
      request: {
        site: { page: 'https://p.example' },
        source: { tid: 't' },
        device: { os: 'ios', ifa: 'i', ip: '1.2.3.4' },
        cur: ['EUR', 'JPY'],
      },
      headers: { ...jsonAccept, 'X-Forwarded-For': '1.2.3.4' },
      calls: ['1', '2'].map((id) => ({
        method: 'GET',
        uri: `https://acme.example/bid?${query.replace('hb=true&id=58', 'hb=true&id=58&idfa=i')}&sdktype=2&t=json3&tp=https%3A%2F%2Fp.example&transactionid=t`,
        body: undefined,
        impIds: [id],
      })),
    },
    'is called for the sizes of formats, in the first currency': {
      imps: [
        {
          id: '1',
          banner: {
            format: [
              { w: 1, h: 2 },
              { w: 3, h: 4 },
            ],
          },
          ext: { bidder: { id: '58' } },
        },
      ],
      request: { cur: ['EUR'], app: { name: 'n', bundle: 'b' }, device: { os: 'android', ifa: 'i' } },
      calls: [
        {
          uri: 'https://acme.example/bid?adapterver=1.0.3&advertising_id=i&appbundle=b&appname=n&currency=EUR&hb=true&id=58&posall=SSPLOC&sdkname=prebidserver&sdktype=1&sizes=1x2%2C3x4&t=json3',
        },
      ],
    },
    'is not called without imps': { params: [], errors: [badInput('No impression in the bid request')] },
    'is not called at all if one imp has no location': { params: [{ id: '58' }, {}], errors: [badInput(noLocation)] },
    'is called for the others in the Java variant': {
      ...java,
      params: ['x', { id: '58' }],
      calls: [{ impIds: ['2'] }],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids for the first imp of the location, in the currency of the request': {
      params: [{ id: '1' }, { id: '58' }, { id: '58' }],
      body: { ...ad, beacon: '<i>$$1 $x</i>' },
      types: ['banner'],
      result: [{ bid: { id: '58', impid: '2', price: 2.5, crid: 'c', dealid: 'd', w: 300, h: 250, adm: 'A<i>$1 </i>' } }],
      currency: 'JPY',
    },
    'plays VAST': {
      params: [{ id: '58' }],
      body: { ...ad, VASTXML: '<VAST/>' },
      result: [
        {
          bid: {
            adm:
              '<div id="apvad-1"></div><script type="text/javascript" id="apv" src="https://cdn.apvdr.com/js/VideoAd.min.js"></script>' +
              '<script type="text/javascript"> (function(){ new APV.VideoAd({s:"1"}).load(\'<VAST/>\'); })(); </script>',
          },
        },
      ],
    },
    'keeps markup without a body': { params: [{ id: '58' }], body: { ...ad, ad: 'A</ body>' }, result: [{ bid: { adm: 'A</body>' } }] },
    'keeps closing tags of inner bodies in the Java variant': {
      ...java,
      params: [{ id: '58' }],
      body: { ...ad, ad: '<body>A</body><body>B</body>' },
      result: [{ bid: { adm: 'A</body>B' } }],
    },
    'does not bid without results': { params: [{ id: '58' }], body: { ...ad, results: [] } },
    'says so in the Java variant': {
      ...java,
      body: { ...ad, results: null },
      errors: [badServer('Results object in BidResponse is empty')],
    },
    'does not bid for another location': { params: [{ id: '1' }], body: ad },
    'reports an imp without a location': { params: [{}], body: ad, errors: [badServer(noLocation)] },
    'has the decoder’s message': { body: '"x"', errors: [badServer(NOT_AN_OBJECT)] },
  },
});
