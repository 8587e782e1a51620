/** Why a bidder shows nothing for an imp, as a code (auction-exchange.md section 18). */
import type { CallOutcome } from '#src/auction/auction.ts';
import type { CollectDialect } from '#src/dialect/dialect.ts';

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

/** Code of a call that failed. */
export function nonBidCode(
  { failure, answer }: Pick<CallOutcome, 'failure' | 'answer'>,
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
      return nonBid.ofStatus(answer?.status);
    default:
      return NON_BID.error;
  }
}
