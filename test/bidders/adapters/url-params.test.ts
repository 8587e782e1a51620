/** Exchanges that receive the request unchanged, at a URL from the params of the first imp. */
import adagio from '#src/bidders/adapters/adagio.ts';
import adot from '#src/bidders/adapters/adot.ts';
import adtonos from '#src/bidders/adapters/adtonos.ts';
import aidem from '#src/bidders/adapters/aidem.ts';
import axonix from '#src/bidders/adapters/axonix.ts';
import blis from '#src/bidders/adapters/blis.ts';
import interactiveoffers from '#src/bidders/adapters/interactiveoffers.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, testAdapter, unread } from '../kit/adapter-table.ts';

const at = (template: string) => ({ builder: { endpoint: `https://acme.example/${template}` } });
const priced = { price: 1.5, adm: 'a${AUCTION_PRICE}', nurl: 'n${AUCTION_PRICE}', burl: 'b${AUCTION_PRICE}' };
const badExt = { imps: [{ id: '1', ext: 'x' }] };
const indexZero = (part: string) => badInput(`Invalid ${part} for impression index 0. Error Infomation: ${NOT_AN_OBJECT}`);
const audioFirst = [
  { id: '1', audio: {}, video: {} },
  { id: '2', video: {} },
  { id: '3', banner: {} },
];

testAdapter(adagio, {
  requests: { 'gets the request unchanged, whatever the params are': { ...unread, headers: jsonAccept } },
  responses: {
    'bids with meta and video data': {
      bids: [
        { mtype: 2, ext: { srv: { meta: { networkName: 'n' }, video: { duration: 9, primary_category: 'c' } } } },
        { mtype: 4 },
        { mtype: 2, ext: { srv: { video: { duration: 9 } } } },
      ],
      types: ['video', 'native', 'video'],
      cur: 'EUR',
      currency: 'EUR',
      result: [
        { meta: { networkName: 'n' }, video: { duration: 9, primary_category: 'c' } },
        { meta: undefined, video: undefined },
        { video: { duration: 9, primary_category: '' } },
      ],
    },
    'drops bids without a type, then those with an unreadable `ext`': {
      bids: [
        { mtype: 3, ext: 'x' },
        { mtype: 1, ext: 'x' },
        { mtype: 1, ext: { srv: { type: 5 } } },
      ],
      types: [],
      errors: [
        badInput('Could not define media type for impression: 1'),
        badServer(`bid ext, err: ${NOT_AN_OBJECT}`),
        badServer('bid ext, err: cannot unmarshal srv.type: expects " or n, but found 5'),
      ],
    },
    'needs seatbids': { body: {}, errors: [badServer('empty seatbid array')] },
    'names an unreadable response': { body: '[]', errors: [badServer('bid response, err: expect { or n, but found [')] },
    'has video data directly in `ext` in the Java variant': {
      ...java,
      bids: [
        { mtype: 2, ext: { video: { duration: 9, primary_category: 'c' } } },
        { mtype: 1, ext: 'x' },
      ],
      result: [{ type: 'video', video: { duration: 9, primary_category: 'c' } }],
      errors: [badServer('bid.ext can not be parsed')],
    },
  },
});

testAdapter(adot, {
  requests: {
    'is called at the path of the first imp': {
      ...at('bid{PUBLISHER_PATH}/x'),
      params: [{ publisherPath: '/hubvisor' }, 'x'],
      calls: [{ uri: 'https://acme.example/bid/hubvisor/x', headers: json, impIds: ['1', '2'] }],
    },
    'is called without a path if the params are unreadable': {
      ...at('bid{PUBLISHER_PATH}/x'),
      params: [{ publisherPath: '/hubvisor', parallax: 'x' }],
      calls: [{ uri: 'https://acme.example/bid/x' }],
    },
  },
  responses: {
    'bids with the price in markup and notice, in dollars; bids without a type are dropped': {
      bids: [{ ...priced, ext: { adot: { media_type: 'native' } } }, { ext: { adot: { media_type: 'Video' } } }, { ext: 'x' }, {}],
      types: ['native'],
      result: [{ bid: { adm: 'a1.5', nurl: 'n1.5', burl: 'b${AUCTION_PRICE}' } }],
      cur: 'EUR',
      currency: 'USD',
    },
    'bids in its own currency in the Java variant': { ...java, bids: [], types: [], cur: 'EUR', currency: 'EUR' },
  },
});

testAdapter(adtonos, {
  requests: {
    'is called at the supplier of the first imp': {
      ...at('{{.PublisherID}}'),
      params: [{ supplierId: 's 1' }, 'x'],
      calls: [{ uri: 'https://acme.example/s 1', headers: jsonAccept, impIds: ['1', '2'] }],
    },
    'reports unreadable params': { params: ['x'], errors: [indexZero('imp.ext.bidder')] },
    'reports an unreadable `ext`': { ...badExt, errors: [indexZero('imp.ext')] },
    'reports both as params in the Java variant': { ...java, ...badExt, errors: [indexZero('imp.ext.bidder')] },
  },
  responses: {
    'bids by mtype, else for audio before video of the imp': {
      imps: audioFirst,
      bids: [{ mtype: 3 }, { mtype: 9 }, { impid: '2' }, { impid: '3' }, { impid: '4' }],
      types: ['audio', 'audio', 'video'],
      currency: '',
      errors: [badInput('Unsupported bidtype for bid: "3"'), badInput('Failed to find impression: "4"')],
    },
    'names the bid in the Java variant': {
      ...java,
      imps: audioFirst,
      bids: [{ id: 'x', impid: '3' }, { impid: '4' }],
      types: [],
      errors: [badServer('Unsupported bidtype for bid: x'), badServer('Failed to find impression: 4')],
    },
  },
});

testAdapter(aidem, {
  requests: {
    'is called with the publisher of the first imp': {
      ...at('?id={{.PublisherID}}'),
      params: [{ publisherId: 'p' }, 'x'],
      calls: [{ uri: 'https://acme.example/?id=p', headers: json }],
    },
    'does not accept a rate limit that is a number': {
      params: [{ publisherId: 'p', rateLimit: 0.5 }],
      errors: [badInput('cannot unmarshal rateLimit: expects " or n, but found 0')],
    },
    'accepts one in the Java variant': { ...java, params: [{ publisherId: 'p', rateLimit: 0.5 }], calls: [{ impIds: ['1'] }] },
    'names the imp of unreadable params there': {
      ...java,
      params: ['x'],
      errors: [badInput('Missing bidder ext in impression with id: 1')],
    },
  },
  responses: {
    'bids by mtype, in dollars': {
      bids: [{ mtype: 2 }, { mtype: 4, impid: '7' }],
      types: ['video'],
      cur: 'EUR',
      currency: 'USD',
      errors: [generic('Unable to fetch mediaType in multi-format: 7')],
    },
    'reads any status as bad input': {
      status: 500,
      errors: [badInput('Unexpected status code: 500. Run with request.debug = 1 for more info')],
    },
    'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'names an unreadable response': { body: '[]', errors: [badServer('JSON parsing error: expect { or n, but found [')] },
    'needs no seatbids in the Java variant': { ...java, body: {} },
    'names the bid without mtype there': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});

testAdapter(axonix, {
  requests: {
    'is called at the escaped supply of the first imp': {
      ...at('{{.AccountID}}'),
      params: [{ supplyId: 'a/b c' }, 'x'],
      calls: [{ uri: 'https://acme.example/a%2Fb%20c', headers: { 'Content-Type': 'application/json' } }],
    },
    'reports unreadable params': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'has its own message in the Java variant': { ...java, params: ['x'], errors: [badInput('Imp.ext could not be parsed')] },
  },
  responses: {
    'bids for native before video, else for banners, with the price filled in': {
      imps: [
        { id: '1', banner: {}, video: {}, native: {} },
        { id: '2', banner: {}, video: {} },
      ],
      bids: [priced, { impid: '2' }, { impid: '7' }],
      types: ['native', 'video', 'banner'],
      result: [{ bid: { adm: 'a1.5', nurl: 'n1.5', burl: 'b${AUCTION_PRICE}' } }, {}, {}],
      currency: '',
    },
    'reads 400 as a bad server response': { status: 400, errors: [badServer('Unexpected status code: 400.')] },
  },
});

testAdapter(blis, {
  requests: {
    'is called at the partner of the first imp, with a header of it': {
      ...at('{{.SupplyId}}'),
      params: [{ spid: 's1' }, 'x'],
      calls: [{ uri: 'https://acme.example/s1', headers: { 'X-Supply-Partner-Id': 's1' } }],
    },
    'reports unreadable params': { params: ['x'], errors: [indexZero('imp.ext.bidder')] },
    'reports an unreadable `ext`': { ...badExt, errors: [indexZero('imp.ext')] },
    'gets JSON headers in the Java variant': {
      ...java,
      params: [{ spid: 's1' }],
      calls: [{ headers: { ...jsonAccept, 'X-Supply-Partner-Id': 's1' } }],
    },
    'has its own message there': { ...java, params: ['x'], errors: [badInput(`Error parsing imp.ext: ${NOT_AN_OBJECT}`)] },
  },
  responses: {
    'bids by mtype with all prices filled in; others are dropped': {
      bids: [{ ...priced, mtype: 4 }, { mtype: 3 }, {}],
      types: ['native'],
      result: [{ bid: { adm: 'a1.5', nurl: 'n1.5', burl: 'b1.5' } }],
      currency: '',
    },
    'reports dropped ones in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      types: [],
      errors: [badServer('Failed to parse media type of impression ID 1')],
    },
  },
});

testAdapter(interactiveoffers, {
  requests: {
    'is called with the partner of the first imp': {
      ...at('?id={{.AccountID}}'),
      params: [{ partnerId: 'abcd' }, 'x'],
      calls: [{ uri: 'https://acme.example/?id=abcd', headers: jsonAccept }],
    },
    'is called without a partner if there is none': { ...at('?id={{.AccountID}}'), calls: [{ uri: 'https://acme.example/?id=' }] },
    'reports unreadable params': { params: ['x'], errors: [badInput(NOT_AN_OBJECT)] },
    'loses the partner’s first and last character in the Java variant': {
      ...java,
      ...at('?id={PartnerId}'),
      params: [{ partnerId: 'abcd' }],
      calls: [{ uri: 'https://acme.example/?id=bc' }],
    },
    'accepts any params there': { ...java, ...at('?id={PartnerId}'), params: ['x'], calls: [{ uri: 'https://acme.example/?id=' }] },
  },
  responses: {
    'bids for banners': { bids: [{ mtype: 2 }], types: ['banner'], currency: '' },
    'reads 400 as bad input': {
      status: 400,
      errors: [badInput('Unexpected status code: 400. Bad request from publisher. Run with request.debug = 1 for more info.')],
    },
  },
});
