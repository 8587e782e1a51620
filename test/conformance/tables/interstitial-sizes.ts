import { fitInterstitials } from '#src/auction/validate/interstitial.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { compareRow, type Row } from '../suites/tables.ts';

export function run(row: Row): Record<string, unknown> {
  const given = row.in['request'] as BidRequest | null;
  const request = { id: '', ...given, imp: given?.imp ?? [] };
  const error = fitInterstitials(request, dialects[row.variant ?? 'go'].interstitial);
  return error ? { error } : { formats: request.imp.map((imp) => imp.banner?.format ?? null) };
}

/** `errorSuffix`: the end of the message. */
export function compare(row: Row, made: Record<string, unknown>): string | undefined {
  const suffix = row.out['errorSuffix'];
  if (suffix === undefined) return compareRow(row, made);
  return String(made['error']).endsWith(String(suffix)) ? undefined : `$.error: wanted …${suffix}, made ${made['error']}`;
}
