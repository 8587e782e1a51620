/**
 * The fan-out as one stream: every task's outcome once, ending when all are in or at the auction's one deadline,
 * whichever comes first. A late answer drains for a while to keep its connection, but can reach nobody.
 */
import { Observable, type Subscriber } from 'rxjs';
import type { Auction, BidderOutcome, BidderTask, CallOutcome, FailureKind } from '#src/auction/auction.ts';
import { LEFT_BEHIND, primaryTasks } from '#src/auction/collect/secondary.ts';
import { failedCall, keepOutcome, readAnswer, readStoredAnswer, toOutcome } from '#src/auction/collect.ts';
import { publishOutcome } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import type { Call } from '#src/bidders/bidder.ts';
import { rawResponseHooks } from '#src/modules/stages/raw-response.ts';
import type { Cancel, Exchanged, Outgoing } from '#src/outside/http.ts';
import { callHeaders, type SharedHeaders, sentText, sharedHeaders } from './exchange.ts';
import { sendCall } from './signing.ts';
import { tellTimeout } from './timeout-notice.ts';

/** What the machine hears of the stream while somebody watches it. */
export type OutcomeEvent = { type: 'outcome'; outcome: BidderOutcome };

/** ms a late answer may go on draining once the deadline has passed, so that its connection lives. */
const DRAIN_MS = 1000;

/** A call under way. */
interface OpenCall {
  readonly call: Call;
  cancel: Cancel;
  /** It came to an end, or was given up: the bidder's health knows. */
  ended: boolean;
}

const TOO_LATE = 'context deadline exceeded';

const nothingToCancel: Cancel = () => {};

/** ms a call may wait for a connection before that speaks against the bidder. */
const LONG_WAIT_MS = 50;

/** Whether a call in time speaks for its bidder (auction-exchange.md 5.7). */
const wentWell = (exchanged: Exchanged): boolean =>
  exchanged.kind === 'answer' && exchanged.answer.status < 500 && (exchanged.waitedMs ?? 0) <= LONG_WAIT_MS;

/** One task's calls under way. */
class TaskRun {
  readonly task: BidderTask;
  readonly startedUs: number;
  readonly calls: CallOutcome[] = [];
  readonly open = new Set<OpenCall>();
  over = false;
  /** Its time was up. */
  late = false;
  stopTimer: Cancel | undefined;

  constructor(task: BidderTask, startedUs: number) {
    this.task = task;
    this.startedUs = startedUs;
  }
}

/** All tasks of one auction under one deadline. */
class Round {
  readonly #auction: Auction;
  readonly #services: Services;
  readonly #out: Subscriber<OutcomeEvent>;
  readonly #told: boolean;
  readonly #headers: SharedHeaders;
  readonly #runs: TaskRun[] = [];
  /** Tasks that are waited for and have not ended. */
  readonly #awaited: Set<BidderTask>;
  #left: number;
  /** Epoch ms of the deadline. */
  #endsAt = 0;
  #stopDeadline: Cancel | undefined;
  #began = false;
  #stopped = false;

  constructor(auction: Auction, services: Services, out: Subscriber<OutcomeEvent>, told: boolean) {
    this.#told = told;
    this.#auction = auction;
    this.#services = services;
    this.#out = out;
    this.#left = auction.tasks.length;
    this.#headers = sharedHeaders(auction, services);
    this.#awaited = new Set(primaryTasks(auction));
  }

  start(): void {
    const ms = this.#millisLeft();
    this.#endsAt = this.#services.clock.now() + ms;
    this.#stopDeadline = this.#services.clock.after(ms, () => this.#deadline());
    for (const task of this.#auction.tasks) this.#begin(task, ms);
    this.#began = true;
    this.#goOn();
  }

  /** Nobody wants the outcomes any more: calls still waiting are cancelled. Idempotent. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#stopDeadline?.();
    for (const run of this.#runs) {
      run.stopTimer?.();
      if (!run.over) for (const open of run.open) this.#giveUp(run, open);
      run.over = true;
    }
  }

  /** Java variant: never less than bidders are told at least (decisions row 7). */
  #millisLeft(): number {
    const { deadlineAt, caching } = this.#auction;
    const { http_client, cache, variant, auction } = this.#services.config;
    if (deadlineAt === undefined) return http_client.call_timeout_ms;
    const left = deadlineAt - (caching.bids ? cache.expected_millis : 0) - this.#services.clock.now();
    return Math.max(variant === 'java' ? auction.biddertmax.min : 0, Math.min(http_client.call_timeout_ms, left));
  }

  #begin(task: BidderTask, msLeft: number): void {
    const run = new TaskRun(task, this.#services.clock.micros());
    this.#runs.push(run);
    for (const stored of task.storedAnswers) run.calls.push(readStoredAnswer(task, stored, this.#services));
    for (const call of task.calls) {
      if (msLeft <= 0) {
        run.calls.push(failedCall(call, 'timeout', TOO_LATE));
        continue;
      }
      const refused = this.#services.health.admit(task.core);
      if (refused) run.calls.push(failedCall(call, 'throttled', refused));
      else this.#send(run, call);
    }
    if (run.open.size === 0) this.#close(run);
    else if (task.timeoutMs !== undefined && task.timeoutMs < msLeft) {
      run.stopTimer = this.#services.clock.after(task.timeoutMs, () => this.#timeOut(run));
    }
  }

  #send(run: TaskRun, call: Call): void {
    const startedUs = this.#services.clock.micros();
    const outgoing: Outgoing = {
      bidder: run.task.core,
      method: call.method,
      uri: call.uri,
      headers: callHeaders(call, this.#headers),
      body: sentText(call, this.#auction, this.#services),
      gzip: run.task.facts.endpointCompression === 'gzip',
    };
    const open: OpenCall = { call, cancel: nothingToCancel, ended: false };
    run.open.add(open);
    open.cancel = sendCall(outgoing, this.#auction, run.task, this.#services, (exchanged) =>
      this.#answered(run, open, outgoing, startedUs, exchanged),
    );
  }

  #answered(run: TaskRun, open: OpenCall, sent: Outgoing, startedUs: number, exchanged: Exchanged): void {
    const { health, clock } = this.#services;
    open.ended = true;
    health.note(run.task.core, !run.late && wentWell(exchanged));
    if (run.over || this.#stopped) {
      health.late(run.task.core);
      return;
    }
    run.open.delete(open);
    const { call } = open;
    const ms = (clock.micros() - startedUs) / 1000;
    const outcome =
      exchanged.kind === 'answer'
        ? readAnswer(run.task, call, exchanged.answer, this.#services)
        : failedCall(call, exchanged.failure, exchanged.message);
    run.calls.push({ ...outcome, sentBody: sent.body, sentHeaders: sent.headers, ms });
    if (run.open.size === 0) this.#close(run);
  }

  #deadline(): void {
    for (const run of this.#runs) if (!run.over) this.#timeOut(run);
  }

  /** The task's time is up: its open calls count as timed out now, whatever still comes in. */
  #timeOut(run: TaskRun): void {
    run.late = true;
    for (const { call } of run.open) tellTimeout(run.task, call, this.#auction, this.#services);
    this.#abandon(run, 'timeout', TOO_LATE);
  }

  /** Ends a task whose answers are not waited for any longer. */
  #abandon(run: TaskRun, kind: FailureKind, message: string): void {
    const late = [...run.open];
    const ms = (this.#services.clock.micros() - run.startedUs) / 1000;
    for (const { call } of late) run.calls.push({ ...failedCall(call, kind, message), ms });
    this.#services.clock.after(DRAIN_MS, () => {
      for (const open of late) this.#giveUp(run, open);
    });
    this.#close(run);
  }

  /** A call that has not ended is not waited for any longer; only one that was late speaks against the bidder. */
  #giveUp(run: TaskRun, open: OpenCall): void {
    if (open.ended) return;
    open.ended = true;
    open.cancel();
    this.#services.health.note(run.task.core, run.late ? false : undefined);
  }

  #close(run: TaskRun): void {
    run.over = true;
    run.stopTimer?.();
    const made = toOutcome(run.task.bidder, run.calls, (this.#services.clock.micros() - run.startedUs) / 1000);
    const msLeft = Math.max(0, this.#endsAt - this.#services.clock.now());
    const outcome = rawResponseHooks(this.#auction, this.#services, run.task, made, msLeft);
    if (outcome instanceof Promise) void outcome.then((later) => this.#keep(run, later));
    else this.#keep(run, outcome);
  }

  #keep(run: TaskRun, outcome: BidderOutcome): void {
    // Hooks are no longer waited for than bidders: only a client that left can have been faster.
    if (this.#stopped) return;
    keepOutcome(this.#auction, outcome, run.task, this.#services);
    publishOutcome(this.#auction, outcome, this.#services);
    this.#left--;
    this.#awaited.delete(run.task);
    if (this.#told) this.#out.next({ type: 'outcome', outcome });
    if (this.#began) this.#goOn();
  }

  /** Leaves behind whom nobody waits for; ends with the last outcome. */
  #goOn(): void {
    const hasTime = this.#services.clock.now() < this.#endsAt;
    if (hasTime && this.#awaited.size === 0) for (const run of this.#runs) if (!run.over) this.#abandon(run, 'secondary', LEFT_BEHIND);
    if (this.#left === 0 && !this.#stopped) this.#finish();
  }

  #finish(): void {
    this.stop();
    this.#out.complete();
  }
}

/**
 * Carries out `auction.tasks`. Outcomes are kept in `auction.outcomes`; each is also emitted, so that a watcher sees
 * it at once. Unsubscribing cancels what still waits. Never errors.
 * @param told false: nobody watches, and only the end is emitted (an event of the machine costs some 3 µs)
 */
export function bidderCalls(auction: Auction, services: Services, told = true): Observable<OutcomeEvent> {
  return new Observable((out) => {
    const round = new Round(auction, services, out, told);
    auction.round = round;
    round.start();
    return () => round.stop();
  });
}
