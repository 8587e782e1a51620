/** Why a bidder shows nothing for an imp, as a code (auction-exchange.md section 18). */
import type { CallOutcome } from '#src/auction/auction.ts';

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

/**
 * Code of a call that failed. Java variant: 503 counts as unreachable, any other refused status as an invalid response,
 * and a call for which no time was left as timed out.
 * @param variant whose fine points hold
 */
export function nonBidCode({ failure, answer }: Pick<CallOutcome, 'failure' | 'answer'>, variant: 'go' | 'java'): number {
  switch (failure?.kind) {
    case 'timeout':
    case 'secondary':
      return NON_BID.timeout;
    case 'tmax':
      return variant === 'java' ? NON_BID.timeout : NON_BID.error;
    case 'unreachable':
      return NON_BID.unreachable;
    case 'status':
      if (variant === 'go') return NON_BID.error;
      return answer?.status === 503 ? NON_BID.unreachable : NON_BID.invalidResponse;
    default:
      return NON_BID.error;
  }
}
