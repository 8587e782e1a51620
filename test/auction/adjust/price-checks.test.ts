import { describe, expect, it } from 'vitest';
import { adjust } from '#src/auction/adjust.ts';
import { arranged, aTypedBid, java, pricesIn, response } from './arrange.ts';

describe('the price of a bid', () => {
  it('is checked after the rules in the Go variant, before them in the Java variant', () => {
    const bidadjustments = { mediatype: { audio: { '*': { '*': [{ adjtype: 'cpm' as const, value: 1, currency: 'USD' }] } } } };
    const bids = [aTypedBid({ price: 0 }), aTypedBid({ id: 'b2', price: -1, dealid: 'd' }), aTypedBid({ id: 'b3', crid: '' })];
    for (const [settings, srv, left] of [
      [{}, { bidadjustments }, { a: ['USD', 0.1, 0] }],
      [{}, { bidadjustments: { mediatype: {} } }, {}],
      [java, { bidadjustments }, {}],
    ] as const) {
      const [auction, services] = arranged(settings, srv);
      response(auction, 'a', { bids });
      adjust(auction, services);
      expect(pricesIn(auction)).toEqual(left);
    }
  });

  it('is not checked again after its conversion in the Java variant', () => {
    const [auction, services] = arranged(java, {}, { cur: ['USD'] });
    response(auction, 'a', { bids: [aTypedBid({ price: 0.0004 })], currency: 'EUR' });
    adjust(auction, services);
    expect(pricesIn(auction)).toEqual({ a: ['USD', 0] });
    expect(auction.diagnostics.errors.size).toBe(0);
  });

  it('is not checked in the Go variant, nor are other fields, if the currency of the rules is not allowed', () => {
    const bidadjustments = { mediatype: { '*': { a: { '*': [{ adjtype: 'static' as const, value: 10, currency: 'EUR' }] } } } };
    const [auction, services] = arranged({}, { bidadjustments }, { cur: ['USD'] });
    response(auction, 'a', { bids: [aTypedBid({ crid: '' }), aTypedBid({ price: 0 })] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')?.map(({ message }) => message)).toEqual([
      "Bid currency is not allowed. Was 'EUR', wants: ['USD']",
    ]);
  });
});

describe('a bid without an id', () => {
  it('is named null in the Java variant', () => {
    const [auction, services] = arranged(java);
    response(auction, 'a', { bids: [aTypedBid({ id: undefined as never })] });
    adjust(auction, services);
    expect(auction.diagnostics.errors.get('a')).toEqual([
      { code: 5, message: "BidId `null` validation messages: Error: Bid missing required field 'id'" },
    ]);
  });
});

describe('a seat that is not allowed', () => {
  it('is reported before the fields of its bid in the Go variant, after the price and the fields in the Java variant', () => {
    const bids = [aTypedBid({ price: 0 }), aTypedBid({ id: 'b2', crid: '' }), aTypedBid({ id: 'b3', impid: 'other' })];
    const seats = bids.map((typed) => ({ ...typed, seat: 'x' }));
    const [auction, services] = arranged();
    response(auction, 'a', { bids: seats });
    adjust(auction, services);
    expect(auction.diagnostics.warnings.get('a')).toHaveLength(3);
    const [javaAuction, javaServices] = arranged(java);
    response(javaAuction, 'a', { bids: seats });
    adjust(javaAuction, javaServices);
    expect(javaAuction.diagnostics.errors.get('a')?.map(({ message }) => message)).toEqual([
      'BidId `b2` validation messages: Error: Bid "b2" missing creative ID',
      'BidId `b3` validation messages: Error: invalid bidder code x was set by the adapter a for the account acc',
    ]);
  });
});
