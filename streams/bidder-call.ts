/** One HTTP call of a bidder: how it stands, and what its end says about the health of the bidder. */
import { Observable } from 'rxjs';
import type { Auction, BidderTask, CallOutcome, FailureKind } from '#src/auction/auction.ts';
import { failedCall, readAnswer } from '#src/auction/collect.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import type { Exchanged, Outgoing } from '#src/outside/http.ts';
import { callHeaders, type SharedHeaders, sentText } from './exchange.ts';
import { sendCall } from './signing.ts';

/**
 * `open`: waited for. `answered`: a response or an error came. `late`: its time was up. `abandoned`: nobody needs it any more.
 * A late or abandoned call whose response comes after all is `answered` in the end, but its response reaches nobody.
 */
export type CallState = 'open' | 'answered' | 'late' | 'abandoned';

/** A bidder and the calls made for it. */
export class RunningTask {
  readonly task: BidderTask;
  readonly startedUs: number;
  /** How calls ended, in the order in which they did. */
  readonly outcomes: CallOutcome[] = [];
  /** Calls in flight that are waited for. */
  readonly open = new Set<BidderCall>();

  constructor(task: BidderTask, startedUs: number) {
    this.task = task;
    this.startedUs = startedUs;
  }
}

export interface BidderCall {
  readonly running: RunningTask;
  readonly call: Call;
  state: CallState;
}

/** The response, or the error, of a call that was still waited for. */
export interface CallResponse {
  readonly bidderCall: BidderCall;
  readonly sent: Outgoing;
  readonly startedUs: number;
  readonly exchanged: Exchanged;
}

/** ms a call may wait for a connection before that counts against the bidder. */
const LONG_WAIT_MS = 50;

/** Whether a call in time counts for its bidder: any response but an error of the server. */
const wentWell = (exchanged: Exchanged): boolean =>
  exchanged.kind === 'answer' && exchanged.answer.status < 500 && (exchanged.waitedMs ?? 0) <= LONG_WAIT_MS;

/** Sends the call; emits its response if that is still waited for. Unsubscribing cancels it. Never errors. */
export function responseOf(bidderCall: BidderCall, headers: SharedHeaders, auction: Auction, services: Services): Observable<CallResponse> {
  const { call, running } = bidderCall;
  const { task } = running;
  const { clock, health } = services;
  return new Observable((subscriber) => {
    const startedUs = clock.micros();
    const sent: Outgoing = {
      bidder: task.core,
      method: call.method,
      uri: call.uri,
      headers: callHeaders(call, headers),
      body: sentText(call, auction, services),
      gzip: task.facts.endpointCompression === 'gzip',
    };
    const cancel = sendCall(sent, auction, task, services, (exchanged) => {
      const { state } = bidderCall;
      bidderCall.state = 'answered';
      health.note(task.core, state !== 'late' && wentWell(exchanged));
      if (state === 'open') subscriber.next({ bidderCall, sent, startedUs, exchanged });
      else health.late(task.core);
      subscriber.complete();
    });
    return () => {
      if (bidderCall.state === 'answered') return;
      cancel();
      // Only a call that was late counts against the bidder.
      health.note(task.core, bidderCall.state === 'late' ? false : undefined);
    };
  });
}

/** Adds what the response says to the outcomes of its task. */
export function recordResponse({ bidderCall, sent, startedUs, exchanged }: CallResponse, services: Services): RunningTask {
  const { call, running } = bidderCall;
  const ms = (services.clock.micros() - startedUs) / 1000;
  const outcome =
    exchanged.kind === 'answer'
      ? readAnswer(running.task, call, exchanged.answer, services)
      : failedCall(call, exchanged.failure, exchanged.message);
  running.open.delete(bidderCall);
  running.outcomes.push({ ...outcome, sentBody: sent.body, sentHeaders: sent.headers, ms });
  return running;
}

/** Ends a task that is not waited for any longer: each open call counts as failed now, whatever still comes in. */
export function endOpenCalls(
  running: RunningTask,
  state: 'late' | 'abandoned',
  kind: FailureKind,
  message: string,
  services: Services,
): void {
  const ms = (services.clock.micros() - running.startedUs) / 1000;
  for (const bidderCall of running.open) {
    bidderCall.state = state;
    running.outcomes.push({ ...failedCall(bidderCall.call, kind, message), ms });
  }
  running.open.clear();
}
