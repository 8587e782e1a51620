import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { enforceFloors } from '#src/auction/floors/enforce.ts';
import { findRule, firstKey } from '#src/auction/floors/search.ts';
import { signalFloors } from '#src/auction/floors/signal.ts';
import { makeConverter } from '#src/auction/pricing/currency.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import { anAuction, aSeat } from '#test/auction/adjust/arrange.ts';
import { amountIn } from '#test/helpers/conversions.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

const variant = fc.constantFrom('go' as const, 'java' as const);
const hostWithFloors = (of: 'go' | 'java') =>
  testServices({ settings: { variant: of, price_floors: { enabled: true } }, rates: { current: () => ({ USD: { EUR: 0.9, JPY: 110 } }) } });
const cents = fc.integer({ min: 1, max: 2000 }).map((value) => value / 100);
const currency = fc.constantFrom('USD', 'EUR', 'JPY');

describe('price floors', () => {
  it('no bid without a deal below its floor survives', () => {
    const bids = fc.array(cents, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(variant, cents, currency, bids, (of, bidfloor, bidfloorcur, prices) => {
        const services = hostWithFloors(of);
        const imp = [{ id: 'i1', banner: {}, bidfloor, bidfloorcur }];
        const auction = anAuction(services, { imp }, { price_floors: { enabled: true } });
        auction.convert = makeConverter(auction.request, services);
        const offered = prices.map((price, n) => ({ id: `b${n}`, impid: 'i1', price }));
        auction.seats.set('a', aSeat('a', offered));
        enforceFloors(auction, services);
        const retained = auction.seats.get('a')?.bids ?? [];
        for (const { bid } of retained) {
          // Go variant: in the floor's currency, a cent of tolerance. Java variant: in the bids' currency, exact.
          if (of === 'go') expect(amountIn(auction.convert, bid.price, 'USD', bidfloorcur)).toBeGreaterThanOrEqual(bidfloor - 0.01 - 1e-9);
          else expect(bid.price).toBeGreaterThanOrEqual(amountIn(auction.convert, bidfloor, bidfloorcur, 'USD'));
        }
        expect(retained.length + auction.nonBids.length).toBe(prices.length);
      }),
      runs(200),
    );
  });

  it('a signalled floor is at least the minimum and not negative, for any rules', () => {
    const values = fc.dictionary(fc.constantFrom('banner|300x250', 'banner|*', '*|300x250', '*|*', 'video|*'), cents);
    fc.assert(
      fc.property(
        variant,
        values,
        fc.option(cents, { nil: undefined }),
        fc.option(cents, { nil: undefined }),
        (of, rules, standard, floormin) => {
          const services = hostWithFloors(of);
          const group = { schema: { fields: ['mediaType', 'size'] }, values: rules, default: standard };
          const floors = { floormin, floormincur: 'USD', data: { currency: 'USD', modelgroups: [group] } };
          const auction = anAuction(services, { ext: { srv: { floors } } }, { price_floors: { enabled: true } });
          signalFloors(auction, services);
          const [imp] = auction.request.imp;
          if (imp?.bidfloor !== undefined) expect(imp.bidfloor).toBeGreaterThanOrEqual(floormin ?? 0);
        },
      ),
      runs(200),
    );
  });

  it('scanning the rules selects the same rule as trying every combination', () => {
    const part = fc.constantFrom('a', 'b', 'c', '*');
    const fields = 7;
    const values = fc.array(fc.constantFrom(['a'], ['b'], ['a', 'b'], ['*']), { minLength: fields, maxLength: fields });
    const rules = fc.array(fc.array(part, { minLength: fields, maxLength: fields }), { maxLength: 30 });
    fc.assert(
      fc.property(values, rules, (wanted, keys) => {
        const table = new Map(keys.map((parts) => [parts.join('|'), 1]));
        expect(findRule(table, wanted, '|')).toBe(firstKey(wanted, '|', (key) => table.has(key)));
      }),
      runs(100),
    );
  });

  it('keys of rules are tried from the most specific on', () => {
    const values = fc.array(fc.constantFrom(['a'], ['b', 'c'], ['a', 'b', 'c'], ['*']), { maxLength: 5 });
    /** Fewest wildcards, then values further left, then the more specific values. */
    const rankOf = (parts: readonly string[], wanted: readonly (readonly string[])[]): string => {
      const wildcards = parts.map((part) => (part === '*' ? '1' : '0')).join('');
      const places = parts.map((part, i) => wanted[i]?.indexOf(part)).join(',');
      return [parts.filter((part) => part === '*').length, wildcards, places].join(' ');
    };
    fc.assert(
      fc.property(values, (wanted) => {
        const tried: string[] = [];
        firstKey(wanted, '|', (key) => tried.push(key) === 0);
        const all = wanted.reduce<string[][]>(
          (made, list) => made.flatMap((parts) => [...new Set([...list, '*'])].map((value) => [...parts, value])),
          [[]],
        );
        const ranked = all.map((parts) => [rankOf(parts, wanted), parts.join('|')] as const);
        expect(tried).toEqual(ranked.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, key]) => key));
      }),
      runs(100),
    );
  });

  it('floors of any form leave a serializable request', () => {
    fc.assert(
      fc.property(variant, fc.jsonValue({ maxDepth: 5 }), fc.jsonValue({ maxDepth: 4 }), (of, given, data) => {
        const services = hostWithFloors(of);
        const floors = { ...(given as Ext), data: { modelgroups: [data, { values: data, schema: { fields: ['size'] }, default: 1 }] } };
        const auction = anAuction(services, { ext: { srv: { floors } } }, { price_floors: { enabled: true } });
        signalFloors(auction, services);
        enforceFloors(auction, services);
        expect(JSON.stringify(auction.request)).toBeTypeOf('string');
        const [imp] = auction.request.imp;
        expect(imp?.bidfloor === undefined || imp.bidfloor > 0).toBe(true);
      }),
      runs(200),
    );
  });
});
