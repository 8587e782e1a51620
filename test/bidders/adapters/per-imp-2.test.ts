/** Exchanges with one call per imp, or one imp that is read. */

import adhese from '#src/bidders/adapters/adhese.ts';
import adman from '#src/bidders/adapters/adman.ts';
import adtrgtme from '#src/bidders/adapters/adtrgtme.ts';
import aso from '#src/bidders/adapters/aso.ts';
import bmtm from '#src/bidders/adapters/bmtm.ts';
import boldwinRapid from '#src/bidders/adapters/boldwin_rapid.ts';
import clydo from '#src/bidders/adapters/clydo.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { device, HINT, mixed, mtypes, ofMixed, unread } from '../kit/adapter-fixtures.ts';
import { java, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';

const adheseParams = { account: 'demo', location: 'a b', format: 'f', targets: { SL: ['own'], x: ['1'] } };
const adheseHost = { endpoint: 'https://{{.AccountID}}.acme.example' };
const adheseExt = (ext?: object) => ({ params: [adheseParams], bids: [{ ext, impid: '7' }] });
const fields = { priority: '1', other: '2' };

testAdapter(adhese, {
  requests: {
    'gets the slot and targets of the first imp, and the others unchanged': {
      builder: adheseHost,
      params: [adheseParams, 'x'],
      calls: [
        {
          uri: 'https://demo.acme.example',
          headers: {},
          impIds: ['1'],
          imps: [
            { id: '1', banner: {}, ext: { adhese: { SL: ['own'], x: ['1'] } } },
            { id: '2', banner: {}, ext: { bidder: 'x' } },
          ],
        },
      ],
    },
    'gets nothing if targets are not lists of strings': {
      params: [{ ...adheseParams, targets: { x: 'y' } }],
      errors: [badInput('Error unmarshalling bidder ext: cannot unmarshal targets.x: decode slice: expect [ or n, but found "')],
    },
    'gets nothing of an account that is no host': {
      params: [{ ...adheseParams, account: 'a/b' }],
      errors: [badInput('Invalid account')],
    },
    'gets only the first imp, with its escaped slot, in the Java variant': {
      ...java,
      builder: adheseHost,
      params: [{ ...adheseParams, account: 'a/b' }, {}],
      calls: [{ uri: 'https://a%2Fb.acme.example', imps: [{ id: '1', banner: {}, ext: { adhese: { SL: ['a+b-f'], x: ['1'] } } }] }],
    },
  },
  responses: {
    'bids by the first imp, with its own fields as ext': {
      ...adheseExt({ adhese: fields, more: { a: 'b' } }),
      types: ['banner'],
      result: [{ bid: { ext: fields } }],
    },
    'has no ext without own fields': { ...adheseExt({ more: {} }), result: [{ bid: { ext: null } }] },
    'has no result if the bid has other values than strings': {
      ...adheseExt({ adhese: { priority: 1 } }),
      errors: [badServer('BidExt parsing error. cannot unmarshal adhese.priority: expects " or n, but found 1')],
    },
    'cannot bid for an imp of several types': {
      imps: mixed,
      bids: [{ ext: {} }],
      errors: [badServer('BidType error: [Multiple media types detected, cannot infer]')],
    },
    'needs a bid': { body: { seatbid: [{ bid: [] }] }, errors: [badServer('Empty SeatBid.Bid')] },
    'needs a seatbid': { body: {}, errors: [badServer('Empty SeatBid')] },
    'reads 204 as an error': { status: 204, errors: [badServer(`Unexpected status code: 204. ${HINT}`)] },
    'reads the first bid of any seatbid, and listed fields only, in the Java variant': {
      ...java,
      body: { id: 'r', seatbid: [{ bid: [] }, { bid: [{ id: 'b', impid: '1', price: 1, ext: { adhese: fields } }, { id: 'c' }] }] },
      types: ['banner'],
      result: [{ bid: { id: 'b', ext: { priority: '1' } } }],
    },
  },
});

testAdapter(adman, {
  requests: {
    'gets the tag, also if it is empty': {
      params: [{ TagID: 't' }, {}, 'x'],
      calls: [
        { imps: [{ id: '1', banner: {}, tagid: 't', ext: { bidder: { TagID: 't' } } }] },
        { imps: [{ id: '2', banner: {}, tagid: '', ext: { bidder: {} } }] },
      ],
      headers: jsonAccept,
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids for banner or video, by the imp, in dollars': {
      ...ofMixed,
      cur: 'EUR',
      types: ['banner', 'video', 'banner'],
      currency: 'USD',
      errors: [badInput('Failed to find impression "7" ')],
    },
    'reads the body of any status but 404': { status: 500, bids: [{}], types: ['banner'] },
    'reads 404 as an error': { status: 404, errors: [badServer(`Unexpected status code: 404. ${HINT}`)] },
    'looks only at the imp that was sent in the Java variant': {
      ...java,
      ...ofMixed,
      call: { body: { id: 'r', imp: mixed.slice(0, 1) } },
      types: ['banner'],
      errors: ['2', '3', '7'].map((id) => badServer(`Failed to find impression "${id}"`)),
    },
  },
});

testAdapter(adtrgtme, {
  requests: {
    'gets the site in the URL and no ext': {
      params: [{ site_id: 5 }],
      request: { device },
      calls: [{ uri: 'https://acme.example/bid?s=5&prebid', imps: [{ id: '1', banner: {} }] }],
      headers: { ...openRtb25, 'User-Agent': 'agent', 'X-Forwarded-For': ['::1', '1.2.3.4'] },
    },
    'gets no imp of a negative or unreadable site': {
      params: [{ site_id: -1 }, 'x'],
      errors: [badInput('ext.bidder not provided'), badInput('ext.bidder not provided')],
    },
    'gets an empty argument in the Java variant': {
      ...java,
      params: [{ site_id: 5 }],
      calls: [{ uri: 'https://acme.example/bid?s=5&prebid=' }],
    },
  },
  responses: {
    'bids for banner, in the currency of the response': { bids: [{}], cur: 'EUR', types: ['banner'], currency: 'EUR' },
    'loses all bids to an imp without a banner': {
      imps: [{ id: '1', video: {} }],
      bids: [{}],
      errors: [badInput('Unsupported bidtype for bid: "1"')],
    },
    'loses all bids to an unknown imp': { bids: [{}, { impid: '7' }], errors: [badInput('Failed to find impression: "7"')] },
    'needs a seatbid': { body: {}, errors: [badServer('Empty SeatBid array')] },
    'drops only the bid for an unknown imp in the Java variant': {
      ...java,
      bids: [{}, { impid: '7' }],
      types: ['banner'],
      errors: [badServer('Failed to find impression "7"')],
    },
  },
});

testAdapter(aso, {
  requests: {
    'gets its zone in the URL': {
      builder: { endpoint: 'https://acme.example?zid={{.ZoneID}}' },
      params: [{ zone: 5 }, {}],
      calls: [{ uri: 'https://acme.example?zid=5' }, { uri: 'https://acme.example?zid=0' }],
    },
    'gets no imps that cannot be read': {
      ...unread,
      errors: [badInput(`invalid imp.ext, ${NOT_AN_OBJECT}`), badInput(`invalid bidderExt.Bidder, ${NOT_AN_OBJECT}`)],
    },
    'names the imp in the Java variant': {
      ...java,
      ...unread,
      errors: ['1', '2'].map((id) => badInput(`Missing bidder ext in impression with id: ${id}`)),
    },
  },
  responses: {
    'bids by the type in `ext`, with the price in markup and URL': {
      bids: [{ ...type('video'), price: 1.5, adm: '<${AUCTION_PRICE}>', nurl: 'n=${AUCTION_PRICE}' }],
      types: ['video'],
      result: [{ bid: { adm: '<1.5>', nurl: 'n=1.5' } }],
    },
    'drops bids without a known type': {
      bids: [{}, type('x'), type()],
      types: [],
      errors: [badServer('Failed to get type of bid "1"'), generic('invalid BidType: x'), generic('invalid BidType: ')],
    },
    'has one message for both in the Java variant': {
      ...java,
      bids: [{}, type('x')],
      types: [],
      errors: [1, 2].map(() => badServer('Failed to get type of bid "1"')),
    },
  },
});

testAdapter(bmtm, {
  requests: {
    'gets the placement as tag, and no ext': {
      params: [{ placement_id: 7 }],
      request: { device, site: { page: 'http://p' } },
      calls: [{ imps: [{ id: '1', banner: {}, tagid: '7' }] }],
      headers: { ...jsonAccept, 'User-Agent': 'agent', 'X-Forwarded-For': '1.2.3.4', Referer: 'http://p' },
    },
    'gets no imp of another format, and none that cannot be read': {
      imps: [
        { id: '1', native: {}, ext: 'x' },
        { id: '2', video: {}, ext: 'x' },
        { id: '3', video: {}, ext: { bidder: { placement_id: 1.5 } } },
      ],
      errors: [
        badInput('For Imp ID 1 Banner or Video is undefined'),
        badInput(`Error unmarshalling ExtImpBidder: ${NOT_AN_OBJECT}`),
        badInput('Error unmarshalling ExtImpBmtm: cannot unmarshal placement_id: not a whole number'),
      ],
    },
  },
  responses: {
    'bids for banner or video, by the imp, in dollars': {
      ...ofMixed,
      cur: 'EUR',
      types: ['banner', 'video', 'banner', 'banner'],
      currency: 'USD',
    },
    'reads 400 as bad input': { status: 400, errors: [badInput('Unknown status code: 400.')] },
  },
});

const rapid = { builder: { endpoint: 'https://acme.example/{{.PublisherID}}/{{.PlacementID}}' }, params: [{ pid: 'a b', tid: 't' }] };
const ofRapid = { ...openRtb25, Host: 'rtb.beardfleet.com', 'User-Agent': 'agent', Ip: '1.2.3.4' };
const noType = 'Unable to fetch mediaType in multi-format: 1';

testAdapter(boldwinRapid, {
  requests: {
    'gets publisher and placement in the URL': {
      ...rapid,
      request: { device },
      calls: [{ uri: 'https://acme.example/a b/t' }],
      headers: { ...ofRapid, 'X-Forwarded-For': '1.2.3.4' },
    },
    'gets nothing if an imp cannot be read': { params: [{}, 'x', 'y'], errors: [badInput(NOT_AN_OBJECT)] },
    'gets readable imps, and both addresses, in the Java variant': {
      ...java,
      ...rapid,
      params: ['x', ...rapid.params],
      request: { device },
      calls: [{ uri: 'https://acme.example/a%20b/t', impIds: ['2'] }],
      headers: { ...ofRapid, 'X-Forwarded-For': ['1.2.3.4', '::1'] },
      errors: [badInput(`Error parsing imp.ext: ${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids by `mtype`': { bids: [{ mtype: 1 }, { mtype: 2 }, { mtype: 4 }], types: ['banner', 'video', 'native'], currency: 'USD' },
    'loses all bids to one of another type': { ...mtypes, errors: [generic(noType)] },
  },
});

const clydoParams = { builder: { endpoint: 'https://{{.Region}}.acme.example/{{.PartnerId}}' }, request: { device } };
const ofClydo = {
  'X-Openrtb-Version': '2.5',
  Accept: 'application/json',
  'Content-Type': 'application/json; charset=utf-8',
  'User-Agent': 'agent',
};

testAdapter(clydo, {
  requests: {
    'gets one imp a call, by region, with the ids of all imps': {
      ...clydoParams,
      params: [{ partnerId: 'p' }, { partnerId: 'p', region: 'eu' }],
      calls: [
        { uri: 'https://us.acme.example/p', impIds: ['1', '2'], imps: [{ id: '1', banner: {}, ext: { bidder: { partnerId: 'p' } } }] },
        { uri: 'https://eu.acme.example/p', impIds: ['1', '2'] },
      ],
      headers: { ...ofClydo, 'X-Forwarded-For': '1.2.3.4' },
    },
    'gets nothing without a device': { params: [{ partnerId: 'p' }], errors: [badInput('Failed to get device headers')] },
    'gets no imps that cannot be read, or without a partner': {
      imps: [{ id: '1' }, { id: '2', ext: 'x' }, { id: '3', ext: {} }, { id: '4', ext: { bidder: 'x' } }, { id: '5', ext: { bidder: {} } }],
      request: { device },
      errors: ['missing ext', 'invalid ext', 'missing ext.bidder', 'invalid ext.bidder', 'invalid partnerId'].map(badInput),
    },
    'gets a known region and both addresses in the Java variant': {
      ...java,
      ...clydoParams,
      params: [{ partnerId: 'p', region: 'x' }],
      calls: [{ uri: 'https://us.acme.example/p' }],
      headers: { ...ofClydo, 'X-Forwarded-For': ['::1', '1.2.3.4'] },
    },
    'has one error if no imp is left in the Java variant': { ...java, ...unread, errors: [badInput('found no valid impressions')] },
  },
  responses: {
    'bids by the imp, for banner if it is unknown': {
      imps: [
        { id: '1', audio: {}, video: {} },
        { id: '2', native: {}, banner: {} },
      ],
      bids: [{}, { impid: '2' }, { impid: '7' }],
      types: ['audio', 'native', 'banner'],
    },
    'rejects responses to repeated imps': {
      imps: [mixed[0], mixed[0]] as object[],
      bids: [{}],
      errors: [badInput('Duplicate impression ID found')],
    },
    'rejects responses with the error of the first such imp': {
      imps: [mixed[0], mixed[0], { id: '2' }] as object[],
      bids: [{}],
      errors: [badInput('Duplicate impression ID found')],
    },
    'rejects responses to imps without a type': { imps: [{ id: '1' }], bids: [{}], errors: [badInput('Failed to get media type')] },
    'allows repeated imps in the Java variant': { ...java, imps: [mixed[0], mixed[0]] as object[], bids: [{}], types: ['video'] },
  },
});
