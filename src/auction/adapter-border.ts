/**
 * The one border at which a bug of an adapter is caught. It costs this bidder this call; the log gets the stack, the caller a
 * fixed message without internals, and `adapter_panics` counts the auction.
 */
import type { BidderError } from '#src/bidders/bidder.ts';
import { CODES } from '#src/bidders/errors.ts';
import type { Log } from '#src/platform/log.ts';

/** Help text of the metric `adapter_panics`. */
export const ADAPTER_PANICS = 'Auctions in which the adapter threw.';

/** The hooks of an adapter; each with the message callers get if it throws. */
const MESSAGES = {
  makeRequests: 'the adapter failed to make requests',
  makeBids: 'The adapter failed to read the response',
  timeoutNotice: 'the adapter failed to make a timeout notice',
} as const;

/** The error of an adapter that threw: `panic` marks it as a bug in this program. */
export type AdapterPanic = BidderError & { readonly panic: true };

/** Result of the call into an adapter, or the error of its bug, which has been logged. */
export function atBorder<R>(hook: keyof typeof MESSAGES, bidder: string, log: Log, call: () => R): R | AdapterPanic {
  try {
    return call();
  } catch (cause) {
    log.error({ err: cause, bidder, hook }, 'adapter threw');
    return { code: CODES.unknown, message: MESSAGES[hook], panic: true };
  }
}

/** Whether a call into an adapter ended in a bug of it. */
export const isPanic = (value: object | undefined): value is AdapterPanic =>
  value !== undefined && 'panic' in value && value.panic === true;
