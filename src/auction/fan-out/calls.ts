/** The calls of a bidder, as its adapter makes them. */
import type { Adapter, BidderError, Call, MadeRequests, RequestInfo, SharedRequest } from '#src/bidders/bidder.ts';
import { CODES, failedToRequest } from '#src/bidders/errors.ts';
import type { Log } from '#src/outside/log.ts';
import { atBorder, isPanic } from '../adapter-border.ts';

const SILENT = 'The adapter failed to generate any bid requests, but also failed to generate an error explaining why';

/**
 * The calls an adapter wants made. One that throws makes none.
 * @param told something was said about this request already, so that silence needs no word of its own
 */
export function makeCalls(
  adapter: Adapter,
  request: SharedRequest,
  info: RequestInfo,
  bidder: string,
  log: Log,
  told: boolean,
): MadeRequests {
  const made = atBorder('makeRequests', bidder, log, () => adapter.makeRequests(request, info));
  if (isPanic(made)) return { calls: [], errors: [made] };
  const isSilent = made.calls.length === 0 && made.errors.length === 0 && !told;
  return isSilent ? { calls: [], errors: [failedToRequest(SILENT)] } : made;
}

/** What is said where too little time is left to call anybody. */
export const NO_TIME: BidderError = { code: CODES.timeout, message: 'exceeded tmax duration' };

/** Imps that none of the calls is about; none where a call does not say what it is about. */
export function uncalled(impIds: readonly string[], calls: readonly Call[]): readonly string[] {
  if (calls.length === 1 && calls[0]?.impIds.length === impIds.length) return [];
  if (calls.some((call) => call.impIds.length === 0)) return [];
  const called = new Set(calls.flatMap((call) => call.impIds));
  return impIds.filter((id) => !called.has(id));
}
