/** Evaluates the results of bidder calls: pure functions without I/O. The stream in `streams/bidder-calls.ts` uses them for each call. */
import type { BidderError, BidderResult, Call, HttpResponse, MadeBids, TypedBid } from '#src/bidders/bidder.ts';
import { CODES, invalidBid } from '#src/bidders/errors.ts';
import type { CollectDialect } from '#src/dialect/contract/collect.ts';
import { atBorder, isPanic } from './adapter-border.ts';
import type { Auction } from './auction.ts';
import type { BidderOutcome, BidderTask, CallOutcome, FailureKind, StoredBidResponse } from './bidder-task.ts';
import { bidShapeError } from './collect/bid-shape.ts';
import { type Diagnostics, WARN } from './diagnostics.ts';
import { nonBidCode } from './non-bid.ts';
import type { Services } from './services.ts';

const IMP_ID_MACRO = '##PBSIMPID##';

/**
 * Interprets an HTTP response with its adapter, after the status checks. Never throws: an adapter that does invalidates this call, an
 * invalid bid only itself. The caller adds `ms` and `sentBody`.
 */
export function readResponse(task: BidderTask, call: Call, response: HttpResponse, services: Services): CallOutcome {
  const { collect } = services.dialect;
  const rejected = response.status === task.adapter.okStatus ? undefined : collect.statusError(response.status);
  if (rejected) return { call, response, failure: { kind: 'status', message: rejected }, ms: 0 };
  if (response.status === 204 && !collect.readsNoContent) return { call, response, ms: 0 };
  const read = atBorder('makeBids', task.bidder, services.log, () => wellFormedOnly(task.adapter.makeBids(task.request, call, response)));
  if (isPanic(read)) return { call, response, failure: { kind: 'panic', message: read.message }, ms: 0 };
  return { call, response, ...read, ms: 0 };
}

/** The response without malformed bids; each adds an error. */
function wellFormedOnly(made: MadeBids): Pick<CallOutcome, 'result' | 'errors'> {
  const { result, errors } = made;
  if (!result) return { errors };
  const bids: TypedBid[] = [];
  const problems: BidderError[] = [];
  for (const typed of result.bids) {
    const error = bidShapeError(typed);
    if (error) problems.push(invalidBid(error));
    else bids.push(typed);
  }
  const currency = typeof result.currency === 'string' ? result.currency : undefined;
  const wellFormed: BidderResult = problems.length === 0 && currency === result.currency ? result : { ...result, currency, bids };
  return { result: wellFormed, errors: problems.length === 0 ? errors : [...errors, ...problems] };
}

/**
 * A stored bidder response, parsed as if the bidder had sent it: the macro in its text becomes the imp's id, and unless configured
 * otherwise every bid is assigned to that imp.
 */
export function readStoredBidResponse(task: BidderTask, stored: StoredBidResponse, services: Services): CallOutcome {
  const body = `Stored bid response for impression id: ${stored.impId}`;
  const call: Call = stored.call ?? { method: 'POST', uri: '', headers: {}, body, impIds: [stored.impId] };
  const text = stored.body.replaceAll(IMP_ID_MACRO, () => JSON.stringify(stored.impId).slice(1, -1));
  const outcome = { ...readResponse(task, call, { status: 200, headers: {}, body: text }, services), stored };
  if (!stored.replaceImpId || !outcome.result) return outcome;
  const bids = outcome.result.bids.map((typed) => ({ ...typed, bid: { ...typed.bid, impid: stored.impId } }));
  return { ...outcome, result: { ...outcome.result, bids } };
}

/** A call without a response. */
export const failedCall = (call: Call, kind: FailureKind, message: string): CallOutcome => ({ call, failure: { kind, message }, ms: 0 });

/** A bidder's result from the results of its calls: bids if there are any, else the worst failure. */
export function toOutcome(bidder: string, calls: readonly CallOutcome[], ms: number): BidderOutcome {
  return { bidder, kind: kindOf(calls), ms, calls };
}

function kindOf(calls: readonly CallOutcome[]): BidderOutcome['kind'] {
  if (calls.some(({ result }) => result && result.bids.length > 0)) return 'bids';
  if (calls.some(({ failure }) => failure?.kind === 'timeout' || failure?.kind === 'secondary')) return 'timeout';
  const failed = calls.some(({ failure, errors }) => failure || errors?.some(({ warning }) => !warning));
  return failed ? 'error' : 'no-bid';
}

/** Records an outcome: the bids for `adjust`, its errors for the response, its failed calls as non-bids. */
export function recordOutcome(auction: Auction, outcome: BidderOutcome, task: BidderTask, services: Services): void {
  auction.outcomes.push(outcome);
  const { bidder } = outcome;
  for (const call of outcome.calls) {
    if (call.failure) {
      recordFailure(auction, call, call.failure, task, services.dialect.collect);
      const code = nonBidCode(call, services.dialect.collect);
      for (const impId of call.call.impIds) auction.nonBids.push({ seat: bidder, impId, code });
    }
    for (const { code, message, warning } of call.errors ?? []) {
      if (warning) auction.diagnostics.warn(bidder, code, message);
      else auction.diagnostics.error(bidder, code, message);
    }
  }
}

/** One error per failed call. */
function recordFailure(
  auction: Auction,
  { response }: CallOutcome,
  { kind, message }: NonNullable<CallOutcome['failure']>,
  task: BidderTask,
  dialect: CollectDialect,
): void {
  const { diagnostics } = auction;
  const { bidder } = task;
  if (kind === 'throttled') diagnostics.warn(bidder, WARN.throttled, message);
  else if (kind === 'secondary') warnOnce(diagnostics, bidder, CODES.timeout, message);
  else if (kind === 'timeout') diagnostics.error(bidder, CODES.timeout, dialect.timeoutMessage(message, auction, task));
  else if (kind === 'tmax') diagnostics.error(bidder, CODES.timeout, message);
  else if (kind === 'status') diagnostics.error(bidder, dialect.statusCode(response?.status), message);
  else diagnostics.error(bidder, CODES.unknown, message, kind === 'panic' ? { panic: true } : undefined);
}

function warnOnce(diagnostics: Diagnostics, bidder: string, code: number, message: string): void {
  const isReported = diagnostics.warnings.get(bidder)?.some((reported) => reported.code === code && reported.message === message);
  if (!isReported) diagnostics.warn(bidder, code, message);
}
