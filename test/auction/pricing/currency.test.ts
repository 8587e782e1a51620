import { describe, expect, it } from 'vitest';
import { makeConverter, pickCurrency, rateBetween, ratesError, ratesOf } from '#src/auction/pricing/currency.ts';
import { currencyError, toCurrency } from '#src/openrtb/currency-codes.ts';
import type { RequestSrv } from '#src/openrtb/ext.ts';
import { amountIn } from '#test/helpers/conversions.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';

const host = { USD: { EUR: 0.9, GBP: 0.8 } };
const own = { USD: { EUR: 2 } };
const request = (currency: RequestSrv['currency']) => ({ id: 'r', imp: [], ext: { srv: { currency } } });

describe('currency codes', () => {
  it('are accepted in any case; others are malformed or unknown', () => {
    expect([toCurrency('USD'), toCurrency('eur'), toCurrency('XXX'), toCurrency('')]).toEqual(['USD', 'EUR', undefined, undefined]);
    expect([currencyError('usd'), currencyError('FOO'), currencyError('US'), currencyError('U$D')]).toEqual([
      undefined,
      'currency: tag is not a recognized currency',
      'currency: tag is not well-formed',
      'currency: tag is not well-formed',
    ]);
  });
});

describe('rates', () => {
  it('are direct, inverse, or over a row that has both', () => {
    expect(rateBetween([host], 'USD', 'EUR', dialects.go.prices)).toEqual({ value: 0.9 });
    expect(rateBetween([host], 'EUR', 'USD', dialects.go.prices)).toEqual({ value: 1 / 0.9 });
    expect(rateBetween([host], 'EUR', 'GBP', dialects.go.prices)).toEqual({ value: 0.8 / 0.9 });
    expect(rateBetween([], 'USD', 'usd', dialects.go.prices)).toEqual({ value: 1 });
  });

  it('fail with a message of the variant', () => {
    expect(rateBetween([host], 'USD', 'JPY', dialects.go.prices)).toEqual({ error: "Currency conversion rate not found: 'USD' => 'JPY'" });
    expect(rateBetween([host], 'USD', 'JPY', dialects.java.prices)).toEqual({
      error: 'Unable to convert from currency USD to desired ad server currency JPY',
    });
    expect(rateBetween([host], 'FOO', 'JPY', dialects.go.prices)).toEqual({ error: 'currency: tag is not a recognized currency' });
    expect(rateBetween([host], 'USD', 'FOO', dialects.java.prices)).toEqual({
      error: 'Unable to convert from currency USD to desired ad server currency FOO',
    });
    expect(rateBetween([host], 'USD', '', dialects.go.prices)).toEqual({ error: 'currency: tag is not well-formed' });
  });

  it('that are not positive numbers count as absent', () => {
    const odd = { USD: { EUR: 0, GBP: -1, JPY: '5' as never }, EUR: { USD: Number.POSITIVE_INFINITY } };
    for (const to of ['EUR', 'GBP', 'JPY']) {
      expect(rateBetween([odd], 'USD', to, dialects.go.prices)).toEqual({ error: `Currency conversion rate not found: 'USD' => '${to}'` });
    }
  });

  it('convert over a shared third currency in the Java variant, truncated to their own digits', () => {
    const table = { EUR: { CHF: 1.1, JPY: 160 }, GBP: { PLN: 5, JPY: 190 } };
    expect(rateBetween([table], 'EUR', 'GBP', dialects.java.prices)).toEqual({ value: 0.842 });
    expect(rateBetween([table], 'EUR', 'GBP', dialects.go.prices)).toEqual({
      error: "Currency conversion rate not found: 'EUR' => 'GBP'",
    });
    expect(rateBetween([{ USD: { GBP: 0.773922584 } }], 'GBP', 'USD', dialects.java.prices)).toEqual({ value: 1.292118903 });
    expect(rateBetween([{ EUR: { CHF: 1 }, GBP: { PLN: 5 } }], 'EUR', 'GBP', dialects.java.prices)).toEqual({
      error: 'Unable to convert from currency EUR to desired ad server currency GBP',
    });
  });
});

describe('the converter of an auction', () => {
  const services = (variant: 'go' | 'java') => testServices({ settings: { variant }, rates: { current: () => host } });

  it("uses the request's rates first (Go variant), and the host's only if allowed", () => {
    expect(amountIn(makeConverter(request({ rates: own }), services('go')), 10, 'USD', 'EUR')).toBe(20);
    expect(amountIn(makeConverter(request({ rates: own }), services('go')), 10, 'USD', 'GBP')).toBe(8);
    const ownOnly = makeConverter(request({ rates: own, usepbsrates: false }), services('go'));
    expect(ownOnly('USD', 'GBP')).toEqual({ error: "Currency conversion rate not found: 'USD' => 'GBP'" });
    expect(amountIn(makeConverter(request(undefined), testServices()), 10, 'USD', 'USD')).toBe(10);
  });

  it("uses the host's rates first (Java variant) by default, and rounds to three decimals", () => {
    const convert = makeConverter(request({ rates: own }), services('java'));
    expect(amountIn(convert, 10, 'USD', 'EUR')).toBe(9);
    expect(amountIn(convert, 1.2345, 'USD', 'EUR')).toBe(1.111);
    expect(amountIn(makeConverter(request({ rates: own, usepbsrates: false }), services('java')), 10, 'USD', 'EUR')).toBe(20);
    expect(amountIn(makeConverter(request({ rates: own, usepbsrates: false }), services('java')), 10, 'USD', 'GBP')).toBe(8);
  });

  it('shares one conversion between all amounts of two currencies, and one between equal currencies', () => {
    const convert = makeConverter(request(undefined), services('go'));
    expect(convert('USD', 'EUR')).toBe(convert('USD', 'EUR'));
    expect(convert('USD', 'USD')).toBe(makeConverter(request(undefined), services('java'))('EUR', 'EUR'));
  });

  it('lets its own option override the variant', () => {
    const settings = { currency_converter: { host_rates_first: true } };
    const hostFirst = testServices({ settings, rates: { current: () => host } });
    expect(ratesOf(request({ rates: own }), hostFirst)).toEqual([host, own]);
  });
});

describe('the currency of a response', () => {
  const convert = makeConverter(request(undefined), testServices({ rates: { current: () => host } }));

  it('is the first preferred one with a rate', () => {
    const conversion = expect.any(Function);
    expect(pickCurrency(['JPY', 'GBP'], 'EUR', convert)).toEqual({ value: { from: 'EUR', to: 'GBP', convert: conversion } });
    expect(pickCurrency(undefined, undefined, convert)).toEqual({ value: { from: 'USD', to: 'USD', convert: conversion } });
    expect(pickCurrency(['JPY'], 'EUR', convert)).toEqual({ error: "Currency conversion rate not found: 'EUR' => 'JPY'" });
  });
});

describe('rates of a request', () => {
  it('are rejected for the first invalid currency code', () => {
    expect(ratesError({ USD: { EUR: 1 } })).toBeUndefined();
    expect(ratesError(undefined)).toBeUndefined();
    expect(ratesError({ USD: 5 })).toBeUndefined();
    expect(ratesError({ FOO: { EUR: 1 } })).toBe('currency code FOO is not recognized or malformed');
    expect(ratesError({ USD: { BAR: 1 } })).toBe('currency code BAR is not recognized or malformed');
  });
});
