import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeConverter, rateBetween } from '#src/auction/pricing/currency.ts';
import { divideTo, multiplyTo, roundTo } from '#src/auction/pricing/decimal.ts';
import { amountIn, converterOf } from '#test/helpers/conversions.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';
import { runs } from './runs.ts';

const CODES = ['USD', 'EUR', 'GBP', 'JPY', 'MXN'];
const code = fc.constantFrom(...CODES);
const rate = fc.double({ min: 0.001, max: 1000, noNaN: true });
const table = fc.dictionary(code, fc.dictionary(code, rate, { maxKeys: 4 }), { maxKeys: 4 });
const price = fc.double({ min: 0.01, max: 10_000, noNaN: true });

describe('currency', () => {
  it('a price converted to another currency and back is the same price', () => {
    fc.assert(
      fc.property(rate, price, (usdInEur, amount) => {
        const convert = converterOf({ USD: { EUR: usdInEur } });
        expect(amountIn(convert, amountIn(convert, amount, 'USD', 'EUR'), 'EUR', 'USD')).toBeCloseTo(amount, 6);
      }),
      runs(200),
    );
  });

  it('a conversion and its reverse in the Java variant lose only their rounding', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.5, max: 2, noNaN: true }), price, (usdInEur, amount) => {
        const services = testServices({ settings: { variant: 'java' }, rates: { current: () => ({ USD: { EUR: usdInEur } }) } });
        const convert = makeConverter({ id: '', imp: [] }, services);
        const there = amountIn(convert, amount, 'USD', 'EUR');
        expect(Math.abs(amountIn(convert, there, 'EUR', 'USD') - amount)).toBeLessThan(0.01);
      }),
      runs(100),
    );
  });

  it('a rate is positive or absent, and equal currencies convert one to one', () => {
    fc.assert(
      fc.property(fc.array(table, { maxLength: 2 }), code, code, fc.constantFrom('go', 'java'), (tables, from, to, rules) => {
        const found = rateBetween(tables, from, to, dialects[rules].prices);
        expect('error' in found || (found.value > 0 && Number.isFinite(found.value))).toBe(true);
        if (from === to) expect(found).toEqual({ value: 1 });
      }),
      runs(300),
    );
  });

  it('rates and codes of any form fail with a message at most', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), fc.string(), (rates, from, to) => {
        const request = { id: '', imp: [], ext: { srv: { currency: { rates: rates as never } } } };
        const convert = makeConverter(request, testServices());
        for (const [a, b] of [
          [from, to],
          ['USD', 'EUR'],
        ] as const) {
          const conversion = convert(a, b);
          if ('error' in conversion) expect(conversion.error).not.toBe('');
          else expect(Number.isFinite(conversion.value(1))).toBe(true);
        }
      }),
      runs(200),
    );
  });
});

describe('decimals', () => {
  const digits = fc.integer({ min: 0, max: 6 });
  const mode = fc.constantFrom('half-away', 'half-even', 'floor', 'ceil');
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });

  it('rounding is idempotent, and moves a number by less than one step', () => {
    fc.assert(
      fc.property(number, digits, mode, (value, places, rounding) => {
        const once = roundTo(value, places, rounding);
        expect(roundTo(once, places, rounding)).toBe(once);
        expect(Math.abs(once - value)).toBeLessThanOrEqual(10 ** -places * (1 + 1e-9));
      }),
      runs(300),
    );
  });

  it('division reverses multiplication within the last digit', () => {
    fc.assert(
      fc.property(price, fc.double({ min: 0.1, max: 10, noNaN: true }), (value, factor) => {
        expect(Math.abs(divideTo(multiplyTo(value, factor, 10, 'half-even'), factor, 6, 'half-even') - value)).toBeLessThan(1e-5);
      }),
      runs(200),
    );
  });
});
