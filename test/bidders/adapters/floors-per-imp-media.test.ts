/** Exchanges with one call per imp, which convert floors to dollars and have rules of their own for imps and media types. */

import frvradn from '#src/bidders/adapters/frvradn.ts';
import limelightDigital from '#src/bidders/adapters/limelightDigital.ts';
import melozen from '#src/bidders/adapters/melozen.ts';
import sonobi from '#src/bidders/adapters/sonobi.ts';
import vungle from '#src/bidders/adapters/vungle.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { dollars, euros, imp, pounds } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter, type } from '../kit/adapter-table.ts';

const noRate = "Currency conversion rate not found: 'GBP' => 'USD'";
const notConverted = (id: string) => badInput(`Unable to convert provided bid floor currency from GBP to USD for imp \`${id}\``);
const plainJson = { 'Content-Type': 'application/json', Accept: 'application/json' };

const ids = { publisher_id: 'p', ad_unit_id: 'u' };
testAdapter(frvradn, {
  requests: {
    'gets its ids as imp.ext': {
      imps: [
        imp('1', { ...ids, more: 1 }, euros),
        imp('2', { publisher_id: 'p' }, pounds),
        { id: '3' },
        imp('4', 'x'),
        imp('5', ids, pounds),
      ],
      headers: {},
      calls: [{ imps: [{ id: '1', banner: {}, ...dollars, ext: ids }] }],
      errors: [
        badInput('publisher_id and ad_unit_id are required'),
        badInput('missing ext'),
        badInput('missing ext.bidder'),
        generic(noRate),
      ],
    },
    'needs no ids in the Java variant': {
      ...java,
      params: [{}],
      calls: [{ imps: [{ id: '1', banner: {}, ext: { publisher_id: '', ad_unit_id: '' } }] }],
    },
  },
  responses: {
    'bids for the type it names, unchecked': {
      bids: [type('video'), type('other'), {}, { ext: {} }],
      types: ['video', 'other'],
      currency: '',
      errors: [generic('unable to deserialize imp 1 bid.ext'), generic('imp 1 with unknown media type')],
    },
    'reads an empty body as no bid': { body: '' },
    'has one message in the Java variant': {
      ...java,
      bids: [type('video'), { ext: {} }],
      types: ['video'],
      errors: [badServer('unable to deserialize imp 1 bid.ext')],
    },
  },
});

const media = [{ id: '1', audio: {}, native: {} }, { id: '2' }];
const ofMedia = { imps: media, bids: ['1', '2', '3'].map((impid) => ({ impid })), types: ['audio'] };
testAdapter(limelightDigital, {
  requests: {
    'gets an id per imp and no extensions': {
      builder: { endpoint: 'https://a.example/{{.PublisherID}}?host={{.Host}}' },
      imps: [imp('1', { host: 'h', publisherId: 7 }, euros), imp('2', 'x'), imp('3', {}, pounds)],
      request: { ext: { a: 1 } },
      headers: {},
      calls: [{ uri: 'https://a.example/7?host=h', body: { id: 'request-1', imp: [{ id: '1', banner: {}, ...dollars }] } }],
      errors: [badInput('ext.bidder is not provided'), generic(noRate)],
    },
    'takes any number as the publisher': {
      builder: { endpoint: 'https://a.example/{{.PublisherID}}?host={{.Host}}' },
      params: [{ host: 'h', publisherId: 1.5 }],
      calls: [{ uri: 'https://a.example/1.5?host=h' }],
    },
    'has its own message for floors in the Java variant': { ...java, imps: [imp('3', {}, pounds)], errors: [notConverted('3')] },
  },
  responses: {
    'bids for a type of its imp': {
      ...ofMedia,
      currency: '',
      errors: [generic('unknown media type of imp: 2'), generic('bid contains unknown imp id: 3')],
    },
    'reads an empty body as no bid': { body: '' },
    'has its own messages in the Java variant': {
      ...java,
      ...ofMedia,
      errors: [badServer("Unknown media type of imp: '2'"), badServer("Bid contains unknown imp id: '3'")],
    },
  },
});

const NO_MEDIA = badInput('Invalid MediaType. MeloZen only supports Banner, Video and Native.');
testAdapter(melozen, {
  requests: {
    'gets a call per media type': {
      builder: { endpoint: 'https://a.example/{{.PublisherID}}' },
      imps: [
        { id: '1', native: {}, banner: {}, ...euros, ext: { bidder: { pubId: 'p' } } },
        { id: '2', audio: {}, ext: { bidder: {} } },
        imp('3', {}, pounds),
      ],
      headers: jsonAccept,
      calls: [
        { uri: 'https://a.example/p', impIds: ['1'], imps: [{ id: '1', banner: {}, ...dollars, ext: { bidder: { pubId: 'p' } } }] },
        { impIds: ['1'], imps: [{ id: '1', native: {}, ...dollars, ext: { bidder: { pubId: 'p' } } }] },
      ],
      errors: [NO_MEDIA, generic(noRate)],
    },
  },
  responses: {
    'bids for the type it names, in dollars': {
      cur: 'EUR',
      bids: [type('audio'), type('other'), {}, { ext: {} }],
      types: ['audio'],
      currency: 'USD',
      errors: [
        generic('invalid BidType: other'),
        badServer('Failed to parse bid mediatype for impression "1"'),
        badServer('Failed to parse bid mediatype for impression "1"'),
      ],
    },
    'bids in its own currency in the Java variant': {
      ...java,
      cur: 'EUR',
      bids: [type('audio'), type('other')],
      types: ['audio'],
      currency: 'EUR',
      errors: [badServer('Failed to parse bid mediatype for impression "1"')],
    },
  },
});

const twoImps = {
  imps: [
    { id: '1', audio: {} },
    { id: '2', native: {}, video: {} },
  ],
};
testAdapter(sonobi, {
  requests: {
    'gets the tag of the imp, else the one before': {
      imps: [imp('1', { TagID: 't' }, pounds), imp('2', {}, euros), imp('3', 'x')],
      headers: jsonAccept,
      calls: [{ body: { id: 'request', cur: ['USD'], imp: [imp('2', {}, { ...dollars, tagid: 't' })] } }],
      errors: [generic(noRate), badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids for a type of its imp, else for banner, in dollars': {
      ...twoImps,
      cur: 'EUR',
      bids: [{}, { impid: '2' }],
      types: ['banner', 'video'],
      currency: 'USD',
    },
    'fails at a bid for an unknown imp': { bids: [{}, { impid: '7' }], errors: [badInput('Failed to find impression "7" ')] },
    'knows only the sent imp in the Java variant': {
      ...java,
      ...twoImps,
      call: { body: { id: 'request', imp: [{ id: '1', video: {} }] } },
      bids: [{}, { impid: '2' }],
      errors: [badInput('Failed to find impression for ID: 2')],
    },
  },
});

const store = { app_store_id: 'a', placement_reference_id: 'p' };
testAdapter(vungle, {
  requests: {
    'gets its ids and the user’s token; a site becomes an app': {
      imps: [{ id: '1', ...euros, ext: { gpid: 'g', bidder: store } }],
      request: { user: { buyeruid: 'u' }, site: { id: 's' } },
      headers: { ...plainJson, 'X-OpenRTB-Version': '2.5' },
      calls: [
        {
          body: {
            id: 'request',
            user: { buyeruid: 'u' },
            app: { id: 'a' },
            imp: [{ id: '1', ...dollars, tagid: 'p', ext: { srv: null, bidder: store, vungle: { bid_token: 'u', ...store } } }],
          },
        },
      ],
    },
    'gets the known fields of `srv` only': {
      imps: [{ id: '1', ext: { srv: { floors: {}, more: 1 }, bidder: store } }],
      request: { user: {}, app: {} },
      calls: [{ imps: [{ id: '1', tagid: 'p', ext: { srv: { floors: {} }, bidder: store, vungle: { bid_token: '', ...store } } }] }],
    },
    'converts floors before it reads params': {
      imps: [imp('1', 'x', pounds), imp('2', 'x'), { id: '3' }, imp('4')],
      request: { user: {} },
      errors: [
        generic(`failed to convert currency (err)${noRate}`),
        generic(`failed unmarshalling bidder imp ext (err)${NOT_AN_OBJECT}`),
        generic('failed unmarshalling imp ext (err)expect { or n, but found \0'),
        generic('failed constructing app, must have app or site object in bid request'),
      ],
    },
    'makes no call without a user': { params: [store], request: { app: {} } },
    'needs no user in the Java variant, which never sends the site': {
      ...java,
      params: [store],
      request: { app: { name: 'n' }, site: {} },
      calls: [
        {
          body: {
            id: 'request',
            app: { name: 'n', id: 'a' },
            imp: [{ id: '1', banner: {}, tagid: 'p', ext: { bidder: store, vungle: store } }],
          },
        },
      ],
    },
  },
  responses: {
    'bids for video in the seat it names': {
      body: { cur: 'EUR', seatbid: [{ seat: 's', bid: [{ id: 'b', impid: '1', price: 1 }] }] },
      result: [{ type: 'video', seat: 's' }],
      currency: 'EUR',
    },
  },
});
