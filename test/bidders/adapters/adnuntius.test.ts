/** An ad server with ad units per network and prices per impression. */

import { expect, it } from 'vitest';
import adnuntius from '#src/bidders/adapters/adnuntius.ts';
import { badInput, badServer, generic } from '#src/bidders/errors.ts';
import { java, jsonAccept, NOT_AN_OBJECT, testAdapter } from '../kit/adapter-table.ts';
import { builder, info, requestOf } from '../kit/builder.ts';

const ad = {
  bid: { amount: 0.5, currency: 'NOK' },
  netBid: { amount: 0.25 },
  grossBid: { amount: 1 },
  adId: 'a',
  creativeWidth: '1',
  creativeHeight: '2',
};
const unit = { targetId: 'u-1:banner', matchedAdCount: 1, html: 'H', ads: [ad] };
const native = {
  ...unit,
  targetId: 'u-1:native',
  nativeJson: { ortb: { v: 1 } },
  ads: [{ ...ad, bid: { amount: 0.75, currency: 'SEK' } }],
};
const params = [{ auId: 'u' }];
const imps = (bidder: object) => [{ id: '1', banner: {}, ext: { bidder: { auId: 'u', ...bidder } } }];
const uri = (query: string) => `https://acme.example/bid?${query}format=prebidServer&tzo=${new Date(0).getTimezoneOffset()}`;
const eids = [{ uids: [{ atype: 1, id: 'e' }], source: 's' }];
const badRegs = `failed to parse URL: [failed to parse GDPR information: failed to parse ExtRegs in Adnuntius GDPR check: ${NOT_AN_OBJECT}]`;

testAdapter(adnuntius, {
  requests: {
    'gets banner and native units of all imps of a network in one call': {
      imps: [
        {
          id: '1',
          banner: { format: [{ w: 1, h: 2 }] },
          native: { request: '{"a":1}' },
          ext: { bidder: { auId: 'u', maxDeals: 2, targeting: { c: ['x'], kv: {} } } },
        },
        { id: '2', banner: { w: 3, h: 4 }, ext: { bidder: { auId: 'v', network: 'n' } } },
        { id: '3', ext: { bidder: {} } },
      ],
      request: { user: { id: 'user' }, site: { page: 'p', ext: { data: { k: ['v'] } } }, device: { ip: '1.2.3.4' } },
      headers: { ...jsonAccept, 'X-Forwarded-For': '1.2.3.4' },
      calls: [
        {
          uri: uri(''),
          impIds: ['1', '2', '3'],
          body: {
            adUnits: [
              { auId: 'u', targetId: 'u-1:banner', nativeRequest: {}, dimensions: [[1, 2]], maxDeals: 2, c: ['x'] },
              { auId: 'u', targetId: 'u-1:native', adType: 'NATIVE', nativeRequest: { ortb: { a: 1 } }, maxDeals: 2, c: ['x'] },
            ],
            metaData: { usi: 'user' },
            context: 'p',
            kv: { k: ['v'] },
          },
        },
        {
          body: {
            adUnits: [{ auId: 'v', targetId: 'v-2:banner', nativeRequest: {}, dimensions: [[3, 4]] }],
            metaData: { usi: 'user' },
            context: 'p',
            kv: { k: ['v'] },
          },
        },
      ],
    },
    'has consent, eids and cookies in its URL': {
      imps: imps({ noCookies: true }),
      request: { user: { ext: { consent: 'c', eids } }, device: { ext: 'x' } },
      calls: [
        {
          uri: uri(
            'consentString=c&eids=%5B%7B%22source%22%3A%22s%22%2C%22uids%22%3A%5B%7B%22id%22%3A%22e%22%2C%22atype%22%3A1%7D%5D%7D%5D&',
          ).replace('&tzo', '&noCookies=true&tzo'),
        },
      ],
    },
    'has an endpoint for requests that name GDPR': {
      params,
      builder: { extraInfo: 'https://eu.example/i' },
      request: { regs: { ext: { gdpr: 0 } } },
      calls: [{ uri: uri('').replace('acme.example/bid', 'eu.example/i').replace('&tzo', '&gdpr=0&tzo') }],
    },
    'does not buy video': {
      imps: [{ id: '1', video: {}, ext: { bidder: {} } }],
      errors: [badInput('ignoring imp id=1, Adnuntius supports only native and banner')],
    },
    'needs native requests in JSON': {
      imps: [{ id: '1', native: { request: 'x' }, ext: { bidder: {} } }],
      errors: [badInput('Error unmarshalling Native: expect { or n, but found x')],
    },
    'buys banners beside video in the Java variant': {
      ...java,
      imps: [{ id: '1', banner: {}, video: {}, ext: { bidder: {} } }],
      calls: [{}],
    },
    'gets no empty objects in the Java variant': {
      ...java,
      params,
      calls: [{ body: { adUnits: [{ auId: 'u', targetId: 'u-1:banner' }], context: 'unknown' } }],
    },
    'needs a format in the Java variant': {
      ...java,
      imps: [{ id: '1', ext: { bidder: {} } }],
      errors: [badInput('ignoring imp id=1: Adnuntius supports only native and banner')],
    },
    'needs an endpoint for GDPR in the Java variant': {
      ...java,
      params: [{ network: 'a' }, { network: 'b' }],
      request: { regs: { ext: { gdpr: 1 } } },
      errors: [badInput('an EU endpoint is required but invalid')],
    },
    'has a first eid for users without an id in the Java variant': {
      ...java,
      params,
      request: { user: { ext: { eids } } },
      calls: [{ uri: uri('') }],
    },
    'gets nothing for an unreadable imp': { params: ['x', {}], errors: [badInput(`Error unmarshalling ExtImpValues: ${NOT_AN_OBJECT}`)] },
    'gets nothing without ad units': { imps: [{ id: '1', ext: { bidder: {} } }] },
    'gets nothing for an unreadable user': {
      request: { user: { ext: 'x' } },
      errors: [generic(`failed to parse Ext User: ${NOT_AN_OBJECT}`)],
    },
    'gets nothing for unreadable regs': { request: { regs: { ext: 'x' } }, errors: [badInput(badRegs)] },
    'gets nothing for an unreadable device': {
      request: { device: { ext: 'x' } },
      errors: [badInput(`failed to parse URL: [failed to parse device ext: ${NOT_AN_OBJECT}]`)],
    },
    'gets nothing for an unreadable site': {
      request: { site: { ext: 'x' } },
      errors: [generic(`failed to parse site Ext: [failed to parse site ext in Adnuntius: ${NOT_AN_OBJECT}]`)],
    },
  },
  responses: {
    'bids the first ad, then the deals, for a thousand impressions': {
      params,
      body: { adUnits: [{ ...unit, deals: [{ ...ad, html: 'D', dealId: 'd' }] }] },
      types: ['banner', 'banner'],
      result: [{ bid: { id: 'a', adid: 'a', impid: '1', price: 500, adm: 'H', w: 1, h: 2, mtype: 1 } }, { bid: { adm: 'D', dealid: 'd' } }],
      currency: 'NOK',
    },
    'bids the better of two units of an imp': {
      params,
      body: { adUnits: [unit, native] },
      types: ['native'],
      result: [{ bid: { adm: '{"v":1}', mtype: 4 } }],
      currency: 'SEK',
    },
    'bids the first of equal units': { params, body: { adUnits: [unit, { ...unit, html: '2' }] }, result: [{ bid: { adm: 'H' } }] },
    'bids the last of equal units in the Java variant': {
      ...java,
      params,
      body: { adUnits: [unit, { ...unit, html: '2' }] },
      result: [{ bid: { adm: '2' } }],
    },
    'bids net prices on request': { imps: imps({ bidType: 'NET' }), body: { adUnits: [unit] }, result: [{ bid: { price: 250 } }] },
    'bids gross prices on request': { imps: imps({ bidType: 'gross' }), body: { adUnits: [unit] }, result: [{ bid: { price: 1000 } }] },
    'names the advertiser if the request requires transparency': {
      params,
      request: { regs: { ext: { dsa: { dsarequired: 2 } } } },
      body: { adUnits: [{ ...unit, ads: [{ ...ad, advertiser: { name: 'n', legalName: 'l' } }] }] },
      result: [{ bid: { ext: { dsa: { adrender: 0, behalf: 'l', paid: 'l' } } } }],
    },
    'has no bids for units without matches': { params, body: { adUnits: [{ ...unit, matchedAdCount: 0 }] }, types: [] },
    'rejects a response with a bad size': {
      params,
      body: { adUnits: [{ ...unit, ads: [{ ...ad, creativeWidth: '1px' }] }] },
      errors: [badServer('Value of width: 1px is not a string')],
    },
    'rejects native without markup': {
      params,
      body: { adUnits: [{ ...native, nativeJson: null }] },
      errors: [badServer('Failed to parse native json where imp id=1')],
    },
    'needs the ad unit of every imp': { body: { adUnits: [unit] }, errors: [badInput('Error at Bidder auId: Key path not found')] },
    'reads 204 as an error': { status: 204, errors: [badServer('Status code: 204, Something went wrong with your request')] },
    'reads 400 as bad input': { status: 400, errors: [badInput('Status code: 400, Request malformed')] },
  },
});

it('adnuntius gets the first eid as the user’s id in the Java variant only', () => {
  const request = { ...requestOf({ id: '1', banner: {}, bidder: {} }), user: { ext: { eids } } };
  const bodies = (['go', 'java'] as const).map(
    (dialect) => adnuntius.build({ ...builder, dialect }).makeRequests(request, info).calls[0]?.body,
  );
  expect(bodies).toMatchObject([{ metaData: { usi: undefined } }, { metaData: { usi: 'e' } }]);
});
