/** Exchanges with one call per imp, which convert floors to dollars and get their params in the URL or in extensions. */

import adverxo from '#src/bidders/adapters/adverxo.ts';
import adview from '#src/bidders/adapters/adview.ts';
import connatix from '#src/bidders/adapters/connatix.ts';
import displayio from '#src/bidders/adapters/displayio.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { dollars, euros, HINT, imp, pounds } from '../kit/adapter-fixtures.ts';
import { java, NOT_AN_OBJECT, openRtb25, testAdapter } from '../kit/adapter-table.ts';

const noRate = "Currency conversion rate not found: 'GBP' => 'USD'";
const notConverted = (id: string) => badInput(`Unable to convert provided bid floor currency from GBP to USD for imp \`${id}\``);
const plainJson = { 'Content-Type': 'application/json', Accept: 'application/json' };

const unit = { builder: { endpoint: 'https://a.example/{{.AdUnit}}/{{.TokenID}}' } };
testAdapter(adverxo, {
  requests: {
    'gets unit and token in the URL': {
      ...unit,
      imps: [imp('1', { adUnitId: 7, auth: 'a b' }, euros), imp('2', { auth: 7 }), { id: '3', ext: 'x' }, imp('4', {}, pounds)],
      headers: {},
      calls: [{ uri: 'https://a.example/7/a b', imps: [imp('1', { adUnitId: 7, auth: 'a b' }, dollars)] }],
      errors: [
        badInput('imp 2: unable to unmarshal ext.bidder: cannot unmarshal auth: expects " or n, but found 7'),
        badInput('imp 3: unable to unmarshal ext'),
        generic(noRate),
      ],
    },
    'does not get an imp without params': {
      imps: [{ id: '1', ext: {} }],
      errors: [badInput('imp 1: unable to unmarshal ext.bidder: unexpected end of JSON input')],
    },
    'has its own message in the Java variant': {
      ...java,
      params: ['x'],
      errors: [badInput(`Error parsing ext.imp.bidder: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids with unwrapped native markup and the price in it, not in the notice': {
      bids: [{ mtype: 4, price: 0.5, adm: '{"native": {"a":"${AUCTION_PRICE}"}}', nurl: '${AUCTION_PRICE}' }],
      result: [{ type: 'native', bid: { adm: '{"a":"0.5"}', nurl: '${AUCTION_PRICE}' } }],
      currency: '',
    },
    'fails at native markup that is no object': {
      bids: [{ mtype: 1 }, { mtype: 4, adm: '[]' }],
      errors: [generic('unable to unmarshal native adm')],
    },
    'fails at a wrapped value that is no object': {
      bids: [{ mtype: 4, adm: '{"native":1}' }],
      errors: [generic('unable to get native adm')],
    },
    'fails at a bid of another type': { bids: [{ mtype: 3 }], errors: [badServer('unsupported MType 3')] },
    'fails at an empty body': { body: '', errors: [generic('unexpected end of JSON input')] },
    'reads 400 as a bad response': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}.`)] },
    'leaves native markup in the Java variant': {
      ...java,
      bids: [{ mtype: 4, adm: '{"native":1}' }],
      result: [{ type: 'native', bid: { adm: '{"native":1}' } }],
    },
  },
});

testAdapter(adview, {
  requests: {
    'gets the placement as tag and the banner’s first format as its size': {
      builder: { endpoint: 'https://a.example/{{.AccountID}}' },
      imps: [
        { ...imp('1', { accountId: 'a' }, euros), banner: { w: 1, h: 1, format: [{ w: 300, h: 250 }] } },
        imp('2', {}, pounds),
        imp('3', 'x'),
      ],
      headers: {},
      calls: [
        {
          uri: 'https://a.example/a',
          body: {
            id: 'request',
            cur: ['USD'],
            imp: [{ ...imp('1', { accountId: 'a' }, dollars), tagid: '', banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] } }],
          },
        },
      ],
      errors: [generic(noRate), badInput(`invalid bidderExt.Bidder, ${NOT_AN_OBJECT}`)],
    },
    'has its own messages in the Java variant': {
      ...java,
      imps: [imp('1', 'x'), imp('2', {}, pounds)],
      errors: [badInput('invalid imp.ext'), notConverted('2')],
    },
  },
  responses: {
    'bids for the type it names, in dollars': {
      cur: 'EUR',
      bids: [{ mtype: 2 }, { mtype: 3 }],
      types: ['video'],
      currency: 'USD',
      errors: [generic('Unable to fetch mediaType in impID: 1, mType: 3')],
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unexpected status code: 400. Bad request from publisher.')] },
    'needs a type in the Java variant': { ...java, bids: [{}], types: [], errors: [badServer('Missing MType for bid: b')] },
  },
});

const device = { ip: '1.2.3.4', ipv6: '::1', ua: 'agent' };
testAdapter(connatix, {
  requests: {
    'gets its params in imp.ext, and the region of the user’s id': {
      imps: [
        {
          id: '1',
          ...euros,
          banner: { format: [{ w: 300, h: 250 }] },
          ext: { gpid: 'g', bidder: { placementId: 'p', viewabilityPercentage: 0 } },
        },
        { id: '2', displaymanagerver: 'own', ext: {} },
      ],
      builder: { endpoint: 'https://a.example/b?x=1' },
      request: { device, user: { buyeruid: ' 2-u ' }, app: { ext: { srv: { source: 'sdk', version: '1' } } } },
      headers: { ...plainJson, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
      calls: [
        {
          uri: 'https://a.example/b?dc=us-west-2',
          imps: [
            {
              id: '1',
              ...dollars,
              banner: { w: 300, h: 250, format: [{ w: 300, h: 250 }] },
              displaymanagerver: 'sdk-1',
              ext: { gpid: 'g', connatix: { placementId: 'p' } },
            },
          ],
        },
        { imps: [{ id: '2', displaymanagerver: 'own', ext: { connatix: {} } }] },
      ],
    },
    'is called without a query for a user of no region': {
      builder: { endpoint: 'https://a.example/b?x=1' },
      request: { device, user: { buyeruid: '4-u' } },
      calls: [{ uri: 'https://a.example/b' }],
    },
    'drops imps that cannot be read or whose floor has no rate': {
      imps: [imp('1', 'x'), imp('2', {}, pounds)],
      request: { device },
      errors: [badInput(NOT_AN_OBJECT), generic(noRate)],
    },
    'needs an address': { params: ['x'], request: { device: { ua: 'agent' } }, errors: [badInput('Device IP is required')] },
  },
  responses: {
    'bids for video if the bid says so, else for banner': {
      cur: 'EUR',
      bids: [{ ext: { connatix: { mediaType: 'video' } } }, { ext: { connatix: { mediaType: 'VIDEO' } } }, {}],
      types: ['video', 'banner', 'banner'],
      currency: 'USD',
    },
  },
});

const ofInventory = { placementId: 'p', inventoryId: '' };
testAdapter(displayio, {
  requests: {
    'gets its ids in the request, and floors in dollars': {
      builder: { endpoint: 'https://a.example/{{.PublisherID}}' },
      imps: [imp('1', { publisherId: 'p', placementId: 'p' }, { bidfloor: -2, bidfloorcur: 'EUR' }), imp('2', {}, { bidfloor: 2 })],
      request: { ext: { a: 1, displayio: 2 } },
      headers: openRtb25,
      calls: [
        {
          uri: 'https://a.example/p',
          body: {
            id: 'request',
            ext: { a: 1, displayio: ofInventory },
            imp: [imp('1', { publisherId: 'p', placementId: 'p' }, { bidfloor: -3, bidfloorcur: 'USD' })],
          },
        },
        { imps: [imp('2', {}, { bidfloor: 2, bidfloorcur: 'USD' })] },
      ],
    },
    'converts floors before it reads params': {
      imps: [imp('1', 'x', pounds), { id: '2' }, imp('3', 'x')],
      errors: [generic(noRate), generic('impression extensions required'), badInput(NOT_AN_OBJECT)],
    },
    'converts floors after it has read params in the Java variant': {
      ...java,
      imps: [imp('1', 'x', pounds), imp('2', {}, pounds)],
      errors: [badInput(NOT_AN_OBJECT), badInput(noRate)],
    },
  },
  responses: {
    'bids for the type it names, in dollars': {
      cur: 'EUR',
      bids: [{ mtype: 3 }, { mtype: 5 }],
      types: ['audio'],
      currency: 'USD',
      errors: [badServer('unsupported MType 5')],
    },
    'needs exactly one seatbid': { body: {}, errors: [badServer('Invalid SeatBids count: 0')] },
    'bids for banner and video only in the Java variant': {
      ...java,
      bids: [{ mtype: 3 }],
      types: [],
      errors: [badServer('unsupported MType 3')],
    },
  },
});
