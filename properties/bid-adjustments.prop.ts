import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjust } from '#src/auction/adjust.ts';
import { failedCall, readResponse, recordOutcome, toOutcome } from '#src/auction/collect.ts';
import { mergeBidAdjustments } from '#src/auction/pricing/bid-adjustments.ts';
import { makeConverter } from '#src/auction/pricing/currency.ts';
import type { TypedBid } from '#src/bidders/bidder.ts';
import type { BidAdjustment } from '#src/openrtb/ext.ts';
import { aBid, anAuction, aTask, aTypedBid, call, response } from '#test/auction/adjust/arrange.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

const variant = fc.constantFrom('go' as const, 'java' as const);
const hostOf = (of: 'go' | 'java') =>
  testServices({ settings: { variant: of }, rates: { current: () => ({ USD: { EUR: 0.9, JPY: 110 } }) } });
const value = fc.double({ min: 0, max: 99, noNaN: true });
const rule = fc.record({ adjtype: fc.constantFrom('cpm', 'static', 'multiplier'), value, currency: fc.constantFrom('USD', 'EUR', 'JPY') });
const rules: fc.Arbitrary<BidAdjustment[]> = fc.array(rule, { maxLength: 4 });
const price = fc.double({ min: 0.01, max: 1000, noNaN: true });

describe('bid adjustments', () => {
  it('an adjusted price without a deal is positive, with a deal it is not negative', () => {
    fc.assert(
      fc.property(variant, rules, price, fc.double({ min: 0.01, max: 10, noNaN: true }), (of, list, offered, factor) => {
        const services = hostOf(of);
        const srv = { bidadjustments: { mediatype: { '*': { '*': { '*': list } } } }, bidadjustmentfactors: { a: factor } };
        const auction = anAuction(services, { ext: { srv } });
        auction.convert = makeConverter(auction.request, services);
        auction.bidAdjustments = mergeBidAdjustments(auction.request, auction.account, auction.diagnostics);
        response(auction, 'a', { bids: [aTypedBid({ price: offered }), aTypedBid({ id: 'b2', price: offered, dealid: 'd' })] });
        adjust(auction, services);
        for (const { bid } of auction.seats.get('a')?.bids ?? []) {
          if (bid.dealid) expect(bid.price).toBeGreaterThanOrEqual(0);
          else expect(bid.price).toBeGreaterThan(0);
        }
      }),
      runs(200),
    );
  });

  it('adjustments of any form are applied or dropped with a warning', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 5 }), (given, stored) => {
        const services = testServices();
        const auction = anAuction(services, { ext: { srv: { bidadjustments: given as never } } });
        const account = { ...auction.account, bidadjustments: stored as never };
        auction.bidAdjustments = mergeBidAdjustments(auction.request, account, auction.diagnostics);
        response(auction, 'a', { bids: [aTypedBid()] });
        adjust(auction, services);
        expect(auction.seats.size + auction.nonBids.length).toBeGreaterThan(0);
      }),
      runs(200),
    );
  });
});

describe('hostile responses', () => {
  const field = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -1, 1e308, '', '__proto__', undefined),
  );
  const names = ['id', 'impid', 'price', 'adm', 'crid', 'dealid', 'w', 'h', 'cat', 'ext', 'mtype', '__proto__', 'constructor'];
  const bid = fc
    .array(fc.tuple(fc.constantFrom(...names), field), { maxLength: 8 })
    .map((pairs) => ({ ...aBid(), ...Object.fromEntries(pairs) }));
  const typed = fc.record({
    bid: fc.oneof(bid, field),
    type: fc.oneof(fc.constant('banner'), field),
    seat: field,
    meta: field,
    video: field,
    dealPriority: field,
  });

  it('no response makes parsing or adjusting throw; remaining bids are well-formed, and every bid is accounted for', () => {
    fc.assert(
      fc.property(variant, fc.array(fc.oneof(typed, field), { maxLength: 6 }), field, (of, bids, currency) => {
        const services = hostOf(of);
        const auction = anAuction(services);
        auction.convert = makeConverter(auction.request, services);
        const task = aTask('a', () => ({ result: { bids: bids as TypedBid[], currency: currency as string }, errors: [] }));
        auction.tasks.push(task);
        const outcome = readResponse(task, call, { status: 200, headers: {}, body: '' }, services);
        recordOutcome(auction, toOutcome('a', [outcome], 1), task, services);
        adjust(auction, services);
        for (const { bids: retained } of auction.seats.values()) {
          for (const one of retained) expect(one.bid).toMatchObject({ id: expect.any(String), impid: 'i1', crid: expect.any(String) });
          for (const one of retained) expect(Number.isFinite(one.bid.price) && one.bid.price >= 0).toBe(true);
        }
        const reported = [...auction.diagnostics.errors.values(), ...auction.diagnostics.warnings.values()].flat().length;
        const remaining = [...auction.seats.values()].flatMap((seat) => seat.bids).length;
        if (bids.length > 0) expect(reported + remaining).toBeGreaterThan(0);
        expect(auction.nonBids.length + remaining).toBeGreaterThan(0);
        expect(JSON.stringify([...auction.seats.values()])).toBeTypeOf('string');
      }),
      runs(300),
    );
  });

  it('any status and any exception of an adapter ends in one outcome', () => {
    fc.assert(
      fc.property(variant, fc.integer({ min: 0, max: 999 }), fc.boolean(), (of, status, throws) => {
        const services = hostOf(of);
        const task = aTask('a', () => {
          if (throws) throw new Error('boom');
          return { errors: [] };
        });
        const read = readResponse(task, call, { status, headers: {}, body: '{' }, services);
        expect(toOutcome('a', [read, failedCall(call, 'other', 'x')], 1).kind).toBe('error');
      }),
      runs(100),
    );
  });
});
