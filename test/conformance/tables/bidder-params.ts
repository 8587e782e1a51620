/** Topic `bidder-params`: the request's shared params merged under those of its imps. */
import { addToExt, addToSrv, mergeBidderParams } from '#src/auction/validate/bidder-params.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { compareRow, type Row } from '../suites/tables.ts';

/** `{$raw: text}` stands for bytes that are not JSON; here a value that is not an object. */
function withRaw(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withRaw);
  if (typeof value !== 'object' || value === null) return value;
  if ('$raw' in value) return value.$raw;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withRaw(field)]));
}

type Params = { [bidder: string]: Ext };

export function run({ in: row }: Row): Record<string, unknown> {
  const given = withRaw(row) as Record<string, unknown>;
  const params = (given['params'] ?? {}) as Params;
  if (given['op'] === 'imp-ext') return { modified: addToExt(given['ext'], params), ext: given['ext'] };
  if (given['op'] === 'imp-ext-srv') return { modified: addToSrv(given['srv'], params), srv: given['srv'] };
  const stored = given['request'] as BidRequest | null;
  const request = { id: '', ...stored, imp: stored?.imp ?? [] };
  mergeBidderParams(request);
  return { imps: request.imp };
}

export const compare = (row: Row, made: Record<string, unknown>): string | undefined =>
  compareRow({ ...row, out: withRaw(row.out) as Record<string, unknown> }, made);
