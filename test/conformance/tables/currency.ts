/** Topic `currency`: rates between two currencies, tables merged for an auction, validation of request rates. */
import { makeConverter, type RateTable, rateBetween, ratesError } from '#src/auction/pricing/currency.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { testServices } from '#test/helpers/services.ts';
import type { Row } from '../suites/tables.ts';

type In = {
  op?: string;
  rates?: RateTable | null;
  custom?: RateTable | null;
  server?: RateTable | null;
  from?: string | null;
  to?: string | null;
  currency?: { rates?: RateTable } | null;
  request?: { rates?: { [from: string]: { [to: string]: number } }; usepbsrates?: boolean } | null;
};

export function run(row: Row): Record<string, unknown> {
  const input = row.in as In;
  if (input.op === 'validate') return { error: ratesError(input.currency?.rates) ?? null };
  if (input.op === 'merge') return { lookups: lookUp(input, row.out['lookups'] as RateTable | null) };
  const tables = [input.custom, input.rates, input.server].filter((table) => table !== undefined && table !== null);
  const rate = rateBetween(tables, input.from ?? '', input.to ?? '', dialects.go.prices);
  return 'error' in rate ? { rate: 0, error: rate.error } : { rate: rate.value, error: false };
}

/** The requested pairs by an auction's converter; null if USD to MXN fails. */
function lookUp({ server, request }: In, wanted: RateTable | null): unknown {
  const services = testServices({ rates: { current: () => server ?? undefined } });
  const convert = makeConverter({ id: '', imp: [], ext: { srv: { currency: request ?? undefined } } }, services);
  const rate = (from: string, to: string): number | null => {
    const conversion = convert(from, to);
    return 'error' in conversion ? null : conversion.value(1);
  };
  if (wanted === null) return rate('USD', 'MXN');
  const rows = Object.entries(wanted).map(([from, row]) => [from, Object.fromEntries(Object.keys(row).map((to) => [to, rate(from, to)]))]);
  return Object.fromEntries(rows);
}
