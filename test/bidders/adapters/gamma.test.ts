/** An exchange that is called with a GET per imp and sells VAST in a field of its own. */
import gamma from '#src/bidders/adapters/gamma.ts';
import { badInput, badServer } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const bidder = { id: 'i d', zid: 'z', wid: 'w' };
const noMarkup = badServer('Missing Ad Markup. Run with request.debug = 1 for more info');
const audio = { id: '2', audio: {}, ext: { bidder: 'x' } };
const ignored = (blank = '') => badInput(`Gamma only supports banner and video media types. Ignoring imp id=${blank}2`);
const headers = {
  Accept: '*/*',
  'X-Openrtb-Version': '2.5',
  'User-Agent': 'a g',
  'X-Forwarded-For': '1.2.3.4',
  Dnt: '0',
  Connection: 'keep-alive',
  'Cache-Control': 'no-cache',
};
const request = { device: { ip: '1.2.3.4', model: 'm', os: 'o', ua: 'a g', ifa: 'f', dnt: 0 }, app: { id: 'a', bundle: 'b', name: 'n m' } };

testAdapter(gamma, {
  requests: {
    'gets one call per imp, unescaped except for the agent': {
      imps: [{ id: '1', banner: {}, ext: { bidder } }, audio],
      request,
      headers: { ...headers, 'Accept-Encoding': 'gzip, deflate' },
      calls: [
        {
          method: 'GET',
          uri: 'https://acme.example/bid?id=i d&zid=z&wid=w&bidid=1&hb=pbmobile&device_ip=1.2.3.4&device_model=m&device_os=o&device_ua=a+g&device_ifa=f&app_id=a&app_bundle=b&app_name=n m',
          body: undefined,
          impIds: ['1'],
        },
      ],
      errors: [ignored()],
    },
    'gets escaped values in the Java variant': {
      ...java,
      params: [bidder],
      request: { ...request, app: {} },
      headers,
      calls: [
        {
          uri: 'https://acme.example/bid?id=i+d&zid=z&wid=w&bidid=1&hb=pbmobile&device_ip=1.2.3.4&device_model=m&device_os=o&device_ua=a+g&device_ifa=f',
        },
      ],
    },
    'is not called for bad imps': {
      imps: [
        { id: '1', banner: {}, ext: 'x' },
        ...['x', {}, { id: 'i' }, { id: 'i', zid: 'z' }].map((one) => ({ id: '1', video: {}, ext: { bidder: one } })),
        audio,
      ],
      errors: [
        ignored(),
        ...['ext.bidder not provided', 'ext.bidder.publisher not provided', 'PartnerID is empty', 'ZoneID is empty', 'WebID is empty'].map(
          badInput,
        ),
      ],
    },
    'is not called without banners and video': { imps: [audio], errors: [ignored(), badInput('No valid impression in the bid request')] },
    'has other messages in the Java variant': { ...java, imps: [audio], errors: [ignored(' '), badInput('No valid impressions')] },
    'is not called without imps': { imps: [], errors: [badInput('No impressions in the bid request')] },
  },
  responses: {
    'bids for the imp that the response is named after': {
      imps: [{ id: 'r', video: {} }],
      bids: [{ adm: 'x', vastXml: '<VAST>', vastUrl: 'v' }, { vastXml: '<VAST>', nurl: 'n' }, { adm: 'x' }],
      cur: 'EUR',
      types: ['video', 'video'],
      result: [{ bid: { adm: '<VAST>', nurl: 'v', vastXml: undefined, vastUrl: undefined } }, { bid: { adm: '<VAST>', nurl: 'n' } }],
      currency: 'USD',
      errors: [noMarkup],
    },
    'bids for banners otherwise': {
      bids: [{ adm: 'A', vastXml: 'x', vastUrl: 'v' }, {}],
      types: ['banner'],
      result: [{ bid: { adm: 'A', vastXml: undefined } }],
      errors: [noMarkup],
    },
    'does not bid without seatbids': { body: { id: 'r' } },
    'reads 400 as a bad server response': {
      status: 400,
      errors: [badServer('Unexpected status code: 400. Run with request.debug = 1 for more info')],
    },
    'prints the decoder’s message as a number': {
      body: '"x"',
      errors: [badServer(`bad server response: &{%!d(string=${NOT_AN_OBJECT})}. `)],
    },
    'has the decoder’s message in the Java variant': { ...java, body: '"x"', errors: [badServer(`bad server response: ${NOT_AN_OBJECT}`)] },
    'says that the body is empty in the Java variant': { ...java, body: '', errors: [badServer('bad server response: body is empty')] },
  },
});
