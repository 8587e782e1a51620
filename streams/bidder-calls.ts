/**
 * The calls of all bidders as one stream: each bidder's outcome once, ending when all are in or at the auction's deadline,
 * whichever comes first.
 *
 *     end          ────────────────────────(t|)      deadline, or only secondary bidders are left
 *     responses    ──a─────b───────────────          until all have ended; late responses drain and are discarded
 *     own limits   ───────────c────────────          until all have ended
 *     still open   ────────────────────────(de|)     end → timed out, or abandoned
 *     outcomes     ──a─────b──c────────────(de|)     hooks → record → take(one for each bidder) (docs/stages/collect.md)
 */
import {
  connect,
  defer,
  filter,
  from,
  identity,
  ignoreElements,
  type MonoTypeOperatorFunction,
  map,
  merge,
  mergeMap,
  mergeWith,
  type Observable,
  type OperatorFunction,
  type SchedulerLike,
  Subject,
  skip,
  take,
  tap,
  timer,
} from 'rxjs';
import type { Auction } from '#src/auction/auction.ts';
import type { BidderOutcome, BidderTask, FailureKind } from '#src/auction/bidder-task.ts';
import { primaryTasks, SECONDARY_TIMED_OUT } from '#src/auction/collect/secondary.ts';
import { sendTimeoutNotice } from '#src/auction/collect/timeout-notice.ts';
import { failedCall, recordOutcome, toOutcome } from '#src/auction/collect.ts';
import { biddersDeadline } from '#src/auction/fan-out/tmax.ts';
import { publishOutcome } from '#src/auction/publish.ts';
import type { Services } from '#src/auction/services.ts';
import { DEADLINE_EXCEEDED } from '#src/lang/with-timeout.ts';
import { rawResponseHooks } from '#src/modules/stages/raw-response.ts';
import { BidderCall, endOpenCalls, RunningTask, recordResponse, storedOutcome } from './bidder-call.ts';
import { responsesOf } from './call-responses.ts';
import { clockScheduler } from './clock-scheduler.ts';

/** Events of the stream for an observed machine. */
export type OutcomeEvent = { type: 'outcome'; outcome: BidderOutcome };

interface Session {
  readonly auction: Auction;
  readonly services: Services;
  readonly scheduler: SchedulerLike;
  readonly tasks: readonly RunningTask[];
  /** The awaited tasks. */
  readonly primaries: readonly BidderTask[];
  /** ms until the deadline, and its epoch ms. */
  readonly ms: number;
  readonly endsAt: number;
}

/** Why open tasks end: at the deadline, or because only secondary bidders are left. */
type End = Extract<FailureKind, 'timeout' | 'secondary'>;

interface Ended {
  readonly task: BidderTask;
  readonly outcome: BidderOutcome;
}

/**
 * Executes `auction.tasks`. Outcomes are recorded in `auction.outcomes`; each is also emitted for subscribers of the
 * machine. Unsubscribing cancels awaited calls. Never errors.
 * @param emits false: without subscribers only the end is emitted (a machine event costs about 3 µs)
 */
export function bidderCalls(auction: Auction, services: Services, emits = true): Observable<OutcomeEvent> {
  return defer(() => {
    const session = openSession(auction, services);
    const { tasks } = session;
    const onlySecondaries = new Subject<End>();
    return merge(
      // With the tasks given up here all have ended: `take` unsubscribes from the others.
      endOf(session, onlySecondaries).pipe(mergeMap((kind) => tasks.filter(isOpen).map((running) => giveUp(running, kind, session)))),
      tasksByResponses(session).pipe(orAtOwnLimits(session)),
      tasks.filter((running) => !isOpen(running)),
    ).pipe(
      toOutcomes(session),
      endingWithPrimaries(session, onlySecondaries),
      take(tasks.length),
      emits ? map(({ outcome }): OutcomeEvent => ({ type: 'outcome', outcome })) : ignoreElements(),
    );
  });
}

const isOpen = ({ open }: RunningTask): boolean => open.size > 0;

function openSession(auction: Auction, services: Services): Session {
  const ms = millisLeft(auction, services);
  const startedUs = services.clock.micros();
  return {
    auction,
    services,
    scheduler: clockScheduler(services.clock),
    tasks: auction.tasks.map((task) => openTask(new RunningTask(task, startedUs), ms, auction, services)),
    primaries: primaryTasks(auction),
    ms,
    endsAt: services.clock.now() + ms,
  };
}

/** Java variant: at least the minimum time announced to bidders. */
function millisLeft(record: Auction, { clock, config }: Services): number {
  const { http_client, rules, auction } = config;
  const deadline = biddersDeadline(record, config);
  if (deadline === undefined) return http_client.call_timeout_ms;
  return Math.max(rules.guaranteeMinTmax ? auction.biddertmax.min : 0, Math.min(http_client.call_timeout_ms, deadline - clock.now()));
}

/** A task with its sendable calls; the others have ended. */
function openTask(running: RunningTask, ms: number, auction: Auction, services: Services): RunningTask {
  const { task } = running;
  for (const stored of task.storedResponses) running.outcomes.push(storedOutcome(task, stored, auction, services));
  for (const call of task.calls) {
    const rejected = ms > 0 ? services.health.admit(task.core) : undefined;
    if (ms <= 0) running.outcomes.push(failedCall(call, 'timeout', DEADLINE_EXCEEDED));
    else if (rejected) running.outcomes.push(failedCall(call, 'throttled', rejected));
    else running.open.add(new BidderCall(running, call));
  }
  return running;
}

/** The deadline, or the earlier moment when only secondary bidders are left. */
function endOf({ ms, scheduler, tasks, primaries }: Session, onlySecondaries: Observable<End>): Observable<End> {
  const deadline = timer(ms, scheduler).pipe(map((): End => 'timeout'));
  return primaries.length === tasks.length ? deadline : merge(deadline, onlySecondaries).pipe(take(1));
}

/** Sends all calls; emits each task with the last of its responses. */
function tasksByResponses({ auction, services, scheduler, tasks }: Session): Observable<RunningTask> {
  const calls = tasks.flatMap(({ open }) => [...open]);
  return responsesOf(calls, auction, services, scheduler).pipe(
    map((response) => recordResponse(response, services)),
    filter((running) => !isOpen(running)),
  );
}

/** Also tasks with a shorter timeout of their own, each when it expires while still open. */
function orAtOwnLimits(session: Session): MonoTypeOperatorFunction<RunningTask> {
  const { tasks, scheduler, ms } = session;
  const limited = tasks.filter((running) => isOpen(running) && (running.task.timeoutMs ?? ms) < ms);
  if (limited.length === 0) return identity;
  return mergeWith(
    ...limited.map((running) =>
      timer(running.task.timeoutMs ?? ms, scheduler).pipe(
        filter(() => isOpen(running)),
        map(() => giveUp(running, 'timeout', session)),
      ),
    ),
  );
}

/** Ends a task that is no longer awaited. */
function giveUp(running: RunningTask, kind: End, { auction, services }: Session): RunningTask {
  if (kind === 'secondary') {
    endOpenCalls(running, 'abandoned', kind, SECONDARY_TIMED_OUT, services);
    return running;
  }
  for (const { call, isSent } of running.open) if (isSent) sendTimeoutNotice(running.task, call, auction, services);
  endOpenCalls(running, 'late', kind, DEADLINE_EXCEEDED, services);
  return running;
}

/** Records outcomes after modules' hooks, which are awaited no longer than bidders. */
function toOutcomes(session: Session): OperatorFunction<RunningTask, Ended> {
  const { auction, services, endsAt } = session;
  const { clock, hooks } = services;
  const made = ({ task, outcomes, startedUs, endedUs = startedUs }: RunningTask): BidderOutcome =>
    toOutcome(task.bidder, outcomes, (endedUs - startedUs) / 1000);
  if (!hooks) return map((running) => recorded(running.task, made(running), session));
  return mergeMap((running) => {
    const { task } = running;
    const hooked = rawResponseHooks(auction, services, task, made(running), Math.max(0, endsAt - clock.now()));
    return from(hooked instanceof Promise ? hooked : [hooked]).pipe(map((later) => recorded(task, later, session)));
  });
}

function recorded(task: BidderTask, outcome: BidderOutcome, { auction, services }: Session): Ended {
  recordOutcome(auction, outcome, task, services);
  publishOutcome(auction, outcome, services);
  return { task, outcome };
}

/** Emits through `onlySecondaries` when the last awaited bidder has ended in time. */
function endingWithPrimaries(
  { services, tasks, primaries, endsAt }: Session,
  onlySecondaries: Subject<End>,
): MonoTypeOperatorFunction<Ended> {
  if (primaries.length === tasks.length) return identity;
  return connect((ended) =>
    merge(
      ended,
      ended.pipe(
        filter(({ task }) => primaries.includes(task)),
        skip(primaries.length - 1),
        filter(() => services.clock.now() < endsAt),
        tap(() => onlySecondaries.next('secondary')),
        ignoreElements(),
      ),
    ),
  );
}
