import { describe, expect, it } from 'vitest';
import { bidError, currencyRejection } from '#src/auction/adjust/bid-checks.ts';
import { codesForBidder, seatError } from '#src/auction/alternate-codes.ts';
import type { AuctionBid } from '#src/auction/bid.ts';
import type { Bid, Imp } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { aBid, aSeat } from './arrange.ts';

const imp: Imp = { id: 'i1' };
const made = (over: Partial<Bid> = {}): AuctionBid => aSeat('a', [aBid(over)]).bids[0] as AuctionBid;
const errorOf = (over: Partial<Bid>, variant: 'go' | 'java' = 'go', of: Imp | undefined = imp, type: AuctionBid['type'] = 'banner') =>
  bidError({ ...made(over), type }, made(over).bid.price, of, dialects[variant].bids);

describe('a bid', () => {
  it('passes with an id, an imp of the request, a price and a creative id', () => {
    expect(errorOf({})).toBeUndefined();
    expect(errorOf({ price: 0, dealid: 'd' })).toBeUndefined();
  });

  it.each([
    [{ id: '' }, "Bid missing required field 'id'"],
    [{ impid: '' }, 'Bid "b1" missing required field \'impid\''],
    [{ crid: '' }, 'Bid "b1" missing creative ID'],
    [{ price: -1 }, 'Bid "b1" does not contain a positive (or zero if there is a deal) \'price\''],
    [{ price: 0 }, 'Bid "b1" does not contain positive \'price\' which is required since there is no deal set for this bid'],
  ])('without a required field is rejected: %j', (over, message) => {
    expect(errorOf(over)?.message).toBe(message);
  });

  it('for an imp that was not requested is rejected in the Java variant', () => {
    expect(bidError(made(), 1, undefined, dialects.go.bids)).toBeUndefined();
    expect(bidError(made(), 1, undefined, dialects.java.bids)).toEqual({
      of: 'field',
      message: 'Bid "b1" has no corresponding imp in request',
    });
  });

  it('is checked for its price first, and for its video markup, in the Java variant', () => {
    expect(errorOf({ id: '', price: 0 }, 'java')).toEqual({
      of: 'price',
      message: "Dropped bid ''. Does not contain a positive (or zero if there is a deal) 'price'",
    });
    expect(errorOf({}, 'java', imp, 'video')?.message).toBe('Bid "b1" with video type missing adm and nurl');
    expect(errorOf({ nurl: 'https://x' }, 'java', imp, 'video')).toBeUndefined();
  });

  it('needs a deal if the bidder is called for deals only', () => {
    const impWith = (params: object): Imp => ({ id: 'i1', ext: { srv: { bidder: { a: params as never } } } });
    const text = { of: 'field', message: 'Bid "b1" missing required field \'dealid\'' };
    expect(errorOf({}, 'go', impWith({ dealsonly: true }))).toEqual(text);
    expect(errorOf({}, 'go', impWith({ pgdealsonly: true }))).toEqual(text);
    expect(errorOf({}, 'go', impWith({ pgdealsonly: true, dealsonly: false }))).toBeUndefined();
    expect(errorOf({ dealid: 'd' }, 'go', impWith({ dealsonly: true }))).toBeUndefined();
    expect(errorOf({}, 'go', { id: 'i1', ext: { srv: { bidder: { a: 5 as never } } } })).toBeUndefined();
  });
});

describe('a seat’s currency', () => {
  it('must be accepted by the request', () => {
    expect([currencyRejection('', undefined), currencyRejection('EUR', ['USD', 'EUR'])]).toEqual([undefined, undefined]);
    expect(currencyRejection('EUR', ['USD', 'JPY'])).toBe("Bid currency is not allowed. Was 'EUR', wants: ['USD', 'JPY']");
    expect(currencyRejection('foo', ['foo'])).toBe('currency: tag is not a recognized currency');
  });
});

describe('a seat', () => {
  const settings = { enabled: true, bidders: { A: { enabled: true, allowedbiddercodes: ['x'] }, off: { enabled: false } } };

  it('other than the bidder must be allowed', () => {
    expect([seatError('a', undefined, undefined), seatError('a', 'A', undefined), seatError('a', 'x', settings)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(seatError('a', 'x', undefined)).toBe('alternateBidderCodes disabled for "a", rejecting bids for "x"');
    expect(seatError('off', 'x', settings)).toBe('alternateBidderCodes disabled for "off", rejecting bids for "x"');
    expect(seatError('b', 'x', settings)).toBe('alternateBidderCodes not defined for adapter "b", rejecting bids for "x"');
    expect(seatError('a', 'y', settings)).toBe('invalid biddercode "y" sent by adapter "a"');
    expect(seatError('a', 'y', { enabled: true, bidders: { a: { enabled: true, allowedbiddercodes: ['*'] } } })).toBeUndefined();
  });

  it('settings are limited to one bidder', () => {
    expect(codesForBidder(settings, 'a')).toEqual({ enabled: true, bidders: { a: { enabled: true, allowedbiddercodes: ['x'] } } });
    expect(codesForBidder({ bidders: {} }, 'a')).toEqual({});
    expect(codesForBidder(undefined, 'a')).toBeUndefined();
  });
});
