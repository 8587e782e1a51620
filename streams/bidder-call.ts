/** One HTTP call of a bidder: its state, and the effect of its end on the health of the bidder. */
import { Observable, type Subscriber } from 'rxjs';
import { atBorder, isPanic } from '#src/auction/adapter-border.ts';
import type { Auction, BidderTask, CallOutcome, FailureKind } from '#src/auction/auction.ts';
import { callHeaders, type SharedHeaders, sentBody } from '#src/auction/collect/exchange.ts';
import { exceedsBudget } from '#src/auction/collect/outgoing-budget.ts';
import { failedCall, readResponse } from '#src/auction/collect.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import type { Exchanged, Outgoing } from '#src/net/transport.ts';
import { sendCall } from './signing.ts';

/**
 * `open`: awaited. `ended`: a response or an error arrived. `late`: it timed out. `abandoned`: no longer needed. A late or abandoned
 * call whose response arrives after all ends as `ended`, but its response is discarded.
 */
export type CallState = 'open' | 'ended' | 'late' | 'abandoned';

/** A bidder and its calls. */
export class RunningTask {
  readonly task: BidderTask;
  readonly startedUs: number;
  /** Results of calls in order of completion. */
  readonly outcomes: CallOutcome[] = [];
  /** Awaited calls in flight. */
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

/** The adapter made a call that cannot be sent. */
interface Panicked {
  readonly kind: 'failed';
  readonly failure: 'panic';
  readonly message: string;
}

/** The response, or the error, of an awaited call. */
export interface CallResponse {
  readonly bidderCall: BidderCall;
  readonly sent?: Outgoing | undefined;
  readonly startedUs: number;
  readonly exchanged: Exchanged | Panicked;
}

/** ms a call may wait for a connection before that counts against the bidder. */
const LONG_WAIT_MS = 50;

/** Whether a call in time counts as a success of its bidder: any response except a server error. */
const wentWell = (exchanged: Exchanged): boolean =>
  exchanged.kind === 'response' && exchanged.response.status < 500 && (exchanged.waitedMs ?? 0) <= LONG_WAIT_MS;

/** Sends the call; emits its response if that is still awaited. Unsubscribing cancels it. Never errors. */
export function responseOf(bidderCall: BidderCall, headers: SharedHeaders, auction: Auction, services: Services): Observable<CallResponse> {
  const { task } = bidderCall.running;
  const { clock, health } = services;
  return new Observable((subscriber) => {
    const startedUs = clock.micros();
    const sent = atBorder('makeRequests', task.bidder, services.log, () => outgoingOf(bidderCall, headers, auction, services));
    if (isPanic(sent)) {
      const { message } = sent;
      return endUnsent(subscriber, { bidderCall, startedUs, exchanged: { kind: 'failed', failure: 'panic', message } }, services);
    }
    const excess = exceedsBudget(sent.body, auction, services);
    if (excess !== undefined) {
      const exchanged: Exchanged = { kind: 'failed', failure: 'other', message: excess };
      return endUnsent(subscriber, { bidderCall, sent, startedUs, exchanged }, services);
    }
    const cancel = sendCall(sent, auction, task, services, (exchanged) => {
      const { state } = bidderCall;
      bidderCall.state = 'ended';
      health.note(task.core, state !== 'late' && wentWell(exchanged));
      if (state === 'open') subscriber.next({ bidderCall, sent, startedUs, exchanged });
      else health.late(task.core);
      subscriber.complete();
    });
    return () => {
      if (bidderCall.state === 'ended') return;
      cancel(bidderCall.state === 'late');
      // Only a call that was late counts against the bidder.
      health.note(task.core, bidderCall.state === 'late' ? false : undefined);
    };
  });
}

function outgoingOf({ call, running: { task } }: BidderCall, headers: SharedHeaders, auction: Auction, services: Services): Outgoing {
  return {
    bidder: task.core,
    method: call.method,
    uri: call.uri,
    headers: callHeaders(call, headers),
    body: sentBody(call, auction, services),
    gzip: task.info.endpointCompression === 'gzip',
  };
}

/** Ends a call that is not sent, for which its bidder is not to blame. */
function endUnsent(subscriber: Subscriber<CallResponse>, response: CallResponse, { health }: Services): undefined {
  const { bidderCall } = response;
  bidderCall.state = 'ended';
  health.note(bidderCall.running.task.core, undefined);
  subscriber.next(response);
  subscriber.complete();
}

/** Adds the response to the outcomes of its task. */
export function recordResponse({ bidderCall, sent, startedUs, exchanged }: CallResponse, services: Services): RunningTask {
  const { call, running } = bidderCall;
  const ms = (services.clock.micros() - startedUs) / 1000;
  const outcome =
    exchanged.kind === 'response'
      ? readResponse(running.task, call, exchanged.response, services)
      : failedCall(call, exchanged.failure, exchanged.message);
  running.open.delete(bidderCall);
  running.outcomes.push({ ...outcome, sentBody: sent?.body, sentHeaders: sent?.headers, ms });
  return running;
}

/** Ends a task that is no longer awaited: each open call counts as failed, whatever arrives later. */
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
