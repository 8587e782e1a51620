/** Exchanges with one call for all imps; a floor that cannot be converted ends the request. */

import { describe, expect, it } from 'vitest';
import aduptech from '#src/bidders/adapters/aduptech.ts';
import adyoulike from '#src/bidders/adapters/adyoulike.ts';
import bidstack from '#src/bidders/adapters/bidstack.ts';
import conversant from '#src/bidders/adapters/conversant.ts';
import impactify from '#src/bidders/adapters/impactify.ts';
import kobler from '#src/bidders/adapters/kobler.ts';
import ogury from '#src/bidders/adapters/ogury.ts';
import tripleliftNative from '#src/bidders/adapters/triplelift_native.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { dollars, euros, HINT, imp, pounds } from '../kit/adapter-fixtures.ts';
import { java, json, jsonAccept, NOT_AN_OBJECT, openRtb25, testAdapter, type } from '../kit/adapter-table.ts';
import { builder } from '../kit/builder.ts';

const noRate = (from = 'GBP', to = 'USD') => `Currency conversion rate not found: '${from}' => '${to}'`;
const notConverted = badInput('Unable to convert provided bid floor currency from GBP to USD for imp `1`');

testAdapter(aduptech, {
  requests: {
    'gets floors in the currency the host configures, params unread, no headers': {
      builder: { extraInfo: '{"target_currency": "usd"}' },
      imps: [imp('1', 'x', euros)],
      headers: {},
      calls: [{ imps: [imp('1', 'x', dollars)] }],
    },
    'ends at the first leg over dollars without a rate': {
      builder: { extraInfo: '{"target_currency": "EUR"}' },
      imps: [imp('1', {}, euros), imp('2', {}, pounds)],
      errors: [generic(`Currency conversion rate not found from 'GBP' to 'EUR'. Error converting from 'GBP' to 'USD': ${noRate()}`)],
    },
    'names itself in the Java variant, which has no second try': {
      ...java,
      builder: { extraInfo: '{"target_currency": "EUR"}' },
      imps: [imp('1', {}, pounds)],
      errors: [badInput(noRate('GBP', 'EUR'))],
    },
  },
  responses: {
    'bids for banner and native by mtype, in its own currency': {
      builder: { extraInfo: '{"target_currency": "EUR"}' },
      cur: 'EUR',
      bids: [{ mtype: 1 }, { mtype: 4 }, { mtype: 2 }],
      types: ['banner', 'native'],
      currency: 'EUR',
      errors: [badServer('Unknown markup type: 2')],
    },
  },
});

describe('the host’s extra info for aduptech and triplelift_native', () => {
  it('says where it is malformed', () => {
    for (const bidder of [aduptech, tripleliftNative]) {
      expect(() => bidder.build({ ...builder, extraInfo: '{"a": "b' })).toThrow(
        /^invalid extra info: cannot unmarshal: Unterminated string/,
      );
    }
  });
});

testAdapter(adyoulike, {
  requests: {
    'gets the placement as tag and floors in dollars': {
      imps: [imp('1', { placement: 'a' }, euros)],
      headers: openRtb25,
      calls: [{ body: { id: 'request', imp: [imp('1', { placement: 'a' }, { ...dollars, tagid: 'a' })], cur: ['USD'] } }],
    },
    'is not called if a placement is missing: all imps are read': {
      params: [{}, { placement: null }, { placement: 7 }, { placement: 'a' }],
      errors: [generic('Key path not found'), generic('Value is null'), generic('Value is not a string: 7')],
    },
    'is not called if a floor has no rate: other errors are lost': {
      imps: [imp('1'), imp('2', { placement: 'a' }, pounds)],
      errors: [generic(noRate())],
    },
    'collects the errors of floors in the Java variant': {
      ...java,
      imps: [imp('1', { placement: 'a' }, pounds), imp('2', 'x')],
      errors: [notConverted, badInput(`${NOT_AN_OBJECT}`)],
    },
  },
  responses: {
    'bids for the last imp of the id, else for banner, in dollars': {
      imps: [
        { id: '1', banner: {} },
        { id: '1', native: {}, video: {} },
      ],
      cur: 'EUR',
      bids: [{}, { impid: '2' }],
      types: ['video', 'banner'],
      currency: 'USD',
    },
  },
});

testAdapter(bidstack, {
  requests: {
    'gets the publisher of the first imp as token': {
      imps: [imp('1', { publisherId: 'p', consent: 1 }, euros), imp('2', 'x')],
      headers: { 'Content-Type': 'application/json', Authorization: 'Bearer p' },
      calls: [{ imps: [imp('1', { publisherId: 'p', consent: 1 }, dollars), imp('2', 'x')] }],
    },
    'is not called without the params of the first imp': {
      params: ['x', {}],
      errors: [generic(`headers prepare: get bidder ext: bidder ext: ${NOT_AN_OBJECT}`)],
    },
    'gets a currency for every floor in the Java variant': {
      ...java,
      imps: [imp('1', {}, { bidfloor: 2 }), imp('2')],
      calls: [{ imps: [imp('1', {}, { bidfloor: 2, bidfloorcur: 'USD' }), imp('2')] }],
    },
  },
  responses: {
    'bids for video': { bids: [{}], types: ['video'], currency: '' },
    'has its own message for 400': { status: 400, errors: [generic('bad request from publisher')] },
    'has its own message for other statuses': { status: 500, errors: [generic('unexpected response status code: 500')] },
  },
});

const ofSite = { request: { cur: ['EUR'], site: { id: 'old', page: 'p' } } };
testAdapter(conversant, {
  requests: {
    'gets its params in the imp; a floor of the params counts in the currency of the imp': {
      ...ofSite,
      imps: [
        imp('1', { site_id: 's', tag_id: 't', secure: 0, position: 2, bidfloor: 2, api: [1] }, { bidfloorcur: 'EUR', video: {} }),
        { id: '2', video: { pos: 9, api: [3] }, ext: { bidder: { site_id: 'other', api: [1, 9], mimes: [], maxduration: 5 } } },
      ],
      headers: jsonAccept,
      calls: [
        {
          body: {
            id: 'request',
            cur: ['USD'],
            site: { id: 's', page: 'p' },
            imp: [
              {
                ...imp('1', { site_id: 's', tag_id: 't', secure: 0, position: 2, bidfloor: 2, api: [1] }, dollars),
                banner: { pos: 2 },
                video: {},
                displaymanager: 'prebid-s2s',
                tagid: 't',
                secure: 0,
              },
              {
                id: '2',
                displaymanager: 'prebid-s2s',
                video: { api: [1, 9], maxduration: 5 },
                ext: { bidder: { site_id: 'other', api: [1, 9], mimes: [], maxduration: 5 } },
              },
            ],
          },
        },
      ],
    },
    'is not called if an imp names no site': {
      params: [{ site_id: 's' }, {}],
      errors: [badInput('Impression[1] requires ext.bidder.site_id')],
    },
    'is not called if params cannot be read': { params: [{ site_id: 7 }], errors: [badInput('Impression[0] missing ext.bidder object')] },
    'gets known values only in the Java variant': {
      ...java,
      imps: [{ id: '1', video: {}, ext: { bidder: { site_id: 's', position: 8, api: [0, 6, 7], protocols: [10, 11] } } }],
      calls: [
        {
          imps: [
            {
              id: '1',
              displaymanager: 'prebid-s2s-java',
              bidfloorcur: 'USD',
              video: { api: [6], protocols: [10] },
              ext: { bidder: { site_id: 's', position: 8, api: [0, 6, 7], protocols: [10, 11] } },
            },
          ],
        },
      ],
    },
  },
  responses: {
    'bids in the first seatbid, native before audio, video and banner': {
      imps: [{ id: '1', banner: {}, video: {}, audio: {}, native: {} }],
      body: { cur: 'EUR', seatbid: [{ bid: [{ impid: '1' }, { impid: '2' }] }, { bid: [{ impid: '1' }] }] },
      types: ['native', 'banner'],
      currency: 'USD',
    },
    'needs seatbids': { body: {}, errors: [badServer('Empty bid request')] },
    'reads 400 as a bad response': { status: 400, errors: [badServer('Unexpected status code: 400')] },
    'needs bids in the Java variant': { ...java, body: { seatbid: [{}] }, errors: [badServer('Empty bids array')] },
  },
});

const impactifyExt = { appId: 'a', format: '', style: '' };
testAdapter(impactify, {
  requests: {
    'gets its params as imp.ext, all written; missing ones are empty': {
      imps: [imp('1', { appId: 'a' }, euros), { id: '2', ext: {} }],
      request: { site: {}, user: { buyeruid: 'u' }, device: { ip: '1.2.3.4', ipv6: '::1' } },
      headers: { ...openRtb25, 'X-Forwarded-For': '1.2.3.4', Referer: '', Cookie: 'uids=u' },
      calls: [
        {
          imps: [
            { id: '1', banner: {}, ...dollars, ext: { impactify: impactifyExt } },
            { id: '2', ext: { impactify: { appId: '', format: '', style: '' } } },
          ],
        },
      ],
    },
    'converts floors before it reads params': { imps: [imp('1', 'x', pounds)], errors: [generic(noRate())] },
    'is not called if an imp cannot be read': { params: [{}, 'x'], errors: [badInput('Unable to decode the imp ext : "2"')] },
    'needs imps': { imps: [], errors: [badInput('No valid impressions in the bid request')] },
    'always names dollars in the Java variant': {
      ...java,
      params: [{ appId: 'a' }],
      calls: [{ imps: [{ id: '1', banner: {}, bidfloorcur: 'USD', ext: { impactify: impactifyExt } }] }],
    },
  },
  responses: {
    'bids in the first seatbid; bids without a price are dropped': {
      body: { cur: 'EUR', seatbid: [{ bid: [{ impid: '7' }, { impid: '1', price: 1 }] }, { bid: [{ impid: '1', price: 1 }] }] },
      types: ['banner'],
      currency: 'EUR',
    },
    'fails at a bid for an unknown imp': {
      bids: [{}, { impid: '7' }],
      errors: [badInput('Failed to find a supported media type impression "7"')],
    },
    'has its own message for 400': { status: 400, errors: [badInput('Invalid request.')] },
  },
});

testAdapter(kobler, {
  requests: {
    'gets neither the user nor addresses, and accepts dollars': {
      imps: [imp('1', { test: false }, euros)],
      request: { user: { id: 'u' }, device: { ip: '1.2.3.4', ipv6: '::1', ua: 'agent' }, cur: ['NOK'] },
      headers: json,
      calls: [{ body: { id: 'request', imp: [imp('1', { test: false }, dollars)], cur: ['NOK', 'USD'], device: { ua: 'agent' } } }],
    },
    'calls the test endpoint if the first imp says so': {
      params: [{ test: true }],
      calls: [{ uri: 'https://bid-service.dev.essrtb.com/bid/prebid_server_rtb_call' }],
    },
    'ignores params that cannot be read': { params: ['x'], calls: [{ uri: 'https://acme.example/bid' }] },
    'reports unreadable params of the first imp if the floor of a later one has no rate': {
      imps: [imp('1', 'x'), imp('2', {}, pounds)],
      errors: [badInput('Error parsing impExt object'), generic(noRate())],
    },
    'reports an unreadable first imp if the floor of a later one has no rate': {
      imps: [{ id: '1', ext: 'x' }, imp('2', {}, pounds)],
      errors: [badInput('Error parsing bidderExt object'), generic(noRate())],
    },
    'reports a first imp whose extension has a malformed part like an unreadable one': {
      imps: [{ id: '1', ext: { srv: 1, bidder: {} } }, imp('2', {}, pounds)],
      errors: [badInput('Error parsing bidderExt object'), generic(noRate())],
    },
    'reports only the floor of the first imp': { imps: [imp('1', 'x', pounds)], errors: [generic(noRate())] },
    'reports unreadable params of the first imp in the Java variant': {
      ...java,
      params: ['x', 'y'],
      calls: [{ uri: 'https://acme.example/bid' }],
      errors: [badInput(NOT_AN_OBJECT)],
    },
  },
  responses: {
    'bids for the type it names, else for banner': { bids: [type('video'), {}], types: ['video', 'banner'], currency: '' },
    'reads 400 as a bad response': { status: 400, errors: [badServer(`Unexpected status code: 400. ${HINT}.`)] },
  },
});

const oguryParams = { assetKey: 'k', adUnitId: 'u' };
testAdapter(ogury, {
  requests: {
    'gets only imps with both params, lifted into imp.ext': {
      imps: [imp('1', { assetKey: 'k' }), { id: '2', ...euros, ext: { gpid: 'g', bidder: oguryParams } }],
      request: { device: { ip: '1.2.3.4' } },
      headers: { ...json, 'X-Forwarded-For': ['1.2.3.4', ''], 'User-Agent': '', 'Accept-Language': '' },
      calls: [{ impIds: ['2'], imps: [{ id: '2', tagid: '2', ...dollars, ext: { gpid: 'g', ...oguryParams } }] }],
    },
    'gets all imps of a known publisher': {
      params: [{ a: 1 }, null],
      request: { site: { publisher: { id: 'p' } } },
      calls: [
        {
          imps: [
            { id: '1', tagid: '1', banner: {}, ext: { a: 1 } },
            { id: '2', tagid: '2', banner: {}, ext: {} },
          ],
        },
      ],
    },
    'needs a publisher or params': {
      params: [{ assetKey: 'k' }],
      errors: [badInput('Invalid request. assetKey/adUnitId or request.site/app.publisher.id required')],
    },
    'is not called if params are no object': {
      params: [oguryParams, 'x'],
      errors: [badInput("Ogury bidder extension not provided or can't be unmarshalled")],
    },
    'drops a bad imp in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: 'x' }, imp('2', oguryParams)],
      calls: [{ impIds: ['2'] }],
      errors: [badInput("Bidder extension not provided or can't be unmarshalled")],
    },
  },
  responses: {
    'bids for the type it names': { bids: [{ mtype: 1 }, { mtype: 3 }], types: ['banner', 'audio'], currency: '' },
    'fails with the errors of all bids': {
      bids: [{ mtype: 1 }, { mtype: 9 }, {}],
      errors: [badServer('Unsupported MType "9", for impression "1"'), badServer('Unsupported MType "0", for impression "1"')],
    },
    'drops bad bids in the Java variant': {
      ...java,
      bids: [{ mtype: 1 }, {}],
      types: ['banner'],
      errors: [badServer('Missing MType for impression: `1`')],
    },
  },
});
