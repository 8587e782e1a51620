/**
 * Rates between currencies. Each table is searched completely before the next one: direct rate, inverse, then a row that has both. A value
 * that is not a positive number counts as absent (docs/stages/enrich.md#currency).
 */

import type { PriceDialect } from '#src/dialect/contract/prices.ts';
import { isObject } from '#src/json/merge.ts';
import type { Result } from '#src/lang/result.ts';
import { toCurrency } from '#src/openrtb/currency-codes.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Services } from '../services.ts';
import { type Conversion, type Converter, unchanged } from './converter.ts';
import type { Exchange } from './price.ts';

/** base → target → number of targets per unit of base */
export type RateTable = { readonly [from: string]: { readonly [to: string]: number } };

type Rates = Pick<PriceDialect, 'noRate' | 'noCurrency' | 'quotient' | 'sharesRows'>;

export const DEFAULT_CURRENCY = 'USD';

/**
 * The value of one `from` in `to`: 1 for equal currencies, else from the first table that has a rate. The error is the message for a code
 * that is not a currency, or for a missing rate.
 */
export function rateBetween(tables: readonly RateTable[], from: string, to: string, dialect: Rates): Result<number> {
  const source = toCurrency(from);
  const target = toCurrency(to);
  if (!source || !target) return { error: dialect.noCurrency(source ? to : from, from, to) };
  if (source === target) return { value: 1 };
  for (const table of tables) {
    const rate = rateIn(table, source, target, dialect);
    if (rate !== undefined) return { value: rate };
  }
  return { error: dialect.noRate(source, target) };
}

/**
 * The converter of one auction, from `ext.srv.currency` and the host's rates.
 */
export function makeConverter(request: BidRequest, services: Services): Converter {
  const tables = ratesOf(request, services);
  const { prices } = services.dialect;
  // An auction converts between the same two currencies again and again.
  let last: { readonly from: string; readonly to: string; readonly result: Result<Conversion> } | undefined;
  return (from, to) => {
    if (last?.from !== from || last.to !== to) last = { from, to, result: conversionAt(rateBetween(tables, from, to, prices), prices) };
    return last.result;
  };
}

function conversionAt(rate: Result<number>, { convert }: Pick<PriceDialect, 'convert'>): Result<Conversion> {
  if ('error' in rate) return rate;
  return rate.value === 1 ? unchanged() : { value: (amount) => convert(amount, rate.value) };
}

/** The tables an auction may use, in order. */
export function ratesOf(request: BidRequest, services: Services): RateTable[] {
  const { rates, usepbsrates } = request.ext?.srv?.currency ?? {};
  const own = isObject(rates) ? [rates] : [];
  const table = services.rates.current();
  const host = table ? [table] : [];
  const { hostRatesFirst: hostFirst } = services.config.rules;
  if (usepbsrates === false) return hostFirst ? [...own, ...host] : own;
  return hostFirst ? [...host, ...own] : [...own, ...host];
}

/** Error message for the first invalid currency code in the request's own rates; undefined if all are valid. */
export function ratesError(rates: unknown): string | undefined {
  if (!isObject(rates)) return undefined;
  for (const from of Object.keys(rates)) {
    const row = rates[from];
    for (const code of [from, ...(isObject(row) ? Object.keys(row) : [])]) {
      if (!toCurrency(code)) return `currency code ${code} is not recognized or malformed`;
    }
  }
  return undefined;
}

/** The conversion to the first of the request's currencies that has a rate; the error is the message of the last one. */
export function pickCurrency(wanted: readonly string[] | undefined, offered: string | undefined, convert: Converter): Result<Exchange> {
  const from = offered || DEFAULT_CURRENCY;
  let error = '';
  for (const to of wanted && wanted.length > 0 ? wanted : [DEFAULT_CURRENCY]) {
    const conversion = convert(from, to);
    if (!('error' in conversion)) return { value: { from, to, convert: conversion.value } };
    error = conversion.error;
  }
  return { error };
}

const usable = (rate: unknown): number | undefined =>
  typeof rate === 'number' && rate > 0 && Number.isFinite(rate) && Number.isFinite(1 / rate) ? rate : undefined;

// Codes are known ones by now, so plain property access cannot reach a prototype.
const rateAt = (table: RateTable, from: string, to: string): number | undefined => usable(table[from]?.[to]);

function rateIn(table: RateTable, from: string, to: string, { quotient, sharesRows }: Rates): number | undefined {
  const direct = rateAt(table, from, to);
  if (direct !== undefined) return direct;
  const inverse = rateAt(table, to, from);
  if (inverse !== undefined) return quotient(1, inverse);
  const shared = sharesRows ? sharedRate(table, from, to, quotient) : undefined;
  if (shared !== undefined) return shared;
  for (const base of Object.keys(table)) {
    const below = rateAt(table, base, from);
    const above = rateAt(table, base, to);
    if (below !== undefined && above !== undefined) return quotient(above, below);
  }
  return undefined;
}

/** A currency that both rows convert to. */
function sharedRate(table: RateTable, from: string, to: string, quotient: Rates['quotient']): number | undefined {
  const fromRow = table[from];
  if (!fromRow || !table[to]) return undefined;
  for (const code of Object.keys(fromRow)) {
    const out = toCurrency(code) ? rateAt(table, from, code) : undefined;
    const back = out === undefined ? undefined : rateAt(table, to, code);
    if (out !== undefined && back !== undefined) return quotient(out, back);
  }
  return undefined;
}
