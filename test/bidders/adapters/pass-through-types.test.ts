/** Exchanges that receive the request unchanged and have their own rules for bid media types. */
import aax from '#src/bidders/adapters/aax.ts';
import bidtheatre from '#src/bidders/adapters/bidtheatre.ts';
import bliink from '#src/bidders/adapters/bliink.ts';
import criteo from '#src/bidders/adapters/criteo.ts';
import definemedia from '#src/bidders/adapters/definemedia.ts';
import epom from '#src/bidders/adapters/epom.ts';
import nobid from '#src/bidders/adapters/nobid.ts';
import pwbid from '#src/bidders/adapters/pwbid.ts';
import { badInput, badServer, generic, warning } from '#src/bidders/errors.ts';
import { java, json, jsonAccept, testAdapter, type, unread } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const several = {
  imps: [
    { id: '1', banner: {}, video: {} },
    { id: '2', native: {}, audio: {} },
    { id: '3', banner: {} },
    { id: '3', native: {} },
  ],
};
const ofSeveral = { ...several, bids: ['1', '2', '3', '4'].map((impid) => ({ impid })) };
const failedFor = (text: string, ...ids: string[]) => ids.map((id) => generic(`${text}: ${id}`));

testAdapter(aax, {
  requests: {
    'gets the host’s name in the URL': {
      builder: { endpoint: 'https://acme.example/bid?b=1', extraInfo: 'https://host.example/a b' },
      calls: [{ uri: 'https://acme.example/bid?b=1&src=https%3A%2F%2Fhost.example%2Fa+b', headers: json }],
    },
    'gets the request unchanged if the host has no name': { ...unread, headers: json },
    'gets the host’s own URL in the Java variant': {
      ...java,
      builder: {
        endpoint: 'https://acme.example/bid?src={PREBID_SERVER_ENDPOINT}',
        extraInfo: 'x',
        server: { ...builder.server, externalUrl: 'https://own.example' },
      },
      calls: [{ uri: 'https://acme.example/bid?src=https%3A%2F%2Fown.example' }],
    },
  },
  responses: {
    'bids for the type it names, in dollars': {
      bids: ['banner', 'native', 'video'].map((adCodeType) => ({ impid: '7', ext: { adCodeType } })),
      types: ['banner', 'native', 'video'],
      cur: 'EUR',
      currency: 'USD',
    },
    'else for the only type of its imp, which is not audio': {
      ...ofSeveral,
      types: ['native'],
      errors: failedFor('unable to fetch mediaType in multi-format', '1', '3', '4'),
    },
    'bids in dollars in the Java variant, too': {
      ...java,
      cur: 'EUR',
      bids: [{ impid: '7', ext: { adCodeType: 'audio' } }, {}],
      types: ['banner'],
      currency: 'USD',
      errors: [badServer('Unable to fetch mediaType in multi-format: 7')],
    },
  },
});

testAdapter(bliink, {
  requests: { 'gets the request unchanged': { ...unread, headers: { ...jsonAccept, 'X-Openrtb-Version': '2.5' } } },
  responses: {
    'bids for the only type of its imp, which is not audio': {
      ...ofSeveral,
      types: ['native'],
      currency: '',
      errors: failedFor('unable to fetch mediaType in multi-format', '1', '3', '4'),
    },
    'needs seatbids': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'reads 400 as bad input': {
      status: 400,
      errors: [badInput('Unexpected status code: 400. Bad request from publisher. Run with request.debug = 1 for more info.')],
    },
    'bids for audio in the Java variant, in the first seatbid': {
      ...java,
      imps: [{ id: '1', audio: {} }],
      body: { seatbid: [{ bid: [{ impid: '1' }] }, { bid: [{ impid: '1' }] }] },
      types: ['audio'],
    },
  },
});

testAdapter(criteo, {
  responses: {
    'bids for the type it names, unchecked': {
      bids: [type('native'), type('popup'), { ext: {} }],
      types: ['native', 'popup', ''],
    },
    'needs readable `ext`s': {
      bids: [type('native'), { impid: '7' }],
      errors: [badServer('Missing ext.prebid.type in bid for impression : 7.')],
    },
  },
});

testAdapter(bidtheatre, {
  requests: { 'gets the request unchanged, without headers': { ...unread, headers: {} } },
  responses: {
    'bids by the type in `ext`, with the price filled in': {
      bids: [{ ...type('audio'), price: 1.5, adm: 'a${AUCTION_PRICE}', nurl: 'n${AUCTION_PRICE}', burl: 'b${AUCTION_PRICE}' }],
      types: ['audio'],
      result: [{ bid: { adm: 'a1.5', nurl: 'n1.5', burl: 'b${AUCTION_PRICE}' } }],
      currency: '',
    },
    'drops bids without a type': {
      bids: [{}, { ext: {} }, type(), type('popup')],
      types: [],
      errors: [
        badServer('Failed to parse impression "1" mediatype'),
        badServer('Failed to parse impression "1" mediatype'),
        generic('invalid BidType: '),
        generic('invalid BidType: popup'),
      ],
    },
    'has one message for them in the Java variant': {
      ...java,
      bids: [{}, type('popup')],
      types: [],
      errors: [badServer('Failed to parse impression "1" mediatype'), badServer('Failed to parse impression "1" mediatype')],
    },
  },
});

testAdapter(definemedia, {
  requests: { 'gets the request unchanged, without headers': { ...unread, headers: {} } },
  responses: {
    'bids for banner and native by the type in `ext`, in dollars': {
      bids: [type('banner'), type('native'), type('video'), {}],
      types: ['banner', 'native'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badServer('Invalid mediatype in the impression'), badServer('Failed to parse impression "1" mediatype')],
    },
    'names type and imp in the Java variant': {
      ...java,
      bids: [type('video'), type(), {}],
      types: [],
      errors: [
        badServer('Invalid mediatype: video in the impression 1'),
        badServer('Invalid mediatype: null in the impression 1'),
        badServer('Failed to parse impression 1 mediatype'),
      ],
    },
  },
});

testAdapter(epom, {
  requests: {
    'gets the request unchanged': { ...unread, request: { device: { ip: '1.2.3.4' } }, headers: jsonAccept },
    'gets no request without an address': { request: { device: { ipv6: '::1' } }, errors: [badInput('ipv4 address is required field')] },
  },
  responses: {
    'bids for what the imp is, else for banners, in dollars': {
      imps: [
        { id: '1', video: {}, native: {} },
        { id: '2', audio: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['video', 'banner', 'banner'],
      cur: 'EUR',
      currency: 'USD',
    },
    'warns if its first seatbid has no bids': {
      body: { seatbid: [{ bid: [] }, { bid: [{ impid: '1' }] }] },
      errors: [warning('No bids in response')],
    },
    'warns if there is no seatbid': { body: {}, errors: [warning('No bids in response')] },
    'does not warn in the Java variant': { ...java, body: {}, types: [] },
    'reads 403 as bad input': { status: 403, errors: [badInput('Unexpected status code: 403. Bad request to dsp')] },
    'reads 503 as a bad server response': { status: 503, errors: [badServer('Unexpected status code: 503. Dsp server internal error')] },
    'reads 302 as a bad server response': { status: 302, errors: [badServer('Unexpected status code: 302')] },
  },
});

testAdapter(nobid, {
  requests: {
    'gets the request unchanged': { ...unread, headers: jsonAccept },
    'gets no request without imps': { params: [], errors: [badInput('No Imps in Bid Request')] },
  },
  responses: {
    'bids for video if the imp is no banner, in dollars': {
      imps: [
        { id: '1', banner: {}, video: {} },
        { id: '2', video: {} },
        { id: '3', native: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '3' }, { impid: '7' }],
      types: ['banner', 'video', 'banner'],
      cur: 'EUR',
      currency: 'USD',
      errors: [badInput('Failed to find impression "7"')],
    },
    'does not quote the imp in the Java variant': {
      ...java,
      bids: [{ impid: '7' }],
      types: [],
      errors: [badInput('Failed to find impression 7')],
    },
  },
});

const NOT_PRESENT = badServer('The impression with ID 7 is not present into the request');

testAdapter(pwbid, {
  requests: { 'gets the request unchanged, without headers': { ...unread, headers: {} } },
  responses: {
    'bids for banner before native before video, in dollars': {
      imps: [
        { id: '1', video: {}, native: {} },
        { id: '2', banner: {}, native: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['native', 'banner'],
      cur: 'EUR',
      currency: 'USD',
      errors: [NOT_PRESENT],
    },
    'bids for video before native in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {}, native: {} }],
      bids: [{}],
      types: ['video'],
    },
    'loses all bids if one has no imp in the Java variant': { ...java, bids: [{}, { impid: '7' }], errors: [NOT_PRESENT] },
  },
});
