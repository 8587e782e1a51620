/** The calls of a bidder, as its adapter makes them. */
import type { Adapter, BidderError, Call, MadeRequests, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { CODES, failedToRequest } from '#src/bidders/errors.ts';
import type { Log } from '#src/platform/log.ts';
import { atBorder, isPanic } from '../adapter-border.ts';

const NO_CALLS_NO_ERRORS = 'The adapter failed to generate any bid requests, but also failed to generate an error explaining why';

/**
 * The calls of an adapter. An adapter that throws creates no calls.
 * @param reported this request already has an error, so an empty result needs none of its own
 */
export function makeCalls(
  adapter: Adapter,
  request: SharedRequest,
  info: RequestInfo,
  bidder: string,
  log: Log,
  reported: boolean,
): MadeRequests {
  const made = atBorder('makeRequests', bidder, log, () => adapter.makeRequests(request, info));
  if (isPanic(made)) return { calls: [], errors: [made] };
  const isEmptyResult = made.calls.length === 0 && made.errors.length === 0 && !reported;
  return isEmptyResult ? { calls: [], errors: [failedToRequest(NO_CALLS_NO_ERRORS)] } : made;
}

/** Error if too little time is left to call any bidder. */
export const NO_TIME: BidderError = { code: CODES.timeout, message: 'exceeded tmax duration' };

/** Imps that no call covers; empty if a call does not say which imps it covers. */
export function uncalled(impIds: readonly string[], calls: readonly Call[]): readonly string[] {
  if (calls.length === 1 && calls[0]?.impIds.length === impIds.length) return [];
  if (calls.some((call) => call.impIds.length === 0)) return [];
  const called = new Set(calls.flatMap((call) => call.impIds));
  return impIds.filter((id) => !called.has(id));
}
