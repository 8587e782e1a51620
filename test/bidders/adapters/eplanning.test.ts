/** An exchange that is called with a GET for all spaces of a page. */
import eplanning from '#src/bidders/adapters/eplanning.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';

const banner = (id: string, fields: object, bidder: unknown = { ci: 'c' }) => ({ id, banner: fields, ext: { bidder } });
const video = (id: string, fields: object, bidder: unknown = { ci: 'c' }) => ({ id, video: fields, ext: { bidder } });
const address = 'https://acme.example/bid/c/1/FILE/ROS';
const node = { asi: 'a,b', hp: 1, name: 'n m', ext: 'x' };
const ad = { i: 'i', id: 'a', pr: '0.5', adm: 'A', crid: 'c', w: 1, h: 2 };
const sized = (size: object, text: string, devicetype?: number) => ({
  imps: [banner('1', size)],
  request: { device: { devicetype } },
  calls: [{ uri: `${address}?e=${text}%3A${text}&ncb=1&rnd=7&ur=FILE` }],
});

testAdapter(eplanning, {
  requests: {
    'is called for all banners of a page': {
      imps: [banner('1', { w: 1, h: 2 }, { ci: 'a b', adunit_code: '_a-b(c):d.' }), banner('2', {}, {}), banner('3', { w: 0, h: 0 })],
      request: {
        site: { page: 'https://p.example/x' },
        user: { buyeruid: 'u' },
        device: { ip: '1.2.3.4', ua: 'agent', language: 'en', dnt: 0 },
      },
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'User-Agent': 'agent',
        'X-Forwarded-For': '1.2.3.4',
        'Accept-Language': 'en',
        Dnt: '0',
      },
      calls: [
        {
          method: 'GET',
          uri: 'https://acme.example/bid/a%20b/1/p.example/ROS?e=ab_c__d%3A1x2%2B1x1%3A1x1&ip=1.2.3.4&ncb=1&rnd=7&uid=u&ur=https%3A%2F%2Fp.example%2Fx',
          body: undefined,
          impIds: ['1', '2', '3'],
        },
      ],
      errors: [badInput('Ignoring imp id=2, no ClientID present')],
    },
    'is called for an app': {
      imps: [banner('1', { w: 1, h: 2 })],
      request: {
        app: { bundle: 'b', name: 'n', id: 'i' },
        device: { ifa: 'f' },
        source: { ext: { schain: { ver: '1.0', complete: 1, nodes: [node] } } },
      },
      calls: [
        {
          uri: 'https://acme.example/bid/c/1/b/ROS?app=1&appid=i&appn=n&e=1x2%3A1x2&ifa=f&ncb=1&rnd=7&sch=1.0%2C1%21a%252Cb%2C%2C1%2C%2Cn%2520m%2C%2C%2522x%2522',
        },
      ],
    },
    'is called for the usual sizes first': sized(
      {
        format: [
          { w: 9, h: 9 },
          { w: 320, h: 50 },
          { w: 728, h: 90 },
        ],
      },
      '728x90',
    ),
    'is called for other sizes on phones': sized(
      {
        format: [
          { w: 9, h: 9 },
          { w: 320, h: 50 },
          { w: 728, h: 90 },
        ],
      },
      '320x50',
      4,
    ),
    'is called for the first of unusual sizes': sized(
      {
        format: [
          { w: 9, h: 8 },
          { w: 9, h: 9 },
        ],
      },
      '9x8',
    ),
    'is called for instream video only, if there is any': {
      imps: [banner('1', {}), video('2', { placement: 1, w: 1, h: 2 }), video('3', { placement: 3 }, 'x')],
      calls: [{ uri: `${address}?e=video_1x2_0%3A1x2%3B1&ncb=1&rnd=7&ur=FILE&vctx=1&vv=3` }],
      errors: ['1', '3'].map((id) => badInput(`Ignoring imp id=${id}, auction instream and imp no instream`)),
    },
    'is called for other video without banners': {
      imps: [banner('1', {}), video('2', {}), video('3', { w: 1, h: 2 })],
      calls: [{ uri: `${address}?e=video_640x480_0%3A640x480%3B1%2Bvideo_1x2_1%3A1x2%3B1&ncb=1&rnd=7&ur=FILE&vctx=2&vv=3` }],
      errors: [badInput('Ignoring imp id=1, auction outstream and imp no outstream')],
    },
    'is not called if no imp is readable': {
      imps: [{ id: '1', ext: 'x' }, banner('2', {}, 'x')],
      errors: [
        badInput(`Ignoring imp id=1, error while decoding extImpBidder, err: ${NOT_AN_OBJECT}`),
        badInput(`Ignoring imp id=2, error while decoding impExt, err: ${NOT_AN_OBJECT}`),
      ],
    },
    'is not called for a page that is no URL': {
      imps: [banner('1', {})],
      request: { site: { page: ':' } },
      errors: [generic('parse ":": missing protocol scheme')],
    },
    'is not called with an unreadable chain': {
      imps: [banner('1', {})],
      request: { source: { ext: 'x' } },
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'sells banners only in the Java variant': {
      ...java,
      builder: { endpoint: 'https://acme.example/bid/{ClientId}/{DfpClientId}/{RequestTarget}/{Sec}' },
      imps: [video('1', {}), { ...banner('2', { format: [{ w: 9, h: 9 }] }), video: { w: 1, h: 2 } }],
      request: { source: { ext: { schain: { ver: '1.0', complete: 1, nodes: [node] } } } },
      calls: [{ uri: `${address}?r=pbs&ncb=1&ur=FILE&e=1x1%3A1x1&sch=1.0%2C1%21a%2Cb%2C%2C1%2C%2Cn+m%2C%2C%22x%22` }],
      errors: [badInput('EPlanning only supports banner Imps. Ignoring Imp ID=1')],
    },
  },
  responses: {
    'bids by the name of the space': {
      imps: [banner('1', {}, { ci: 'c', adunit_code: 'n' }), banner('2', {}, {})],
      body: {
        sp: [
          {
            k: 'n',
            a: [
              { ...ad, adom: 'd' },
              { ...ad, pr: 'x' },
            ],
          },
          { k: '1x1', a: [ad] },
        ],
      },
      types: ['banner', 'banner'],
      result: [
        { bid: { id: 'i', impid: '1', adid: 'a', price: 0.5, adm: 'A', crid: 'c', w: 1, h: 2, adomain: ['d'] } },
        { bid: { impid: '' } },
      ],
      currency: 'USD',
    },
    'bids for video': {
      imps: [video('1', {})],
      body: { sp: [{ k: 'video_640x480_0', a: [ad] }] },
      types: ['video'],
      result: [{ bid: { impid: '1' } }],
    },
    'names a domain even if empty in the Java variant': {
      ...java,
      imps: [banner('1', {})],
      body: { sp: [{ k: '1x1', a: [ad] }] },
      result: [{ bid: { impid: '1', adomain: [''] } }],
    },
    'says that its response cannot be read': { body: '"x"', errors: [badServer(`Error unmarshaling HB response: ${NOT_AN_OBJECT}`)] },
  },
});
