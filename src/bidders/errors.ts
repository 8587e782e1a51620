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

/** A bidder error that can be told from any value a bidder may send: hooks of adapters give either a value or one of these. */
class Fault implements BidderError {
  readonly code: number;
  readonly message: string;
  readonly warning?: boolean;

  constructor(code: number, message: string, isWarning: boolean) {
    this.code = code;
    this.message = message;
    if (isWarning) this.warning = true;
  }
}

const make =
  (code: number) =>
  (message: string): BidderError =>
    new Fault(code, message, false);

export const timedOut = make(CODES.timeout);
export const badInput = make(CODES.badInput);
export const badServer = make(CODES.badServer);
export const failedToRequest = make(CODES.failedToRequest);
export const invalidBid = make(CODES.invalidBid);
export const generic = make(CODES.unknown);
export const warning = (message: string, code: number = CODES.none): BidderError => new Fault(code, message, true);

/** Whether a hook gave an error (made by this file) instead of a value. */
export const isFault = (value: unknown): value is BidderError => value instanceof Fault;
