/**
 * How a request is rejected. A rejection ends the auction in `rejected` and becomes the HTTP response in one place
 * (`src/auction/reject.ts`).
 */

export type RejectionKind =
  | 'invalid' // 400, one line per message
  | 'tooLarge'
  | 'blockedApp' // 503
  | 'accountDisabled' // 503
  | 'accountRequired' // 400 (java: 401)
  | 'accountMalformed' // 500
  | 'module' // 200 with nbr
  | 'failed' // 500
  | 'storeUnavailable' // 503
  | 'clientDisconnected';

export interface AuctionRejection {
  readonly kind: RejectionKind;
  /** Messages in order, with the `srv` key, without the prefix `Invalid request: `. */
  readonly messages: readonly string[];
  /** The Java variant sends it without a prefix. */
  readonly isBare?: boolean | undefined;
  /** No-bid reason of a module's rejection. */
  readonly nbr?: number | undefined;
}

/** The rejection of an invalid request. @param messages in order */
export const invalid = (...messages: string[]): AuctionRejection => ({ kind: 'invalid', messages });

/** The rejection of an auction that a bug ended. The log has the error, callers learn nothing of it. */
export const internalError: AuctionRejection = { kind: 'failed', messages: ['internal error'] };

/** For stored data that is missing: 503 if a store did not respond, so that callers try again; else 400. */
export const storedRejection = (unavailable: boolean | undefined, messages: readonly string[]): AuctionRejection =>
  unavailable ? { kind: 'storeUnavailable', messages } : invalid(...messages);

/** Why a bid is rejected: its seat, a field, its price (reported in debug output only), or the seat's currency (reported once per seat). */
export interface BidRejection {
  readonly of: 'seat' | 'field' | 'price' | 'currency';
  readonly message: string;
}
