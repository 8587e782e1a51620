import { describe, expect, it } from 'vitest';
import { codesForBidder, seatFault } from '#src/auction/adjust/alternate-codes.ts';
import { bidFault, currencyRefusal } from '#src/auction/adjust/bid-checks.ts';
import type { AuctionBid } from '#src/auction/auction.ts';
import type { Bid, Imp } from '#src/wire/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { aBid, aSeat } from './arrange.ts';

const imp: Imp = { id: 'i1' };
const made = (over: Partial<Bid> = {}): AuctionBid => aSeat('a', [aBid(over)]).bids[0] as AuctionBid;
const faultOf = (over: Partial<Bid>, variant: 'go' | 'java' = 'go', of: Imp | undefined = imp, type: AuctionBid['type'] = 'banner') =>
  bidFault({ ...made(over), type }, of, dialects[variant].bids);

describe('a bid', () => {
  it('passes with an id, an imp of the request, a price and a creative id', () => {
    expect(faultOf({})).toBeUndefined();
    expect(faultOf({ price: 0, dealid: 'd' })).toBeUndefined();
  });

  it.each([
    [{ id: '' }, "Bid missing required field 'id'"],
    [{ impid: '' }, 'Bid "b1" missing required field \'impid\''],
    [{ crid: '' }, 'Bid "b1" missing creative ID'],
    [{ price: -1 }, 'Bid "b1" does not contain a positive (or zero if there is a deal) \'price\''],
    [{ price: 0 }, 'Bid "b1" does not contain positive \'price\' which is required since there is no deal set for this bid'],
  ])('without what it must have is turned away: %j', (over, message) => {
    expect(faultOf(over)?.message).toBe(message);
  });

  it('for an imp nobody asked about is turned away', () => {
    expect(bidFault(made(), undefined, dialects.go.bids)).toEqual({
      of: 'member',
      message: 'Bid "b1" has no corresponding imp in request',
    });
  });

  it('is looked at for its price first, and for its video markup, in the Java variant', () => {
    expect(faultOf({ id: '', price: 0 }, 'java')).toEqual({
      of: 'price',
      message: "Dropped bid ''. Does not contain a positive (or zero if there is a deal) 'price'",
    });
    expect(faultOf({}, 'java', imp, 'video')?.message).toBe('Bid "b1" with video type missing adm and nurl');
    expect(faultOf({ nurl: 'https://x' }, 'java', imp, 'video')).toBeUndefined();
  });

  it('needs a deal where the bidder is asked for deals only', () => {
    const asking = (params: object): Imp => ({ id: 'i1', ext: { srv: { bidder: { a: params as never } } } });
    const text = { of: 'member', message: 'Bid "b1" missing required field \'dealid\'' };
    expect(faultOf({}, 'go', asking({ dealsonly: true }))).toEqual(text);
    expect(faultOf({}, 'go', asking({ pgdealsonly: true }))).toEqual(text);
    expect(faultOf({}, 'go', asking({ pgdealsonly: true, dealsonly: false }))).toBeUndefined();
    expect(faultOf({ dealid: 'd' }, 'go', asking({ dealsonly: true }))).toBeUndefined();
    expect(faultOf({}, 'go', { id: 'i1', ext: { srv: { bidder: { a: 5 as never } } } })).toBeUndefined();
  });
});

describe('a seat’s currency', () => {
  it('must be one the request takes', () => {
    expect([currencyRefusal('', undefined), currencyRefusal('EUR', ['USD', 'EUR'])]).toEqual([undefined, undefined]);
    expect(currencyRefusal('EUR', ['USD', 'JPY'])).toBe("Bid currency is not allowed. Was 'EUR', wants: ['USD', 'JPY']");
    expect(currencyRefusal('foo', ['foo'])).toBe('currency: tag is not a recognized currency');
  });
});

describe('a seat', () => {
  const settings = { enabled: true, bidders: { A: { enabled: true, allowedbiddercodes: ['x'] }, off: { enabled: false } } };

  it('other than the bidder must be allowed', () => {
    expect([seatFault('a', undefined, undefined), seatFault('a', 'A', undefined), seatFault('a', 'x', settings)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(seatFault('a', 'x', undefined)).toBe('alternateBidderCodes disabled for "a", rejecting bids for "x"');
    expect(seatFault('off', 'x', settings)).toBe('alternateBidderCodes disabled for "off", rejecting bids for "x"');
    expect(seatFault('b', 'x', settings)).toBe('alternateBidderCodes not defined for adapter "b", rejecting bids for "x"');
    expect(seatFault('a', 'y', settings)).toBe('invalid biddercode "y" sent by adapter "a"');
    expect(seatFault('a', 'y', { enabled: true, bidders: { a: { enabled: true, allowedbiddercodes: ['*'] } } })).toBeUndefined();
  });

  it('settings are cut down to one bidder', () => {
    expect(codesForBidder(settings, 'a')).toEqual({ enabled: true, bidders: { a: { enabled: true, allowedbiddercodes: ['x'] } } });
    expect(codesForBidder({ bidders: {} }, 'a')).toEqual({});
    expect(codesForBidder(undefined, 'a')).toBeUndefined();
  });
});
