/** Reading what came of the calls: pure, no socket in sight. The stream of `streams/bidder-calls.ts` asks these, call by call. */
import type { BidderError, BidderResult, Call, HttpResponse, MadeBids, TypedBid } from '#src/bidders/bidder.ts';
import { CODES, invalidBid } from '#src/bidders/errors.ts';
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
  const refused = statusFailure(answer.status, services.config.variant);
  if (refused) return { call, answer, failure: { kind: 'status', message: refused }, ms: 0 };
  if (answer.status === 204 && services.config.variant === 'java') return { call, answer, ms: 0 };
  const read = atBorder('makeBids', task.bidder, services.log, () => soundOnly(task.adapter.makeBids(task.request, call, answer)));
  if (isPanic(read)) return { call, answer, failure: { kind: 'panic', message: read.message }, ms: 0 };
  return { call, answer, ...read, ms: 0 };
}

/** Why a status is not handed to the adapter. Go variant: below 200 or from 400 on; Java variant: all but 200 and 204. */
function statusFailure(status: number, variant: 'go' | 'java'): string | undefined {
  if (variant === 'java') {
    if (status === 200 || status === 204) return undefined;
    return `Unexpected status code: ${status}. Run with request.test = 1 for more info`;
  }
  if (status >= 200 && status < 400) return undefined;
  return `Server responded with failure status: ${status}. Set request.test = 1 for debugging info.`;
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
      keepFailure(auction, bidder, call, services.config.variant, task);
      const code = nonBidCode(call, services.config.variant);
      for (const impId of call.call.impIds) auction.nonBids.push({ seat: bidder, impId, code });
    }
    for (const { code, message, warning } of call.errors ?? []) {
      if (warning) auction.findings.warn(bidder, code, message);
      else auction.findings.error(bidder, code, message);
    }
  }
}

/** One finding for a failed call, with the codes of decisions row 4. */
function keepFailure(auction: Auction, bidder: string, call: CallOutcome, variant: 'go' | 'java', task: BidderTask): void {
  const { kind, message } = call.failure ?? { kind: 'other', message: '' };
  const { findings } = auction;
  if (kind === 'throttled') findings.warn(bidder, WARN.throttled, message);
  else if (kind === 'secondary') warnOnce(findings, bidder, CODES.timeout, message);
  else if (kind === 'timeout' && variant === 'java') findings.error(bidder, CODES.timeout, timeoutText(auction, task));
  else if (kind === 'timeout' || kind === 'tmax') findings.error(bidder, CODES.timeout, message);
  else if (kind === 'status') findings.error(bidder, statusCode(call.answer, variant), message);
  else findings.error(bidder, CODES.unknown, message, kind === 'panic' ? { panic: true } : undefined);
}

function warnOnce(findings: Findings, bidder: string, code: number, message: string): void {
  const isTold = findings.warnings.get(bidder)?.some((told) => told.code === code && told.message === message);
  if (!isTold) findings.warn(bidder, code, message);
}

const statusCode = (answer: HttpResponse | undefined, variant: 'go' | 'java'): number =>
  variant === 'java' && answer?.status === 400 ? CODES.badInput : CODES.badServer;

function timeoutText({ deadlineAt, startedAt }: Auction, { timeoutMs }: BidderTask): string {
  const ms = timeoutMs ?? (deadlineAt === undefined ? undefined : Math.max(0, deadlineAt - startedAt));
  return ms === undefined ? 'Timeout has been exceeded' : `Timeout period of ${Math.round(ms)}ms has been exceeded`;
}
