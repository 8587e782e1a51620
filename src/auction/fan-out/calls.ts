/** The calls of a bidder, as its adapter makes them. */
import type { BidderError, Call, MadeRequests, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { CODES, failedToRequest } from '#src/bidders/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { atBorder, isPanic } from '../adapter-border.ts';
import type { Called } from './identity.ts';

const NO_CALLS_NO_ERRORS = 'The adapter failed to generate any bid requests, but also failed to generate an error explaining why';

/** The calls of a bidder, and its adapter's errors. An adapter that throws creates no calls. */
export function makeCalls({ bidder, known: { adapter } }: Called, request: SharedRequest, info: RequestInfo, log: Log): MadeRequests {
  const made = atBorder('makeRequests', bidder, log, () => adapter.makeRequests(request, info));
  return isPanic(made) ? { calls: [], errors: [made] } : made;
}

/** An empty result without an error receives one: a bidder without calls always has a reason. */
export const withReason = (made: MadeRequests): MadeRequests =>
  made.calls.length === 0 && made.errors.length === 0 ? { calls: [], errors: [failedToRequest(NO_CALLS_NO_ERRORS)] } : made;

/** Error of a call that is not made because too little time is left. */
export const NO_TIME: BidderError = { code: CODES.timeout, message: 'exceeded tmax duration' };

/** Imps that no call covers; empty if a call does not say which imps it covers. */
export function uncalled(impIds: readonly string[], calls: readonly Call[]): readonly string[] {
  if (calls.length === 1 && calls[0]?.impIds.length === impIds.length) return [];
  if (calls.some((call) => call.impIds.length === 0)) return [];
  const called = new Set(calls.flatMap((call) => call.impIds));
  return impIds.filter((id) => !called.has(id));
}
