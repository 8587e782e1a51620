/** Why a bidder has no bid for an imp: the codes of `ext.seatnonbid` and their messages. */

import type { CollectDialect } from '#src/dialect/contract/collect.ts';
import type { CallOutcome } from './bidder-task.ts';

/** All codes by name. Both variants use them; which of them a failure gets depends on the dialect. */
export const NON_BID = {
  noBid: 0,
  error: 100,
  timeout: 101,
  invalidResponse: 102,
  unreachable: 103,
  general: 200,
  inventory: 201,
  mediaType: 202,
  optimised: 203,
  privacy: 204,
  currency: 205,
  rejected: 300,
  belowFloor: 301,
  category: 303,
  belowDealFloor: 304,
  dsa: 305,
  creative: 350,
  creativeSize: 351,
  notSecure: 352,
  advertiser: 356,
} as const;

/** Messages of the codes, for taps and the console. */
const MESSAGES: { readonly [reason in keyof typeof NON_BID]: string } = {
  noBid: 'no bid',
  error: 'error',
  timeout: 'timeout',
  invalidResponse: 'invalid response',
  unreachable: 'unreachable',
  general: 'not called',
  inventory: 'unsupported channel',
  mediaType: 'unsupported media type',
  optimised: 'optimised away',
  privacy: 'privacy',
  currency: 'currency',
  rejected: 'not acceptable',
  belowFloor: 'below the floor',
  category: 'category',
  belowDealFloor: "below the deal's floor",
  dsa: 'transparency (DSA)',
  creative: 'creative',
  creativeSize: 'creative size',
  notSecure: 'creative not secure',
  advertiser: 'advertiser blocked',
};

const messagesByCode: ReadonlyMap<unknown, string> = new Map(
  Object.entries(NON_BID).map(([reason, code]) => [code, MESSAGES[reason as keyof typeof NON_BID]]),
);

/** Whether it is one of the codes of `NON_BID`. */
export const isNonBidCode = (code: unknown): code is number => messagesByCode.has(code);

/** The message of any code; modules may use codes of their own. */
export const nonBidMessage = (code: number): string => messagesByCode.get(code) ?? `code ${code}`;

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
      return nonBid.unreachable;
    case 'status':
      return nonBid.ofStatus(response?.status);
    default:
      return NON_BID.error;
  }
}
