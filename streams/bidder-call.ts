/** HTTP calls of bidders: the state of each, and the effect of its end on the health of its bidder. */
import { atBorder, isPanic } from '#src/auction/adapter-border.ts';
import type { Auction } from '#src/auction/auction.ts';
import type { BidderTask, CallOutcome, FailureKind, StoredBidResponse } from '#src/auction/bidder-task.ts';
import { callHeaders, type SharedHeaders, sentBody, sharedHeaders } from '#src/auction/collect/exchange.ts';
import { exceedsBudget } from '#src/auction/collect/outgoing-budget.ts';
import { failedCall, readResponse, readStoredBidResponse } from '#src/auction/collect.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import type { Cancel, Exchanged, Outgoing } from '#src/net/transport.ts';
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
  /** When its last call ended; absent: none has ended. */
  endedUs: number | undefined;

  constructor(task: BidderTask, startedUs: number) {
    this.task = task;
    this.startedUs = startedUs;
  }
}

/** A call, one object for its whole lifetime: thousands of them wait at once. */
export class BidderCall {
  readonly running: RunningTask;
  readonly call: Call;
  state: CallState = 'open';
  /** False while its signature is awaited. */
  isSent = false;
  startedUs = 0;
  /** As sent; absent: the call cannot be sent. */
  headers: Outgoing['headers'] | undefined;
  /** Makes the body as sent; absent: it cannot be made. */
  body: (() => string | undefined) | undefined;
  /** Absent: it was not sent. */
  cancel: Cancel | undefined;

  constructor(running: RunningTask, call: Call) {
    this.running = running;
    this.call = call;
  }
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
  readonly exchanged: Exchanged | Panicked;
}

/** The auction whose calls are in flight. */
export interface Flight {
  readonly auction: Auction;
  readonly services: Services;
  readonly headers: SharedHeaders;
  /** Called once per call that ends. @param isAwaited whether the auction still waits for it */
  readonly ended: (bidderCall: BidderCall, exchanged: CallResponse['exchanged'], isAwaited: boolean) => void;
}

/** ms a call may wait for a connection before that counts against the bidder. */
const LONG_WAIT_MS = 50;

/** Whether a call in time counts as a success of its bidder: any response except a server error. */
const isSuccess = (exchanged: Exchanged): boolean =>
  exchanged.kind === 'response' && exchanged.response.status < 500 && (exchanged.waitedMs ?? 0) <= LONG_WAIT_MS;

/** Sends the call. One that cannot be sent, or exceeds the auction's budget, ends at once. */
export function send(bidderCall: BidderCall, flight: Flight): void {
  const { task } = bidderCall.running;
  const { auction, services, ended } = flight;
  const { clock, health, log } = services;
  bidderCall.startedUs = clock.micros();
  const sent = atBorder('makeRequests', task.bidder, log, () => outgoingOf(bidderCall, flight));
  if (isPanic(sent)) {
    endUnsent(bidderCall, { kind: 'failed', failure: 'panic', message: sent.message }, flight);
    return;
  }
  bidderCall.headers = sent.headers;
  bidderCall.body = sent.remakeBody;
  const excess = exceedsBudget(sent.body, auction, services);
  if (excess !== undefined) {
    endUnsent(bidderCall, { kind: 'failed', failure: 'other', message: excess }, flight);
    return;
  }
  bidderCall.cancel = sendCall(sent, bidderCall, auction, services, (exchanged) => {
    const { state, isSent } = bidderCall;
    bidderCall.state = 'ended';
    health.note(task.core, isSent ? state !== 'late' && isSuccess(exchanged) : undefined);
    if (state !== 'open' && exchanged.kind === 'response') health.late(task.core);
    ended(bidderCall, exchanged, state === 'open');
  });
}

function outgoingOf({ call, running: { task } }: BidderCall, { auction, services, headers }: Flight): Outgoing {
  const remakeBody = (): string | undefined => sentBody(call, auction, services);
  return {
    bidder: task.core,
    method: call.method,
    uri: call.uri,
    headers: callHeaders(call, headers),
    body: remakeBody(),
    gzip: task.info.endpointCompression === 'gzip',
    remakeBody,
  };
}

/** Ends a call that is not sent; it does not count against its bidder. */
function endUnsent(bidderCall: BidderCall, exchanged: CallResponse['exchanged'], { services, ended }: Flight): void {
  bidderCall.state = 'ended';
  services.health.note(bidderCall.running.task.core, undefined);
  ended(bidderCall, exchanged, true);
}

/** Cancels a call in flight; only one that was sent and late counts against its bidder. */
export function cancel(bidderCall: BidderCall, { health }: Services): void {
  const isLate = bidderCall.state === 'late' && bidderCall.isSent;
  bidderCall.cancel?.(isLate);
  health.note(bidderCall.running.task.core, isLate ? false : undefined);
}

/** Adds the response to the outcomes of its task. */
export function recordResponse({ bidderCall, exchanged }: CallResponse, services: Services): RunningTask {
  const { call, running, startedUs, headers, body } = bidderCall;
  running.endedUs = services.clock.micros();
  const ms = (running.endedUs - startedUs) / 1000;
  const outcome =
    exchanged.kind === 'response'
      ? readResponse(running.task, call, exchanged.response, services)
      : failedCall(call, exchanged.failure, exchanged.message);
  running.open.delete(bidderCall);
  running.outcomes.push({ ...outcome, sentBody: body, sentHeaders: headers, ms });
  return running;
}

/** The outcome of a stored response; the call in whose place it stands is shown as it would have been sent. */
export function storedOutcome(task: BidderTask, stored: StoredBidResponse, auction: Auction, services: Services): CallOutcome {
  const outcome = readStoredBidResponse(task, stored, services);
  const { call } = stored;
  if (!call) return outcome;
  return {
    ...outcome,
    sentBody: () => sentBody(call, auction, services),
    sentHeaders: callHeaders(call, sharedHeaders(auction, services)),
  };
}

/** Ends a task that is no longer awaited: each open call counts as failed, whatever arrives later. */
export function endOpenCalls(
  running: RunningTask,
  state: 'late' | 'abandoned',
  kind: FailureKind,
  message: string,
  services: Services,
): void {
  running.endedUs = services.clock.micros();
  const ms = (running.endedUs - running.startedUs) / 1000;
  for (const bidderCall of running.open) {
    bidderCall.state = state;
    running.outcomes.push({ ...failedCall(bidderCall.call, kind, message), ms });
  }
  running.open.clear();
}
