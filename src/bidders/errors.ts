/** Makers of bidder errors. Codes: decisions row 4 (1 timeout, 2 bad input, 3 bad server response, 4 failed to request, 5 invalid bid, 6 floors, 999). */
import type { BidderError } from './bidder.ts';

export const CODES = {
  none: 0,
  timeout: 1,
  badInput: 2,
  badServer: 3,
  failedToRequest: 4,
  invalidBid: 5,
  floors: 6,
  unknown: 999,
} as const;

const make =
  (code: number) =>
  (message: string): BidderError => ({ code, message });

export const timedOut = make(CODES.timeout);
export const badInput = make(CODES.badInput);
export const badServer = make(CODES.badServer);
export const failedToRequest = make(CODES.failedToRequest);
export const invalidBid = make(CODES.invalidBid);
export const generic = make(CODES.unknown);
export const warning = (message: string, code: number = CODES.none): BidderError => ({ code, message, warning: true });
