import { describe, expect, it } from 'vitest';
import { enforceFloors } from '#src/auction/floors/enforce.ts';
import { makeConverter } from '#src/auction/pricing/currency.ts';
import type { AccountInput } from '#src/config/account.ts';
import type { Bid, Imp } from '#src/openrtb/ortb.ts';
import { testServices } from '#test/helpers/services.ts';
import { aBid, anAuction, aSeat } from '../adjust/arrange.ts';

interface Given {
  variant?: 'go' | 'java';
  imp?: Partial<Imp>;
  floors?: object;
  account?: AccountInput['price_floors'];
  bids?: Bid[];
  draw?: number;
  currency?: string;
}

function enforced({ variant = 'go', imp = {}, floors, account, bids = [aBid()], draw = 0, currency = 'EUR' }: Given) {
  const random = { next: () => draw, uuid: () => '', bits63: () => 0n };
  const services = testServices({
    settings: { variant, price_floors: { enabled: true } },
    random,
    rates: { current: () => ({ USD: { EUR: 0.9 } }) },
  });
  const request = { imp: [{ id: 'i1', bidfloor: 0.9, bidfloorcur: 'EUR', ...imp }], ext: { srv: { floors: floors as never } } };
  const auction = anAuction(services, request, { price_floors: { enabled: true, ...account } });
  auction.convert = makeConverter(auction.request, services);
  auction.seats.set('a', aSeat('a', bids, currency));
  enforceFloors(auction, services);
  return { auction, retained: auction.seats.get('a')?.bids ?? [] };
}
const idsOf = ({ retained }: ReturnType<typeof enforced>) => retained.map(({ bid }) => bid.id);

describe('floors', () => {
  it('reject bids more than a cent below (Go variant), with the reason', () => {
    const { auction, retained } = enforced({
      bids: [aBid({ price: 0.89 }), aBid({ id: 'b2', price: 0.88 }), aBid({ id: 'b3', price: 0.9 })],
    });
    expect(retained.map(({ bid }) => bid.id)).toEqual(['b1', 'b3']);
    expect(auction.diagnostics.warnings.get('srv')).toEqual([
      { code: 10009, message: 'a bid id b2 rejected - bid price 0.8800 EUR is less than bid floor 0.9000 EUR for imp i1' },
    ]);
    expect(auction.nonBids).toMatchObject([{ seat: 'a', impId: 'i1', code: 301 }]);
  });

  it('are never enforced at a rate of 0 in the Java variant; in the Go variant 0 is no limit', () => {
    const below = { bids: [aBid({ price: 0.1 })], floors: { enforcement: { enforcerate: 0 } } };
    expect(idsOf(enforced({ variant: 'java', ...below }))).toEqual(['b1']);
    expect(idsOf(enforced({ variant: 'java', bids: below.bids, account: { enforce_floors_rate: 0 } }))).toEqual(['b1']);
    expect(idsOf(enforced({ variant: 'java', bids: below.bids, floors: { enforcement: { enforcerate: 101 } } }))).toEqual(['b1']);
    expect(idsOf(enforced({ variant: 'java', bids: below.bids }))).toEqual([]);
    expect(idsOf(enforced(below))).toEqual([]);
  });

  it('reject any bid below (Java variant), in the bids’ currency', () => {
    const { auction, retained } = enforced({
      variant: 'java',
      currency: 'USD',
      bids: [aBid({ price: 0.99 }), aBid({ id: 'b2', price: 1 })],
    });
    expect(retained.map(({ bid }) => bid.id)).toEqual(['b2']);
    expect(retained[0]?.floors).toBeUndefined();
    expect(auction.diagnostics.warnings.get('a')).toEqual([
      { code: 6, message: "Bid with id 'b1' was rejected by floor enforcement: price 0.99 is below the floor 1", impIds: ['i1'] },
    ]);
    expect(auction.nonBids).toMatchObject([{ code: 301 }]);
  });

  it('are written into the bids, enforced or not', () => {
    const signal = { floorrule: '*|*', floorrulevalue: 0.5, floorvalue: 0.9 };
    const floors = { enforcement: { enforcepbs: false } };
    expect(enforced({ floors, bids: [aBid({ price: 0.1 })] }).retained[0]?.floors).toEqual({ floorValue: 0.9, floorCurrency: 'EUR' });
    expect(enforced({ floors, imp: { ext: { srv: { floors: signal } } } }).retained[0]?.floors).toEqual({
      floorRule: '*|*',
      floorRuleValue: 0.5,
      floorValue: 0.9,
      floorCurrency: 'EUR',
    });
  });

  it.each<[string, Given]>([
    ['the account is without', { account: { enabled: false } }],
    ['the request switches them off', { floors: { enabled: false } }],
    ['they were skipped', { floors: { skipped: true } }],
    ['no imp has one', { imp: { bidfloor: 0 } }],
    ['the request enforces elsewhere', { floors: { Enforcement: { enforcePBS: false } } }],
    ['the account’s rate is not met', { account: { enforce_floors_rate: 40 }, draw: 0.4 }],
    ['the request’s rate is not met', { floors: { enforcement: { enforcerate: 40 } }, draw: 0.4 }],
    ['the bid has a deal', { bids: [aBid({ price: 0.1, dealid: 'd' })] }],
  ])('accept a low bid if %s', (_name, given) => {
    expect(idsOf(enforced({ bids: [aBid({ price: 0.1 })], ...given }))).toEqual(['b1']);
  });

  it('apply to deals if account and request both enable it', () => {
    const bids = [aBid({ price: 0.1, dealid: 'd' })];
    const floors = { enforcement: { floordeals: true } };
    const both = enforced({ bids, floors, account: { enforce_deal_floors: true } });
    expect([idsOf(both), both.auction.nonBids[0]?.code]).toEqual([[], 304]);
    expect(idsOf(enforced({ bids, floors }))).toEqual(['b1']);
    expect(idsOf(enforced({ variant: 'java', bids, floors }))).toEqual([]);
  });

  it('without a rate reject the bid (Go variant) or accept it (Java variant)', () => {
    const bids = [aBid({ price: 0.1 })];
    const go = enforced({ bids, currency: 'JPY' });
    expect(idsOf(go)).toEqual([]);
    expect(go.auction.diagnostics.errors.get('srv')?.[0]?.message).toBe(
      "error in rate conversion from = JPY to EUR with bidder a for impression id i1 and bid id b1 error = Currency conversion rate not found: 'JPY' => 'EUR'",
    );
    const java = enforced({ variant: 'java', bids, currency: 'JPY' });
    expect(idsOf(java)).toEqual(['b1']);
    expect(java.auction.diagnostics.errors.get('a')).toEqual([
      { code: 3, message: 'Price floors enforcement failed: Unable to convert from currency EUR to desired ad server currency JPY' },
    ]);
  });

  it('drop bids for unknown imps silently while enforcing (Go variant)', () => {
    const bids = [aBid({ impid: 'other' })];
    expect(idsOf(enforced({ bids }))).toEqual([]);
    expect(idsOf(enforced({ bids, floors: { enforcement: { enforcepbs: false } } }))).toEqual(['b1']);
    expect(idsOf(enforced({ variant: 'java', bids }))).toEqual(['b1']);
  });

  it('drop no bids for unknown imps if a model gave no imp a floor (Go variant)', () => {
    const services = testServices({ settings: { price_floors: { enabled: true } } });
    const auction = anAuction(services, {}, { price_floors: { enabled: true } });
    auction.floors = { floors: { raw: {} }, group: { fields: ['country'], delimiter: '|', values: { x: 5 }, raw: {} } };
    auction.seats.set('a', aSeat('a', [aBid({ impid: 'other' })]));
    enforceFloors(auction, services);
    expect(auction.seats.get('a')?.bids.length).toBe(1);
  });

  it('from rules with bidders differ by bidder', () => {
    const services = testServices({ settings: { price_floors: { enabled: true } } });
    const auction = anAuction(services, {}, { price_floors: { enabled: true } });
    const raw = {};
    const group = { fields: ['bidder'], delimiter: '|', values: { a: 5, '*': 1 }, raw };
    auction.floors = { floors: { raw }, group };
    auction.seats.set('a', aSeat('a', [aBid({ price: 2 })]));
    auction.seats.set('b', aSeat('b', [aBid({ price: 2 })]));
    enforceFloors(auction, services);
    expect([...auction.seats.values()].map(({ bids }) => bids.length)).toEqual([0, 1]);
    auction.floors = { floors: { raw, floorMin: 1, floorMinCur: 'JPY' }, group };
    enforceFloors(auction, services);
    expect(auction.seats.get('b')?.bids.length).toBe(1);
  });
});
