/** Topic `bidder-params`: the request's shared params merged under those of its imps. */
import { addToExt, addToSrv, mergeBidderParams } from '#src/auction/validate/bidder-params.ts';
import type { Ext } from '#src/openrtb/ext.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import type { Row } from '../suites/tables.ts';

type Params = { [bidder: string]: Ext };

export function run({ in: given }: Row): Record<string, unknown> {
  const params = (given['params'] ?? {}) as Params;
  if (given['op'] === 'imp-ext') return { modified: addToExt(given['ext'], params), ext: given['ext'] };
  if (given['op'] === 'imp-ext-srv') return { modified: addToSrv(given['srv'], params), srv: given['srv'] };
  const stored = given['request'] as BidRequest | null;
  const request = { id: '', ...stored, imp: stored?.imp ?? [] };
  mergeBidderParams(request);
  return { imps: request.imp };
}
