/** Exchanges with one call per imp, each with its own changes of the request. */

import elementaltv from '#src/bidders/adapters/elementaltv.ts';
import nativery from '#src/bidders/adapters/nativery.ts';
import nextmillennium from '#src/bidders/adapters/nextmillennium.ts';
import resetdigital from '#src/bidders/adapters/resetdigital.ts';
import richaudience from '#src/bidders/adapters/richaudience.ts';
import { badInput, badServer, generic, warning } from '#src/bidders/errors.ts';
import { banner, device, HINT, unread } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

testAdapter(elementaltv, {
  requests: {
    'gets its ad unit in URL and id': {
      builder: { endpoint: 'https://acme.example/{{.AdUnit}}' },
      params: [{ adunit: 'a/b' }, {}],
      calls: [{ uri: 'https://acme.example/a%2Fb', body: { id: 'request-a/b', imp: [banner('1', { adunit: 'a/b' })] } }],
      headers: { ...jsonAccept, 'X-OpenRTB-Version': '2.6' },
      errors: [badInput('$.imp.ext.bidder.adunit required')],
    },
    'gets no blank ad unit, and OpenRTB 2.5, in the Java variant': {
      ...java,
      params: [{ adunit: 'a' }, { adunit: ' ' }],
      calls: [{}],
      headers: openRtb25,
      errors: [badInput('adunit parameter is required for elementaltv bidder')],
    },
  },
  responses: {
    'bids by the imp, videos with their data, in dollars': {
      imps: [
        { id: '1', video: {} },
        { id: '2', banner: {} },
      ],
      bids: [{ ext: { ads: { video: { duration: 5 } } }, cat: ['c'] }, { impid: '2' }],
      currency: 'USD',
      result: [
        { type: 'video', video: { duration: 5, primary_category: 'c' } },
        { type: 'banner', video: undefined },
      ],
    },
    'loses all bids to a video without data': {
      imps: [{ id: '1', video: {} }],
      bids: [{ ext: { ads: {} } }],
      errors: [badServer('$.seatbid.bid.ext.ads.video required')],
    },
    'reads such a video as bad input in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {} }],
      bids: [{ ext: { ads: {} } }],
      errors: [badInput('$.seatbid.bid.ext.ads.video required')],
    },
    'loses all bids to an unknown imp': { bids: [{}, { impid: '7' }], errors: [badServer('unknown impid: 7')] },
    'rejects responses to repeated imps': {
      imps: [banner('1', {}), banner('1', {}), { id: '2' }],
      bids: [{}],
      errors: [badInput('duplicate $.imp.id 1')],
    },
    'rejects responses to imps without a format': {
      imps: [{ id: '2' }, banner('1', {}), banner('1', {})],
      bids: [{}],
      errors: [badInput('one of $.imp.banner, $.imp.video, $.imp.audio and $.imp.native field required')],
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('bad request')] },
    'needs a readable body': { body: '"x"', errors: [badServer(`invalid body: ${NOT_AN_OBJECT}`)] },
    'has bad input only in the Java variant': { ...java, bids: [{ impid: '7' }], errors: [badInput('unknown impId: 7')] },
  },
});

const typed = (name?: string, more = {}) => ({ ext: { nativery: { bid_ad_media_type: name, bid_adv_domains: ['d'], ...more } } });

testAdapter(nativery, {
  requests: {
    'gets the widget of the first imp in every call': {
      params: [{ widgetId: 'w' }, { widgetId: 'v' }],
      request: { ext: { nativery: { isAmp: true, more: 1 }, other: 2 } },
      calls: ['1', '2'].map((id, index) => ({
        body: {
          id: 'request',
          imp: [banner(id, { widgetId: ['w', 'v'][index] })],
          ext: { other: 2, nativery: { isAmp: false, widgetId: 'w' } },
        },
      })),
    },
    'gets an empty widget if the first imp cannot be read': {
      params: ['x', { widgetId: 'v' }],
      calls: [{ body: { id: 'request', imp: [banner('2', { widgetId: 'v' })], ext: { nativery: { isAmp: false, widgetId: '' } } } }],
      errors: [badInput(NOT_AN_OBJECT)],
    },
    'gets an empty widget if the extension of the first imp has a malformed part': {
      imps: [{ ...banner('1', { widgetId: 'w' }), ext: { srv: 1, bidder: { widgetId: 'w' } } }, banner('2', { widgetId: 'v' })],
      calls: [{ body: { id: 'request', imp: [banner('2', { widgetId: 'v' })], ext: { nativery: { isAmp: false, widgetId: '' } } } }],
      errors: [badInput('cannot unmarshal srv: expect { or n, but found 1')],
    },
    'gets nothing with a malformed extension of the request': {
      params: ['x', { widgetId: 'v' }],
      request: { ext: { nativery: { isAmp: 'x' } } },
      errors: [NOT_AN_OBJECT, 'cannot unmarshal nativery.isAmp: expect t or f, but found "'].map(badInput),
    },
    'gets the first widget and its whole extension in the Java variant': {
      ...java,
      params: ['x', { widgetId: 'v' }],
      request: { ext: { nativery: { more: 1 } } },
      calls: [
        { body: { id: 'request', imp: [banner('2', { widgetId: 'v' })], ext: { nativery: { more: 1, isAmp: false, widgetId: 'v' } } } },
      ],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids by the type in `ext`, with meta, in euros': {
      bids: ['native', 'display', 'rich_media', 'video'].map((name) => typed(name)),
      types: ['native', 'banner', 'banner', 'video'],
      currency: 'EUR',
      result: ['native', 'banner', 'banner', 'video'].map((mediaType) => ({ meta: { mediaType, advertiserDomains: ['d'] } })),
    },
    'has no list of advertisers for bids without them': {
      bids: [undefined, []].map((domains) => typed('video', { bid_adv_domains: domains })),
      result: [{ meta: { mediaType: 'video' } }, { meta: { mediaType: 'video' } }],
    },
    'drops bids without a known type': {
      bids: [{}, typed('x'), typed('video', { brand_category_id: 'x' })],
      types: [],
      errors: [
        badServer('expect { or n, but found \0'),
        generic('unrecognized bid_ad_media_type in response from nativery: x'),
        badServer('cannot unmarshal nativery.brand_category_id: unexpected character: "'),
      ],
    },
    'reads 204 as an error': { status: 204, errors: [badServer('No Content')] },
    'reads types in any case, and replaces `ext`, in the Java variant': {
      ...java,
      bids: [typed('VIDEO'), { ext: {} }],
      result: [{ type: 'video', bid: { ext: { srv: { meta: { mediaType: 'video', advertiserDomains: ['d'] } } } } }],
      errors: [badInput('missing bid.ext.nativery')],
    },
    'reads 204 as no bid in the Java variant': { ...java, status: 204 },
  },
});

const stored = (id: string) => ({ storedrequest: { id } });
const server = { externalurl: 'http://x', gvlid: 3, datacenter: 'dc' };
const ofHost = { extraInfo: '{"nmmFlags":["f"]}', server: { externalUrl: 'http://x', gvlId: 3, dataCenter: 'dc' } };
const millennium = (own: object) => ({ nextMillennium: { ...own, nm_version: 'v1.0.1' } });
const grouped = [{ group_id: '7', adSlots: ['s'] }, { placement_id: 'p' }];
const ofGroup = { imps: grouped.map((bidder, index) => ({ id: String(index + 1), banner: { format: [{ w: 3 }] }, ext: { bidder } })) };
const [, otherImp] = ofGroup.imps;
const millenniumImps = (id: string, own: object) => [
  { id: '1', banner: { format: [{ w: 3 }] }, ext: { srv: stored(id), nextMillennium: own } },
  otherImp,
];

testAdapter(nextmillennium, {
  requests: {
    'gets all imps in every call, the first one with the stored request of the call’s imp': {
      builder: ofHost,
      ...ofGroup,
      request: { site: { domain: 's' }, ext: { more: 1 } },
      calls: [
        {
          impIds: ['1', '2'],
          body: {
            id: 'request',
            site: { domain: 's' },
            imp: millenniumImps('g7;3x0;s', { nmmFlags: ['f'] }),
            ext: { srv: { ...stored('g7;3x0;s'), server }, ...millennium({ nmmFlags: ['f'], adSlots: ['s'] }) },
          },
        },
        {
          body: {
            id: 'request',
            site: { domain: 's' },
            imp: millenniumImps('p', { nmmFlags: ['f'] }),
            ext: { srv: { ...stored('p'), server }, ...millennium({ nmmFlags: ['f'] }) },
          },
        },
      ],
      headers: openRtb25,
    },
    'gets nothing if an imp cannot be read': {
      imps: [...ofGroup.imps, ...unread.imps],
      errors: [badInput(NOT_AN_OBJECT), badInput(NOT_AN_OBJECT)],
    },
    'gets the server of the request in the Java variant': {
      ...java,
      params: [{ placement_id: 'p' }],
      request: { ext: { srv: { server: { gvlid: 1 } } } },
      calls: [
        {
          body: {
            id: 'request',
            imp: [{ id: '1', banner: {}, ext: { srv: stored('p'), nextMillennium: {} } }],
            ext: { srv: { ...stored('p'), server: { gvlid: 1 } }, ...millennium({}) },
          },
        },
      ],
    },
  },
  responses: {
    'bids for banner or video by `mtype`, in dollars': {
      bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }],
      types: ['banner', 'video'],
      currency: 'USD',
      errors: [badServer('Unsupported return mType: 4')],
    },
    'does not bid without seatbids': { body: {} },
    'needs a readable body': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}`)] },
    'reads 400 as an error of the exchange': { status: 400, errors: [badServer('Unexpected http status code: 400')] },
    'names the missing type in the Java variant': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});

const plain = { 'Content-Type': 'application/json', Accept: 'application/json' };

testAdapter(resetdigital, {
  requests: {
    'gets its placement in the URL and as tag, known currencies, and no fields it rejects': {
      params: [{ placement_id: 'a b' }],
      request: { cur: [' eur', 'QQQ'], allimps: 1, tmax: 5 },
      calls: [
        {
          uri: 'https://acme.example/bid?pid=a b',
          body: { id: 'request', tmax: 5, cur: ['EUR'], imp: [{ ...banner('1', { placement_id: 'a b' }), tagid: 'a b' }] },
        },
      ],
      headers: { ...plain, 'X-OpenRTB-Version': '2.6' },
    },
    'gets one imp only': { params: [{}, {}], errors: [badInput('ResetDigital adapter supports only one impression per request')] },
    'gets no imp that cannot be read': {
      params: ['x'],
      errors: [badInput(`Error parsing resetDigitalExt from bidderExt.bidder: ${NOT_AN_OBJECT}`)],
    },
    'gets its placement escaped, and the request unchanged, in the Java variant': {
      ...java,
      params: [{ placement_id: 'a b' }],
      request: { cur: ['QQQ'] },
      calls: [
        {
          uri: 'https://acme.example/bid?pid=a+b',
          body: { id: 'request', cur: ['QQQ'], imp: [{ ...banner('1', { placement_id: 'a b' }), tagid: 'a b' }] },
        },
      ],
      headers: { ...plain, 'X-Openrtb-Version': '2.5' },
    },
  },
  responses: {
    'bids by `mtype`, else by the imp, in the currency of the request': {
      imps: [{ id: '1', banner: {}, audio: {} }],
      request: { cur: ['EUR'] },
      bids: [{ mtype: 4 }, {}, { impid: '7' }, { price: -0.5 }],
      currency: 'EUR',
      result: [
        { type: 'native', seat: 'resetdigital' },
        { type: 'audio', seat: 'resetdigital' },
      ],
      errors: [generic('no matching impression found for ImpID: 7'), warning('price -0.500000 <= 0 filtered out')],
    },
    'reads 404 as bad input': { status: 404, errors: [badInput(`Unexpected status code: 404. ${HINT}`)] },
    'does not bid without seatbids': { body: {} },
    'rejects an unknown type in the Java variant': {
      ...java,
      bids: [{ mtype: 5 }],
      types: [],
      errors: [badServer('Unsupported MType: 5')],
    },
  },
});

const audience = (id: string, tagid: string, bidder: object, media: object = { banner: { w: 1 } }) => ({
  id,
  ...media,
  tagid,
  ext: { bidder },
});
const tests = [
  audience('1', 'a', { pid: 'p' }),
  audience('2', 'b', { test: true }, { video: { w: 1 } }),
  audience('3', 'c', { bidFloorCur: 'EUR' }),
];
const page = { page: 'https://h.example:443/p' };
const noSize = { imps: [audience('1', '', {}, { banner: {} }), audience('2', '', {}, { video: { w: 0, h: 1 } })], request: { device } };

testAdapter(richaudience, {
  requests: {
    'gets tag, page and floor currency of each imp; a test lasts for the imps after it': {
      imps: tests,
      request: { device, site: page },
      calls: [
        {
          body: {
            id: 'request',
            device,
            site: { ...page, domain: 'h.example:443', keywords: 'tagid=a' },
            imp: [{ ...audience('1', 'p', { pid: 'p' }), bidfloorcur: 'USD', secure: 1 }],
          },
        },
        {
          body: {
            id: 'request',
            device: { ...device, ip: '11.222.33.44' },
            test: 1,
            site: { ...page, domain: 'h.example:443', keywords: 'tagid=c' },
            imp: [{ ...audience('3', 'c', { bidFloorCur: 'EUR' }), bidfloorcur: 'EUR', secure: 1 }],
          },
        },
      ],
      headers: openRtb25,
      errors: [badInput('request.Video.Sizes is required')],
    },
    'gets no domain of a page that cannot be parsed, which is not secure': {
      imps: [audience('1', 'a', {})],
      request: { site: { page: 'https://h.example/%zz' } },
      calls: [
        {
          body: {
            id: 'request',
            site: { page: 'https://h.example/%zz', keywords: 'tagid=a' },
            imp: [{ ...audience('1', 'a', {}), bidfloorcur: 'USD', secure: 0 }],
          },
        },
      ],
    },
    'gets the domain of a page without a scheme, which is not secure': {
      imps: [audience('1', 'a', {})],
      request: { site: { page: '//h.example/x' } },
      calls: [
        {
          body: {
            id: 'request',
            site: { page: '//h.example/x', domain: 'h.example', keywords: 'tagid=a' },
            imp: [{ ...audience('1', 'a', {}), bidfloorcur: 'USD', secure: 0 }],
          },
        },
      ],
    },
    'gets nothing of a device without an address': { request: { device: {} }, errors: [badInput('request.Device.IP is required')] },
    'gets no imp without a size': {
      ...noSize,
      errors: ['request.Banner.Format is required', 'request.Video.Sizes is required'].map(badInput),
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: ['not found parameters ext in ImpID : 1', 'invalid parameters ext in ImpID: 2'].map(badInput),
    },
    'names the imp without a size in the Java variant': {
      ...java,
      ...noSize,
      errors: ['Banner W/H/Format is required. ImpId: 1', 'Video W and H are required. ImpId: 2'].map(badInput),
    },
    'gets nothing without an address in the Java variant': { ...java, errors: [badInput('Device IP is required.')] },
  },
  responses: {
    'bids by the imp that was sent, a video with its size': {
      call: { body: { imp: [{ id: '1', video: { w: 3, h: 4 } }] } },
      bids: [{}, { impid: '7' }],
      result: [
        { type: 'video', bid: { w: 3, h: 4 } },
        { type: 'no bidtype assigned' as 'banner', bid: { impid: '7' } },
      ],
      currency: '',
    },
    'drops bids for unknown imps silently in the Java variant': { ...java, bids: [{}, { impid: '7' }], types: ['banner'] },
  },
});
