/** Reading what came of the calls: pure, no socket in sight. The stream of `streams/bidder-calls.ts` asks these, call by call. */
import type { BidderError, BidderResult, Call, HttpResponse, MadeBids, TypedBid } from '#src/bidders/bidder.ts';
import { CODES, invalidBid } from '#src/bidders/errors.ts';
import type { CollectDialect } from '#src/dialect/dialect.ts';
import { atBorder, isPanic } from './adapter-border.ts';
import type { Auction, BidderOutcome, BidderTask, CallOutcome, FailureKind, StoredBidResponse } from './auction.ts';
import { nonBidCode } from './collect/not-bid.ts';
import { unsoundness } from './collect/sound.ts';
import { type Findings, WARN } from './findings.ts';
import type { Services } from './services.ts';

const IMP_ID_MACRO = '##PBSIMPID##';

/**
 * An HTTP answer as its adapter understands it, by the status rules of auction-exchange.md 5.8. Never throws: an adapter that
 * does costs this call, a bid that cannot be read costs itself. `ms` and `sentBody` are the caller's to add.
 */
export function readAnswer(task: BidderTask, call: Call, answer: HttpResponse, services: Services): CallOutcome {
  const { collect } = services.dialect;
  const refused = collect.statusError(answer.status);
  if (refused) return { call, answer, failure: { kind: 'status', message: refused }, ms: 0 };
  if (answer.status === 204 && !collect.readsNoContent) return { call, answer, ms: 0 };
  const read = atBorder('makeBids', task.bidder, services.log, () => soundOnly(task.adapter.makeBids(task.request, call, answer)));
  if (isPanic(read)) return { call, answer, failure: { kind: 'panic', message: read.message }, ms: 0 };
  return { call, answer, ...read, ms: 0 };
}

/** The answer without the bids nobody can read; each leaves its reason. */
function soundOnly(made: MadeBids): Pick<CallOutcome, 'result' | 'errors'> {
  const { result, errors } = made;
  if (!result) return { errors };
  const bids: TypedBid[] = [];
  const faults: BidderError[] = [];
  for (const typed of result.bids) {
    const fault = unsoundness(typed);
    if (fault) faults.push(invalidBid(fault));
    else bids.push(typed);
  }
  const currency = typeof result.currency === 'string' ? result.currency : undefined;
  const sound: BidderResult = faults.length === 0 && currency === result.currency ? result : { ...result, currency, bids };
  return { result: sound, errors: faults.length === 0 ? errors : [...errors, ...faults] };
}

/**
 * A stored bidder answer read as if the bidder had sent it (auction-exchange.md 5.6): the macro in its text becomes the imp's id,
 * and unless it asked otherwise every bid is taken for that imp (decisions row 13).
 */
export function readStoredAnswer(task: BidderTask, stored: StoredBidResponse, services: Services): CallOutcome {
  const body = `Stored bid response for impression id: ${stored.impId}`;
  const call: Call = { method: 'POST', uri: '', headers: {}, body, impIds: [stored.impId] };
  const text = stored.body.replaceAll(IMP_ID_MACRO, () => JSON.stringify(stored.impId).slice(1, -1));
  const outcome = { ...readAnswer(task, call, { status: 200, headers: {}, body: text }, services), sentBody: body, stored };
  if (!stored.replaceImpId || !outcome.result) return outcome;
  const bids = outcome.result.bids.map((typed) => ({ ...typed, bid: { ...typed.bid, impid: stored.impId } }));
  return { ...outcome, result: { ...outcome.result, bids } };
}

/** A call without an answer. */
export const failedCall = (call: Call, kind: FailureKind, message: string): CallOutcome => ({ call, failure: { kind, message }, ms: 0 });

/** How a bidder ended, from how its calls did: bids if there is any, else the worst that happened. */
export function toOutcome(bidder: string, calls: readonly CallOutcome[], ms: number): BidderOutcome {
  return { bidder, kind: kindOf(calls), ms, calls };
}

function kindOf(calls: readonly CallOutcome[]): BidderOutcome['kind'] {
  if (calls.some(({ result }) => result && result.bids.length > 0)) return 'bids';
  if (calls.some(({ failure }) => failure?.kind === 'timeout' || failure?.kind === 'secondary')) return 'timeout';
  const failed = calls.some(({ failure, errors }) => failure || errors?.some(({ warning }) => !warning));
  return failed ? 'error' : 'no-bid';
}

/** Files an outcome: kept for `adjust`, its errors among the findings, its failed calls among the non-bids. */
export function keepOutcome(auction: Auction, outcome: BidderOutcome, task: BidderTask, services: Services): void {
  auction.outcomes.push(outcome);
  const { bidder } = outcome;
  for (const call of outcome.calls) {
    if (call.failure) {
      keepFailure(auction, call, task, services.dialect.collect);
      const code = nonBidCode(call, services.dialect.collect);
      for (const impId of call.call.impIds) auction.nonBids.push({ seat: bidder, impId, code });
    }
    for (const { code, message, warning } of call.errors ?? []) {
      if (warning) auction.findings.warn(bidder, code, message);
      else auction.findings.error(bidder, code, message);
    }
  }
}

/** One finding for a failed call, with the codes of decisions row 4. */
function keepFailure(auction: Auction, call: CallOutcome, task: BidderTask, dialect: CollectDialect): void {
  const { kind, message } = call.failure ?? { kind: 'other', message: '' };
  const { findings } = auction;
  const { bidder } = task;
  if (kind === 'throttled') findings.warn(bidder, WARN.throttled, message);
  else if (kind === 'secondary') warnOnce(findings, bidder, CODES.timeout, message);
  else if (kind === 'timeout') findings.error(bidder, CODES.timeout, dialect.timeoutText(message, auction, task));
  else if (kind === 'tmax') findings.error(bidder, CODES.timeout, message);
  else if (kind === 'status') findings.error(bidder, dialect.statusCode(call.answer?.status), message);
  else findings.error(bidder, CODES.unknown, message, kind === 'panic' ? { panic: true } : undefined);
}

function warnOnce(findings: Findings, bidder: string, code: number, message: string): void {
  const isTold = findings.warnings.get(bidder)?.some((told) => told.code === code && told.message === message);
  if (!isTold) findings.warn(bidder, code, message);
}
