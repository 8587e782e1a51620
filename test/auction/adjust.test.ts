import { describe, expect, it } from 'vitest';
import { adjust, collectBids } from '#src/auction/adjust.ts';
import type { HostConfigInput } from '#src/config/schema.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { testServices } from '#test/helpers/services.ts';
import { arranged, aTask, aTypedBid, call, java, pricesIn, response } from './adjust/arrange.ts';

describe('adjusting', () => {
  it('groups priced bids by seat and keeps their original values', () => {
    const [auction, services] = arranged({}, { bidadjustmentfactors: { A: 0.9 } });
    response(auction, 'a', { currency: 'EUR', bids: [aTypedBid({ price: 5 }, { meta: { networkId: 1 }, dealPriority: 3 })] });
    adjust(auction, services);
    expect([...auction.seats.values()]).toEqual([
      {
        seat: 'a',
        currency: 'USD',
        bids: [
          {
            bid: { id: 'b1', impid: 'i1', price: 5.4, crid: 'c1' },
            type: 'banner',
            meta: { networkId: 1 },
            dealPriority: 3,
            seat: 'a',
            bidder: 'a',
            core: 'a',
            originalPrice: 5,
            originalCurrency: 'EUR',
          },
        ],
      },
    ]);
    expect(auction.nonBids).toEqual([]);
  });

  it('joins bids of one seat from several bidders', () => {
    const alternatebiddercodes = { enabled: true, bidders: { a: { enabled: true }, b: { enabled: true } } };
    const [auction, services] = arranged({}, { alternatebiddercodes });
    response(auction, 'a', { bids: [aTypedBid({ price: 1 }, { seat: 'x' }), aTypedBid({ price: 2 }, { seat: 'A' })] });
    response(auction, 'b', { bids: [aTypedBid({ price: 3 }, { seat: 'x' })] });
    adjust(auction, services);
    expect(pricesIn(auction)).toEqual({ x: ['USD', 1, 3], a: ['USD', 2] });
  });

  it('rejects forbidden seats, with the variant’s message', () => {
    const [go, goServices] = arranged();
    response(go, 'a', { bids: [aTypedBid({}, { seat: 'x' })] });
    adjust(go, goServices);
    expect(go.diagnostics.warnings.get('a')).toEqual([
      { code: 10005, message: 'alternateBidderCodes disabled for "a", rejecting bids for "x"' },
    ]);
    expect(go.nonBids).toMatchObject([{ seat: 'x', impId: 'i1', code: 300 }]);
    const [auction, services] = arranged(java);
    response(auction, 'a', { bids: [aTypedBid({}, { seat: 'x' })] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 5, message: 'BidId `b1` validation messages: Error: invalid bidder code x was set by the adapter a for the account acc' },
    ]);
  });

  it('converts a bid with a currency of its own from that one', () => {
    const [auction, services] = arranged();
    const own = { currency: 'EUR' };
    const bids = [aTypedBid({ price: 1 }, own), aTypedBid({ id: 'b2', price: 2 }), aTypedBid({ id: 'b3' }, { currency: 'JPY' })];
    response(auction, 'a', { currency: 'USD', bids });
    adjust(auction, services);
    expect(pricesIn(auction)).toEqual({ a: ['USD', 1.2, 2] });
    expect(auction.seats.get('a')?.bids.map(({ originalCurrency }) => originalCurrency)).toEqual(['EUR', 'USD']);
    expect(auction.diagnostics.errors.get('a')).toEqual([{ code: 999, message: "Currency conversion rate not found: 'JPY' => 'USD'" }]);
  });

  it('rejects all bids of a response whose currency has no rate, with one error', () => {
    const [auction, services] = arranged();
    response(auction, 'a', { currency: 'JPY', bids: [aTypedBid(), aTypedBid({ id: 'b2' })] });
    adjust(auction, services);
    expect(auction.seats.size).toBe(0);
    expect(auction.diagnostics.errors.get('a')).toEqual([{ code: 999, message: "Currency conversion rate not found: 'JPY' => 'USD'" }]);
    expect(auction.nonBids.map(({ code, bid }) => [code, bid?.originalCurrency])).toEqual([
      [300, 'JPY'],
      [300, 'JPY'],
    ]);
  });

  it('reports an invalid currency for each bid in the Java variant', () => {
    const [auction, services] = arranged(java);
    response(auction, 'a', { currency: 'EURO', bids: [aTypedBid()] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 5, message: 'BidId `b1` validation messages: Error: BidResponse currency "EURO" is not valid' },
    ]);
    expect(auction.nonBids).toMatchObject([{ seat: 'a', impId: 'i1', code: 300 }]);
  });

  it('reports a missing price in debug output only, other errors always', () => {
    const [auction, services] = arranged();
    response(auction, 'a', { bids: [aTypedBid({ price: undefined as never }), aTypedBid({ crid: '' }), aTypedBid({ impid: '' })] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')?.map(({ message, debugOnly }) => [message.slice(0, 41), debugOnly])).toEqual([
      ['Bid "b1" does not contain positive \'price', true],
      ['Bid "b1" missing creative ID', undefined],
      ['Bid "b1" missing required field \'impid\'', undefined],
    ]);
    const [other, javaServices] = arranged(java);
    response(other, 'a', { bids: [aTypedBid({ price: 0 }), aTypedBid({ crid: '' })] });
    adjust(other, javaServices);
    expect(other.diagnostics.errors.get('srv')).toMatchObject([{ code: 999, debugOnly: true }]);
    expect(other.diagnostics.errors.get('a')).toEqual([
      { code: 5, message: 'BidId `b1` validation messages: Error: Bid "b1" missing creative ID' },
    ]);
  });

  it('keeps the currency of a static rule unless the request named others', () => {
    const bidadjustments = { mediatype: { '*': { a: { '*': [{ adjtype: 'static', value: 10, currency: 'EUR' }] } } } };
    const [free, services] = arranged({}, { bidadjustments });
    response(free, 'a', { bids: [aTypedBid({ price: 2 })] });
    adjust(free, services);
    expect(pricesIn(free)).toEqual({ a: ['EUR', 10] });
    const [bound] = arranged({}, { bidadjustments }, { cur: ['USD'] });
    response(bound, 'a', { bids: [aTypedBid({ price: 2 }), aTypedBid({ id: 'b2' })] });
    adjust(bound, services);
    expect(bound.seats.size).toBe(0);
    expect(bound.diagnostics.errors.get('a')).toEqual([{ code: 999, message: "Bid currency is not allowed. Was 'EUR', wants: ['USD']" }]);
  });

  it('leaves one currency in the response', () => {
    const rule = (currency: string) => ({ '*': [{ adjtype: 'static', value: 10, currency }] });
    const [auction, services] = arranged({}, { bidadjustments: { mediatype: { '*': { a: rule('EUR'), c: rule('JPY') } } } });
    for (const bidder of ['a', 'b', 'c']) response(auction, bidder, { bids: [aTypedBid({ price: 2 })] });
    adjust(auction, services);
    expect(pricesIn(auction)).toEqual({ a: ['USD', 12], b: ['USD', 2] });
    expect(auction.diagnostics.errors.get('c')).toEqual([{ code: 999, message: "Currency conversion rate not found: 'JPY' => 'USD'" }]);
    expect(auction.nonBids).toMatchObject([{ seat: 'c', code: 300 }]);
  });

  it('uses the first currency with a warning in the Java variant', () => {
    const [auction, services] = arranged({ variant: 'java', ad_server_currency: 'EUR' }, {}, { cur: ['USD', 'EUR'] });
    response(auction, 'a', { currency: 'EUR', bids: [aTypedBid({ price: 1 })] });
    adjust(auction, services);
    expect(pricesIn(auction)).toEqual({ a: ['USD', 1.2] });
    expect(auction.diagnostics.warnings.get('a')).toEqual([
      {
        code: 2,
        message: 'a single currency (USD) has been chosen for the request. ORTB 2.6 requires that all responses are in the same currency.',
      },
    ]);
    const [other] = arranged();
    const host = testServices({ settings: { variant: 'java', ad_server_currency: 'EUR' } });
    response(other, 'a', { currency: 'EUR', bids: [aTypedBid({ price: 1 })] });
    adjust(other, host);
    expect(pricesIn(other)).toEqual({ a: ['EUR', 1] });
  });

  it('drops a bid whose rule has no rate in the Java variant', () => {
    const bidadjustments = { mediatype: { '*': { '*': { '*': [{ adjtype: 'cpm', value: 1, currency: 'JPY' }] } } } };
    const [auction, services] = arranged(java, { bidadjustments });
    response(auction, 'a', { bids: [aTypedBid(), aTypedBid({ id: 'b2' })] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 999, message: 'Unable to convert from currency JPY to desired ad server currency USD' },
    ]);
  });

  it('keeps auction configs even without bids', () => {
    const [auction, services] = arranged();
    response(auction, 'a', { bids: [], auctionConfigs: [{ impid: 'i1', bidder: 'x', config: { seller: 's' } }] });
    collectBids(auction, services);
    expect(auction.auctionConfigs).toEqual([{ impid: 'i1', bidder: 'x', config: { seller: 's' }, seat: 'a' }]);
  });

  it('enforces enabled floors, and removes a seat that lost all its bids to them', () => {
    const on = { price_floors: { enabled: true } };
    for (const [settings, left] of [
      [on, []],
      [{}, ['a']],
    ] as const) {
      const [auction, services] = arranged(settings, {}, { imp: [{ id: 'i1', bidfloor: 5 }] });
      auction.account = { ...auction.account, price_floors: { ...auction.account.price_floors, enabled: true } };
      response(auction, 'a', { bids: [aTypedBid(), aTypedBid({ crid: '' })] });
      adjust(auction, services);
      expect([...auction.seats.keys()]).toEqual(left);
    }
  });

  it('accounts for every imp of every bidder', () => {
    const [auction, services] = arranged({}, {}, { imp: [{ id: 'i1' }, { id: 'i2' }] });
    response(auction, 'a', { bids: [aTypedBid()] });
    auction.tasks.push(aTask('silent', undefined, { impIds: ['i1', 'i2'] }), aTask('broken'), aTask('odd'), aTask('timed'));
    auction.outcomes.push({ bidder: 'broken', kind: 'error', ms: 1, calls: [{ call, errors: [{ code: 3, message: 'x' }], ms: 1 }] });
    auction.outcomes.push({
      bidder: 'odd',
      kind: 'no-bid',
      ms: 1,
      calls: [{ call, errors: [{ code: 0, message: 'x', warning: true }], ms: 1 }],
    });
    auction.nonBids.push({ seat: 'timed', impId: 'i1', code: 101 });
    adjust(auction, services);
    expect(auction.nonBids.map(({ seat, impId, code }) => [seat, impId, code])).toEqual([
      ['timed', 'i1', 101],
      ['silent', 'i1', 0],
      ['silent', 'i2', 0],
      ['broken', 'i1', 100],
      ['odd', 'i1', 0],
    ]);
  });

  it('fills types into native markup and keeps (Go variant, apps) or drops (Java variant) mismatches', () => {
    const native = { request: JSON.stringify({ assets: [{ id: 1, img: { type: 3 } }] }) };
    const adm = JSON.stringify({ assets: [{ id: 1, img: { url: 'u' } }] });
    const strange = JSON.stringify({ assets: [{ id: 2, img: { url: 'u' } }] });
    const bids = [aTypedBid({ adm }, { type: 'native' }), aTypedBid({ id: 'b2', adm: strange }, { type: 'native' })];
    const run = (settings: HostConfigInput, request: Partial<BidRequest>) => {
      const [auction, services] = arranged(settings, {}, { imp: [{ id: 'i1', native }], ...request });
      response(auction, 'a', { bids });
      adjust(auction, services);
      return [auction.seats.get('a')?.bids.map(({ bid }) => bid.adm), auction.diagnostics.errors.get('a')];
    };
    const filled = JSON.stringify({ assets: [{ id: 1, img: { url: 'u', type: 3 } }] });
    const message = 'Unable to find asset with ID:2 in the request';
    expect(run({}, { app: { id: 'app' } })).toEqual([[filled, strange], [{ code: 999, message }]]);
    expect(run({}, {})).toEqual([[adm, strange], undefined]);
    expect(run(java, {})).toEqual([[filled], [{ code: 3, message }]]);
  });
});
