/** Exchanges with one call per imp. */

import bidmachine from '#src/bidders/adapters/bidmachine.ts';
import targetVideo from '#src/bidders/adapters/targetVideo.ts';
import videobyte from '#src/bidders/adapters/videobyte.ts';
import vidoomy from '#src/bidders/adapters/vidoomy.ts';
import zentotem from '#src/bidders/adapters/zentotem.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { HINT, mixed, mtypes, ofMixed, sizes, unread } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const device = { ua: 'agent', ip: '1.2.3.4', ipv6: '::1', os: 'ios' };
const ofDevice = { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] };

const rewarded = { is_rewarded_inventory: 1 };

testAdapter(targetVideo, {
  requests: {
    'gets the placement as stored request, and what else has a meaning': {
      imps: [{ id: '1', ext: { bidder: { placementId: '07' }, srv: { options: {}, storedrequest: { id: 'x' }, unknown: 1 }, tid: 't' } }],
      calls: [{ imps: [{ id: '1', ext: { srv: { options: {}, storedrequest: { id: '7' } }, tid: 't' } }] }],
    },
    'gets all digits of a long placement': {
      params: [{ placementId: '9007199254740993' }],
      calls: [{ imps: [{ id: '1', banner: {}, ext: { srv: { storedrequest: { id: '9007199254740993' } } } }] }],
    },
    'gets 0 without a placement': { calls: [{ imps: [{ id: '1', banner: {}, ext: { srv: { storedrequest: { id: '0' } } } }] }] },
    'gets no imps that cannot be read': {
      imps: [...unread.imps, ...['x', '9'.repeat(20)].map((placementId) => ({ id: placementId, ext: { bidder: { placementId } } }))],
      errors: [
        'Invalid ext.bidder',
        NOT_AN_OBJECT,
        'strconv.Atoi: parsing "x": invalid syntax',
        'strconv.Atoi: parsing "99999999999999999999": value out of range',
      ].map(badInput),
    },
  },
  responses: { 'bids for video, in the currency of the response': { bids: [{}], types: ['video'], currency: '' } },
});

const byte = { pubId: 'a b', placementId: 'p', nid: 'n' };

testAdapter(videobyte, {
  requests: {
    'gets its params in the URL': {
      params: [byte, {}],
      request: { site: { domain: 'd', ref: 'r' } },
      calls: [
        { uri: 'https://acme.example/bid?nid=n&pid=a+b&placementId=p&source=pbs' },
        { uri: 'https://acme.example/bid?pid=&source=pbs' },
      ],
      headers: { ...jsonAccept, Origin: 'd', Referer: 'r' },
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: [
        `Ignoring imp id=1, error while decoding extImpBidder, err: ${NOT_AN_OBJECT}`,
        `Ignoring imp id=2, error while decoding impExt, err: ${NOT_AN_OBJECT}`,
      ].map(badInput),
    },
    'gets the params in another order in the Java variant': {
      ...java,
      params: [byte],
      calls: [{ uri: 'https://acme.example/bid?source=pbs&pid=a+b&placementId=p&nid=n' }],
    },
  },
  responses: {
    'bids for banner by the imp, else for video, in dollars': { ...ofMixed, types: ['banner', 'video', 'video', 'video'], currency: 'USD' },
    'reads 400 as bad input': { status: 400, errors: [badInput(`Bad user input: HTTP status 400. ${HINT}`)] },
    'needs a readable body': { body: '"x"', errors: [badServer('Bad Server Response')] },
    'bids in dollars in the Java variant': { ...java, bids: [{}], cur: 'EUR', types: ['banner'], currency: 'USD' },
  },
});

const unsized = {
  imps: [
    { id: '1', banner: { w: 0, h: 5 } },
    { id: '2', banner: { w: 5 } },
  ],
};
const badSizes = ['invalid sizes provided for Banner 0 x 5', 'no sizes provided for Banner []'];

testAdapter(vidoomy, {
  requests: {
    'gets both sizes of the first format, whatever the params': {
      imps: [{ id: '1', banner: { ...sizes, w: 9 }, ext: 'x' }],
      request: { device },
      calls: [{ imps: [{ id: '1', banner: { ...sizes, w: 3, h: 4 }, ext: 'x' }] }],
      headers: ofDevice,
    },
    'gets no banner without a size': { ...unsized, errors: badSizes.map(generic) },
    'reads such a banner as bad input in the Java variant': { ...java, ...unsized, errors: badSizes.map(badInput) },
  },
  responses: {
    'bids for video or banner, by the imp, in dollars': {
      imps: mixed,
      bids: [{}, { impid: '3' }],
      types: ['video'],
      currency: 'USD',
    },
    'loses all bids to an unknown imp': { ...ofMixed, errors: [badServer("Unknown ad unit code '7'")] },
    'needs a readable body': { body: '"x"', errors: [badServer(`Bad server response: &{%!d(string=${NOT_AN_OBJECT})}.`)] },
    'loses all bids to an imp of another type in the Java variant': {
      ...java,
      imps: mixed,
      bids: [{}, { impid: '3' }],
      errors: [badServer("Unknown ad unit code '3'")],
    },
  },
});

testAdapter(zentotem, {
  requests: {
    'gets all imps in every call, each for one of them': {
      ...unread,
      calls: [
        { imps: unread.imps, impIds: ['1'], headers: {} },
        { imps: unread.imps, impIds: ['2'], headers: {} },
      ],
    },
    'gets one imp per call in the Java variant': {
      ...java,
      ...unread,
      calls: [{ imps: unread.imps.slice(0, 1) }, { imps: unread.imps.slice(1) }],
    },
  },
  responses: {
    'bids by `mtype`, in the currency of the response': {
      ...mtypes,
      types: ['banner', 'video', 'native'],
      currency: '',
      errors: [generic('could not define media type for impression: 1')],
    },
    'needs a readable body': { body: '"x"', errors: [generic(NOT_AN_OBJECT)] },
  },
});

const machine = { host: 'h', path: '/a b/../c/', seller_id: 's,1/' };
const start = 'Impression with id: 1 has following error: Banner width and height is not provided and banner format';

testAdapter(bidmachine, {
  requests: {
    'gets host, path and seller in the URL': {
      builder: { endpoint: 'https://{{.Host}}.acme.example' },
      params: [machine],
      imps: [{ id: '1', video: {}, ext: { bidder: machine } }],
      calls: [{ uri: 'https://h.acme.example/c/s,1', imps: [{ id: '1', video: {}, ext: { bidder: machine } }] }],
      headers: { 'Content-Type': 'application/json', Accept: 'application/json', 'X-Openrtb-Version': '2.5' },
    },
    'gets no skippable creatives for rewarded imps': {
      imps: [{ id: '1', banner: { w: 1, battr: [1] }, video: { battr: [16] }, ext: { bidder: machine, srv: rewarded } }],
      calls: [{ imps: [{ id: '1', banner: { w: 1, battr: [1, 16] }, video: { battr: [16] }, ext: { bidder: machine, srv: rewarded } }] }],
    },
    'gets no banner without a size, and no imp of a bad host': {
      imps: [
        { id: '1', banner: {}, ext: 'x' },
        { id: '1', banner: { format: [] } },
        { id: '3', video: {}, ext: 'x' },
        { id: '4', video: {}, ext: { bidder: { host: 'a/b' } } },
      ],
      errors: [
        `${start} is missing. At least one is required`,
        `${start} array is empty. At least one is required`,
        NOT_AN_OBJECT,
        'Failed to create final URL with provided host',
      ].map(badInput),
    },
    'gets no imp of a host that makes no address': {
      builder: { endpoint: 'https://{{.Host}}.acme.example' },
      imps: [{ id: '1', video: {}, ext: { bidder: { ...machine, host: 'h:80' } } }],
      errors: [badInput('Failed to create final URL with provided host')],
    },
    'needs an endpoint of the host’s own in the Java variant': {
      ...java,
      builder: { endpoint: bidmachine.java?.info.endpoint ?? '' },
      imps: [{ id: '1', video: {}, ext: { bidder: machine } }],
      errors: [badInput('Failed to create final URL with provided host')],
    },
    'gets encoded values in the Java variant': {
      ...java,
      builder: { endpoint: 'https://{HOST}.acme.example/{PATH}/{SELLER_ID}' },
      imps: [
        { id: '1', video: {}, ext: { bidder: { ...machine, path: 'a/b' } } },
        { id: '2', video: {}, ext: 'x' },
      ],
      calls: [{ uri: 'https://h.acme.example/a%2Fb/s%2C1%2F' }],
      errors: [badInput('Missing bidder ext in impression with id: 2')],
    },
  },
  responses: {
    'bids for banner or video, by the imp, in dollars': {
      ...ofMixed,
      types: ['banner', 'video', 'banner'],
      currency: 'USD',
      errors: [badServer("ignoring bid id=b, request doesn't contain any valid impression with id=7")],
    },
    'shows the body of 503': { status: 503, body: 'no', errors: [badInput('unexpected status code: 503 no')] },
  },
});
