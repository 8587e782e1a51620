/** Converters with fixed rates. */
import type { Converter } from '#src/auction/pricing/converter.ts';
import { type RateTable, rateBetween } from '#src/auction/pricing/currency.ts';
import type { RequestInfo } from '#src/bidders/bidder.ts';
import { converted } from '#src/bidders/kit/money.ts';
import { dialects } from './dialects.ts';

/** Converts every pair of currencies at one rate. */
export const converterAt =
  (rate: number): Converter =>
  () => ({ value: (amount) => amount * rate });

/** Converts with the rates of a table, and fails with the Go variant's messages. */
export const converterOf =
  (...tables: readonly RateTable[]): Converter =>
  (from, to) => {
    const rate = rateBetween(tables, from, to, dialects.go.prices);
    return 'error' in rate ? rate : { value: (amount) => amount * rate.value };
  };

/** No pair of currencies has a rate. */
export const noRates: Converter = () => ({ error: 'no rate' });

/** An amount that is certainly converted. @throws Error without a rate */
export function amountIn(convert: Converter, amount: number, from: string, to: string): number {
  const made = converted({ convert }, amount, from, to);
  if ('error' in made) throw new Error(made.error);
  return made.value;
}

/** The inputs of an adapter whose request needs no conversion. */
export const sameCurrency: RequestInfo = { convert: converterAt(1) };
