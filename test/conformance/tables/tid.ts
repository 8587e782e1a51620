/** Topic `tid`: transaction ids of request and first imp. */
import { fillTids } from '#src/auction/validate/tids.ts';
import type { BidRequest } from '#src/openrtb/ortb.ts';
import { systemRandom } from '#src/platform/random.ts';
import type { Row } from '../suites/tables.ts';

export function run({ in: given }: Row): Record<string, unknown> {
  const stored = given['request'] as BidRequest | null;
  const request = { id: '', ...stored, imp: stored?.imp ?? [] };
  const again = given['generateRequestId'] === true && (given['hasStoredRequest'] === true || given['amp'] === true);
  fillTids(request, again, systemRandom.uuid, false);
  return { sourceTid: request.source?.tid, impTid: request.imp[0]?.ext?.tid };
}
