/** Non-bid reason codes. */

import type { CollectDialect } from '#src/dialect/dialect.ts';
import type { CallOutcome } from './auction.ts';

export const NON_BID = {
  noBid: 0,
  error: 100,
  timeout: 101,
  invalidResponse: 102,
  unreachable: 103,
  rejected: 300,
  belowFloor: 301,
  belowDealFloor: 304,
  dsa: 305,
  creativeSize: 351,
  notSecure: 352,
} as const;

/** Code of a failed call. */
export function nonBidCode(
  { failure, response }: Pick<CallOutcome, 'failure' | 'response'>,
  { nonBid }: Pick<CollectDialect, 'nonBid'>,
): number {
  switch (failure?.kind) {
    case 'timeout':
    case 'secondary':
      return NON_BID.timeout;
    case 'tmax':
      return nonBid.tmax;
    case 'unreachable':
      return NON_BID.unreachable;
    case 'status':
      return nonBid.ofStatus(response?.status);
    default:
      return NON_BID.error;
  }
}
