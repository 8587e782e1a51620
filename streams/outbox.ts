/**
 * What leaves the host in the background: items are held within bounds, gathered into batches and sent, again and again with growing
 * pauses where that fails. Whatever the other side does, `put` is at most one comparison and a push; what has no room is counted.
 *
 *     items → batched (groupBy channel → count, bytes or age) → mergeMap (so many at once)
 *       each batch: defer(send) → timeout → retry (backoff) → catchError (given up) → finalize (room again)
 */
import {
  catchError,
  defer,
  EMPTY,
  finalize,
  from,
  ignoreElements,
  mergeMap,
  type Observable,
  retry,
  type SchedulerLike,
  Subject,
  type Subscription,
  tap,
  throwError,
  timeout,
  timer,
} from 'rxjs';
import { TimeoutError, withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Counter, Gauge, Metrics } from '#src/outside/metrics.ts';
import { Undeliverable } from '#src/outside/post.ts';
import type { Random } from '#src/outside/random.ts';
import { type Batch, type BatchLimits, batched, type Item } from './batch.ts';
import { clockScheduler } from './clock-scheduler.ts';

/** Delivers a batch or rejects. Rejecting with `Undeliverable` means there is no use in trying again. */
export type Send = (batch: Batch, signal: AbortSignal) => Promise<void>;

export interface OutboxSettings {
  readonly batch: BatchLimits;
  /** Items and bytes not yet delivered, those being sent included. */
  readonly buffer: { readonly count: number; readonly bytes: number };
  /** Tries of a batch, ms before the second, and the longest pause. */
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly mostMs: number };
  /** ms one try may take. */
  readonly timeoutMs: number;
  /** Batches being sent at once. */
  readonly parallel: number;
}

export interface OutboxEnv {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** Why an item was never delivered. */
export type Loss = 'full' | 'failed' | 'stopped';

interface Counts {
  readonly sent: Counter;
  readonly lost: Readonly<Record<Loss, Counter>>;
  readonly sends: { readonly ok: Counter; readonly failed: Counter };
  readonly waiting: Gauge;
  readonly waitingBytes: Gauge;
}

function makeCounts(metrics: Metrics, pipeline: string): Counts {
  const items = (result: string): Counter =>
    metrics.counter('pipeline_events', 'Events of a pipeline by what became of them.', { pipeline, result });
  const sends = (result: string): Counter => metrics.counter('pipeline_sends', 'Tries to send a batch.', { pipeline, result });
  return {
    sent: items('sent'),
    lost: { full: items('full'), failed: items('failed'), stopped: items('stopped') },
    sends: { ok: sends('ok'), failed: sends('failed') },
    waiting: metrics.gauge('pipeline_waiting_events', 'Events of a pipeline not yet delivered.', { pipeline }),
    waitingBytes: metrics.gauge('pipeline_waiting_bytes', 'Bytes of a pipeline not yet delivered.', { pipeline }),
  };
}

export class Outbox {
  readonly #name: string;
  readonly #settings: OutboxSettings;
  readonly #env: OutboxEnv;
  readonly #send: Send;
  readonly #counts: Counts;
  readonly #items = new Subject<Item>();
  readonly #flushes = new Subject<string | undefined>();
  readonly #scheduler: SchedulerLike;
  readonly #sending: Subscription;
  #waiting = 0;
  #waitingBytes = 0;
  #failing = false;
  #over = false;

  /** @param name of the pipeline, in metrics and logs */
  constructor(name: string, settings: OutboxSettings, send: Send, env: OutboxEnv) {
    this.#name = name;
    this.#settings = settings;
    this.#send = send;
    this.#env = env;
    this.#scheduler = clockScheduler(env.clock);
    this.#counts = makeCounts(env.metrics, name);
    this.#sending = this.#items
      .pipe(
        batched(settings.batch, env.clock, this.#flushes),
        mergeMap((batch) => this.#deliver(batch), settings.parallel),
      )
      .subscribe();
  }

  /** Whether one more item would be taken; false also counts one as lost, so ask once an item, before it is made. */
  hasRoom(): boolean {
    const { count, bytes } = this.#settings.buffer;
    if (!this.#over && this.#waiting < count && this.#waitingBytes < bytes) return true;
    this.#counts.lost[this.#over ? 'stopped' : 'full'].add();
    return false;
  }

  /** Takes an item; ask `hasRoom` first. One that would burst the buffer is counted as lost. */
  put(text: string, at: number, channel = ''): void {
    const bytes = Buffer.byteLength(text);
    if (this.#over || this.#waitingBytes + bytes > this.#settings.buffer.bytes) {
      this.#counts.lost[this.#over ? 'stopped' : 'full'].add();
      return;
    }
    this.#hold(1, bytes);
    this.#items.next({ text, bytes, at, channel });
  }

  /** Sends what is gathered for a channel, or for all, without waiting for more. */
  flush(channel?: string): void {
    this.#flushes.next(channel);
  }

  /** Takes nothing more, sends what it has; gives up on what is still there after `graceMs`. Never rejects. */
  async stop(graceMs: number): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    const delivered = new Promise<void>((resolve) => this.#sending.add(resolve));
    this.#items.complete();
    await withTimeout(delivered, graceMs, this.#env.clock, () => undefined);
    this.#counts.lost.stopped.add(this.#waiting);
    this.#sending.unsubscribe();
    this.#hold(-this.#waiting, -this.#waitingBytes);
  }

  #hold(items: number, bytes: number): void {
    this.#waiting += items;
    this.#waitingBytes += bytes;
    this.#counts.waiting.set(this.#waiting);
    this.#counts.waitingBytes.set(this.#waitingBytes);
  }

  /** One batch until it is delivered or given up; completes either way. */
  #deliver(batch: Batch): Observable<never> {
    const { items, bytes } = batch;
    return this.#attempt(batch).pipe(
      retry({ count: this.#settings.retry.attempts - 1, delay: (cause, tried) => this.#pause(cause, tried) }),
      tap({ complete: () => this.#counts.sent.add(items.length) }),
      catchError(() => {
        this.#counts.lost.failed.add(items.length);
        return EMPTY;
      }),
      finalize(() => this.#hold(-items.length, -bytes)),
    );
  }

  /** One try under its time limit; whoever makes it is told when it is over. */
  #attempt(batch: Batch): Observable<never> {
    const { timeoutMs } = this.#settings;
    return defer(() => {
      const aborting = new AbortController();
      return defer(() => from(this.#send(batch, aborting.signal))).pipe(finalize(() => aborting.abort()));
    }).pipe(
      timeout({ first: timeoutMs, scheduler: this.#scheduler, with: () => throwError(() => new TimeoutError(timeoutMs)) }),
      tap({ complete: () => this.#noteSuccess(), error: (cause) => this.#noteFailure(cause) }),
      ignoreElements(),
    );
  }

  /** Twice as long each time, give or take a quarter, so that nodes do not come back all at once. */
  #pause(cause: unknown, tried: number): Observable<unknown> {
    if (cause instanceof Undeliverable) return throwError(() => cause);
    const { firstMs, mostMs } = this.#settings.retry;
    return timer(Math.min(mostMs, firstMs * 2 ** (tried - 1)) * (0.75 + this.#env.random.next() / 2), this.#scheduler);
  }

  #noteFailure(cause: unknown): void {
    this.#counts.sends.failed.add();
    if (this.#failing) return;
    this.#failing = true;
    this.#env.log.error({ err: cause, pipeline: this.#name }, 'a pipeline cannot deliver');
  }

  #noteSuccess(): void {
    this.#counts.sends.ok.add();
    if (!this.#failing) return;
    this.#failing = false;
    this.#env.log.info({ pipeline: this.#name }, 'a pipeline delivers again');
  }
}
