/** Exchanges with one call per imp. */

import mobfoxpb from '#src/bidders/adapters/mobfoxpb.ts';
import pangle from '#src/bidders/adapters/pangle.ts';
import pixfuture from '#src/bidders/adapters/pixfuture.ts';
import pubnative from '#src/bidders/adapters/pubnative.ts';
import silvermob from '#src/bidders/adapters/silvermob.ts';
import startio from '#src/bidders/adapters/startio.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { HINT, mixed, mtypes, ofMixed, sizes, unread } from '../kit/adapter-fixtures.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';

const device = { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', os: 'ios' };
const ofDevice = { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] };
const first = ([one]: readonly object[]) => (one ? [one] : []);

const template = { endpoint: 'https://acme.example?c=__route__&m=__method__&key=__key__' };
const noKey = 'Invalid or non existing key and tagId, ';

testAdapter(mobfoxpb, {
  requests: {
    'gets the first imp at the URL of its key': {
      builder: template,
      params: [{ TagID: 't', key: 'a b' }, {}],
      calls: [
        { uri: 'https://acme.example?c=rtb&m=req&key=a b', imps: [{ id: '1', banner: {}, ext: { bidder: { TagID: 't', key: 'a b' } } }] },
      ],
    },
    'gets an unfilled key at the URL of a tag': {
      builder: template,
      params: [{ TagID: 't' }],
      calls: [{ uri: 'https://acme.example?c=o&m=ortb&key=__key__' }],
    },
    'gets a call also for an empty tag': {
      builder: template,
      params: [{ TagID: '' }],
      calls: [{ uri: 'https://acme.example?c=&m=&key=__key__' }],
    },
    'gets nothing without tag and key in exactly this case': {
      params: [{ tagid: 't', Key: 'k' }],
      errors: [badInput(`${noKey}at least one should be present`)],
    },
    'gets the key encoded in the Java variant': {
      ...java,
      builder: { endpoint: 'https://acme.example?c={route}&m={method}&key={key}' },
      params: [{ key: 'a b' }],
      calls: [{ uri: 'https://acme.example?c=rtb&m=req&key=a%20b' }],
    },
    'gets nothing for an empty tag in the Java variant': {
      ...java,
      params: [{ TagID: '' }],
      errors: [badInput(`${noKey}atleast one should be present`)],
    },
  },
  responses: {
    'bids by the imp, in dollars': {
      ...ofMixed,
      types: ['banner', 'video', 'native'],
      currency: 'USD',
      errors: [badServer('Failed to find impression "7"')],
    },
    'looks only at the imp that was sent in the Java variant': {
      ...java,
      ...ofMixed,
      call: { body: { imp: first(mixed) } },
      types: ['banner'],
      errors: ['2', '3', '7'].map((id) => badInput(`Failed to find impression "${id}"`)),
    },
    'reads 400 as an error of the exchange': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}`)] },
  },
});

const ids = { token: 't', appid: 'a', placementid: 'p' };
const pangleImp = (imp: object, srv?: object, more = {}) => ({ id: '1', ...imp, ext: { ...(srv && { srv }), bidder: ids, ...more } });
const rewarded = { is_rewarded_inventory: 1 };
const adType = (adtype?: unknown) => ({ ext: { pangle: { adtype } } });
const pangleExt = (adtype: number, srv: object | null = null) => ({
  srv,
  bidder: ids,
  adtype,
  is_prebid: true,
  networkids: { appid: 'a', placementid: 'p' },
});
const adTypes = { bids: [1, 2, 5, 7, 8].map(adType), types: ['banner', 'banner', 'native', 'video', 'video'] };

testAdapter(pangle, {
  requests: {
    'gets the type and ids of each imp': {
      imps: [
        pangleImp({ video: {}, banner: {} }, rewarded, { ae: 1, tid: 'x' }),
        pangleImp({ video: {}, banner: {}, instl: 1 }),
        pangleImp({ banner: {}, instl: 1 }),
        pangleImp({ banner: {}, video: {} }),
        pangleImp({ native: { request: '{}' } }),
      ],
      calls: [
        { imps: [{ id: '1', video: {}, banner: {}, ext: { ...pangleExt(7, rewarded), ae: 1 } }] },
        { imps: [{ id: '1', video: {}, banner: {}, instl: 1, ext: pangleExt(8) }] },
        { imps: [{ id: '1', banner: {}, instl: 1, ext: pangleExt(2) }] },
        { imps: [{ id: '1', banner: {}, video: {}, ext: pangleExt(1) }] },
        { imps: [{ id: '1', native: { request: '{}' }, ext: pangleExt(5) }] },
      ],
      headers: { TOKEN: 't', 'Content-Type': 'application/json' },
    },
    'gets no imp of another type, or with one id only': {
      imps: [
        { id: '1', video: {}, ext: { bidder: { appid: 'a' } } },
        { id: '2', banner: {}, ext: { bidder: { appid: 'a' } } },
      ],
      errors: [badInput('not a supported adtype'), badInput('only one of appid or placementid is provided')],
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: ['imp ext', 'bidder imp ext'].map((what) => generic(`failed unmarshalling ${what} (err)${NOT_AN_OBJECT}`)),
    },
    'has no empty `srv` in the Java variant': {
      ...java,
      imps: [pangleImp({ banner: {} })],
      calls: [{ imps: [{ id: '1', banner: {}, ext: { ...pangleExt(1), srv: undefined } }] }],
    },
    'has one message for both in the Java variant': {
      ...java,
      ...unread,
      errors: [1, 2].map(() => badInput(`failed unmarshalling imp ext (err)${NOT_AN_OBJECT}`)),
    },
  },
  responses: {
    'bids by the type in `ext`': { ...adTypes, currency: '' },
    'drops bids without a known type': {
      bids: [{}, { ext: {} }, adType(), adType('1'), adType(3)],
      types: [],
      errors: [
        'invalid bid ext',
        'missing pangleExt/adtype in bid ext',
        'missing pangleExt/adtype in bid ext',
        'invalid bid ext',
        'unrecognized adtype in response',
      ].map(generic),
    },
    'leaves the type of an unknown number open in the Java variant': {
      ...java,
      bids: [adType(3), {}],
      types: [''],
      errors: [badServer('unrecognized adtype in response'), badServer('invalid bid ext')],
    },
  },
});

testAdapter(pixfuture, {
  requests: {
    'gets one call per imp, whatever its params': {
      ...unread,
      calls: [{ imps: unread.imps.slice(0, 1) }, { imps: unread.imps.slice(1) }],
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    },
  },
  responses: {
    'bids by `mtype`': {
      ...mtypes,
      types: ['banner', 'video', 'native'],
      errors: [badServer('Failed to parse bid mediatype for impression 1 from MType')],
    },
    'does not bid without bids': { body: {} },
    'does not bid with an empty body': { body: '' },
    'needs a readable body': { body: '"x"', errors: [badServer(`Invalid response format: ${NOT_AN_OBJECT}`)] },
  },
});

const auth = { zone_id: 5, app_auth_token: 'a b' };
const badMedia = 'Pubnative only supports banner, video or native ads.';

testAdapter(pubnative, {
  requests: {
    'gets token and zone in the URL, and both sizes of the first format': {
      imps: [{ id: '1', banner: { ...sizes, w: 9, h: 0 }, ext: { bidder: auth } }],
      request: { device },
      calls: [
        {
          uri: 'https://acme.example/bid?apptoken=a+b&zoneid=5',
          imps: [{ id: '1', banner: { ...sizes, w: 3, h: 4 }, ext: { bidder: auth } }],
        },
      ],
    },
    'gets nothing without an operating system': { errors: [badInput('Impression is missing device OS information')] },
    'gets no imp that is unreadable, of another format or without a size': {
      imps: [
        { id: '1', audio: {}, ext: { bidder: 'x' } },
        { id: '2', audio: {}, ext: { bidder: {} } },
        { id: '3', banner: { w: 1 }, video: {}, ext: { bidder: {} } },
      ],
      request: { device },
      errors: [badInput(NOT_AN_OBJECT), badInput(badMedia), badInput('Size information missing for banner')],
    },
    'gets dollars, and formats checked first, in the Java variant': {
      ...java,
      imps: [
        { id: '1', audio: {}, ext: { bidder: 'x' } },
        { id: '2', video: {}, bidfloor: 2, ext: { bidder: {} } },
      ],
      request: { device, cur: ['EUR'] },
      calls: [
        {
          body: {
            id: 'request',
            device,
            cur: ['USD'],
            imp: [{ id: '2', video: {}, bidfloor: 3, bidfloorcur: 'USD', ext: { bidder: {} } }],
          },
        },
      ],
      errors: [badInput(badMedia)],
    },
  },
  responses: {
    'bids with a price for video, native or banner, by the imp': {
      ...ofMixed,
      bids: [...ofMixed.bids, { price: 0 }],
      types: ['video', 'video', 'native', 'banner'],
      currency: 'USD',
    },
    'has the only size of the banner, and free bids, in the Java variant': {
      ...java,
      imps: [{ id: '1', banner: sizes }],
      bids: [{ price: 0, w: 7 }],
      result: [{ type: 'banner', bid: { w: 3, h: 4 } }],
    },
  },
});

testAdapter(silvermob, {
  requests: {
    'gets host and zone in the URL': {
      builder: { endpoint: 'https://{{.Host}}.acme.example/{{.ZoneID}}' },
      params: [{ host: 'eu', zoneid: 'z y' }],
      request: { device },
      calls: [{ uri: 'https://eu.acme.example/z y' }],
      headers: ofDevice,
    },
    'gets no imps that cannot be read, or of another host': {
      imps: [...unread.imps, { id: '3', ext: { bidder: { host: 'EU' } } }],
      errors: [
        `error unmarshaling imp.ext: ${NOT_AN_OBJECT}`,
        `error unmarshaling imp.ext.bidder: ${NOT_AN_OBJECT}`,
        'invalid host EU',
      ].map(badInput),
    },
    'names the missing param in the Java variant': {
      ...java,
      params: ['x', {}, { host: 'x' }, { host: 'x', zoneid: 'z' }],
      errors: [
        `error unmarshalling imp.ext.bidder: ${NOT_AN_OBJECT}`,
        'host is a required silvermob ext.imp param',
        'zoneId is a required silvermob ext.imp param',
        'Invalid host: x',
      ].map(badInput),
    },
  },
  responses: {
    'bids by `mtype`, in dollars': {
      ...mtypes,
      types: ['banner', 'video', 'native'],
      currency: 'USD',
      errors: [generic('Unable to fetch mediaType for imp: 1')],
    },
    'needs a seatbid': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'reads 400 as bad input': { status: 400, errors: [badInput(`Bad Request status code: 400. ${HINT}`)] },
    'reads 500 as an error of no class': { status: 500, errors: [generic(`Unexpected status code: 500. ${HINT}`)] },
    'loses all bids to one without a type in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}],
      errors: [badServer('Missing MType for bid: b')],
    },
  },
});

testAdapter(startio, {
  requests: {
    'gets one call per imp, whatever its params': {
      ...unread,
      request: { cur: ['EUR', 'USD'] },
      calls: [{ imps: unread.imps.slice(0, 1) }, { imps: unread.imps.slice(1) }],
      headers: openRtb25,
    },
    'gets nothing in another currency than dollars': {
      request: { cur: ['EUR'] },
      errors: [badInput('unsupported currency: only USD is accepted')],
    },
    'gets no audio in the Java variant': {
      ...java,
      imps: [
        { id: '1', audio: {} },
        { id: '2', audio: {}, video: {} },
      ],
      request: { app: { id: 'a' } },
      calls: [{ imps: [{ id: '2', video: {} }] }],
      errors: [badInput('imp[0]: Unsupported media type, bidder does not support audio.')],
    },
    'gets nothing without an id of site or app in the Java variant': {
      ...java,
      request: { cur: ['EUR'] },
      errors: [badInput('Bidder requires either app.id or site.id to be specified.')],
    },
  },
  responses: {
    'bids by the type in `ext`, in dollars': {
      bids: [type('banner'), type('video'), type('native'), type('audio'), {}],
      cur: 'EUR',
      types: ['banner', 'video', 'native'],
      currency: 'USD',
      errors: [1, 2].map(() => badServer('Failed to parse bid media type for impression 1.')),
    },
    'does not bid without seatbids': { body: {} },
    'does not bid without bids in the first seatbid': { body: { seatbid: [{ bid: [] }, { bid: [{ impid: '1' }] }] } },
    'needs a readable body': { body: '"x"', errors: [badInput(`failed to unmarshal response body: ${NOT_AN_OBJECT}`)] },
  },
});
