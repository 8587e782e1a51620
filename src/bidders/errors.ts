/**
 * Constructors of bidder errors. Codes: 1 timeout, 2 bad input, 3 bad server response, 4 failed to request, 5 invalid bid, 6 floors, 999
 * unknown.
 */
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

/** A class of its own, so that a hook's error differs from any value a bidder may send. */
class AdapterError implements BidderError {
  readonly code: number;
  readonly message: string;
  readonly warning?: boolean;

  constructor(code: number, message: string, isWarning = false) {
    this.code = code;
    this.message = message;
    if (isWarning) this.warning = true;
  }
}

/** An error of one imp, bid or call that ends the complete request or response. */
class AbortingError extends AdapterError {}

const make =
  (code: number) =>
  (message: string): BidderError =>
    new AdapterError(code, message);

export const badInput = make(CODES.badInput);
export const badServer = make(CODES.badServer);
export const failedToRequest = make(CODES.failedToRequest);
export const invalidBid = make(CODES.invalidBid);
export const generic = make(CODES.unknown);

/** A warning: nothing fails. */
export const warning = (message: string, code: number = CODES.none): BidderError => new AdapterError(code, message, true);

/** The same error, which now ends the request or response with this error only, whatever `onBadImp` or `onBadBid` says. */
export const aborting = ({ code, message }: BidderError): BidderError => new AbortingError(code, message);

/** Whether a hook returned an error (made by this file) instead of a value. */
export const isError = (value: unknown): value is BidderError => value instanceof AdapterError;

/** Whether an error ends the processing of its request or response. */
export const isAborting = (error: BidderError): boolean => error instanceof AbortingError;
