/**
 * Background delivery: items are buffered within limits, collected into batches and sent, with retries and growing
 * pauses. Whatever the receiver does, `put` costs at most one comparison and a push; items beyond the limits are dropped and counted.
 *
 *     items → batched (groupBy channel → count, bytes or age) → mergeMap (limited concurrency)
 *       each batch: defer(send) → timeout → retry (backoff) → catchError (dropped) → finalize (space freed)
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
import { TimeoutError, withTimeout } from '#src/lang/with-timeout.ts';
import { Undeliverable } from '#src/net/post.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Gauge, Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import { type Batch, type BatchLimits, batched, type Item } from './batch.ts';
import { clockScheduler } from './clock-scheduler.ts';

/** Delivers a batch or rejects. Rejecting with `Undeliverable` means that a retry is useless. */
export type Send = (batch: Batch, signal: AbortSignal) => Promise<void>;

export interface OutboxSettings {
  readonly batch: BatchLimits;
  /** Max undelivered items and bytes, including those being sent. */
  readonly buffer: { readonly count: number; readonly bytes: number };
  /** Attempts per batch, ms before the second, and the longest pause. */
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly maxMs: number };
  /** Timeout of one attempt, ms. */
  readonly timeoutMs: number;
  /** Max concurrent batches. */
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
  const items = (result: string): Counter => metrics.counter('pipeline_events', 'Events of a pipeline by result.', { pipeline, result });
  const sends = (result: string): Counter => metrics.counter('pipeline_send_attempts', 'Batch send attempts.', { pipeline, result });
  return {
    sent: items('sent'),
    lost: { full: items('full'), failed: items('failed'), stopped: items('stopped') },
    sends: { ok: sends('ok'), failed: sends('failed') },
    waiting: metrics.gauge('pipeline_waiting_events', 'Undelivered events of a pipeline.', { pipeline }),
    waitingBytes: metrics.gauge('pipeline_waiting_bytes', 'Undelivered bytes of a pipeline.', { pipeline }),
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

  /** Whether one more item would be accepted; false also counts one as lost, so call it once per item, before encoding it. */
  hasRoom(): boolean {
    const { count, bytes } = this.#settings.buffer;
    if (!this.#over && this.#waiting < count && this.#waitingBytes < bytes) return true;
    this.#counts.lost[this.#over ? 'stopped' : 'full'].add();
    return false;
  }

  /** Adds an item; call `hasRoom` first. One that exceeds the buffer is counted as lost. */
  put(text: string, at: number, channel = ''): void {
    const bytes = Buffer.byteLength(text);
    if (this.#over || this.#waitingBytes + bytes > this.#settings.buffer.bytes) {
      this.#counts.lost[this.#over ? 'stopped' : 'full'].add();
      return;
    }
    this.#hold(1, bytes);
    this.#items.next({ text, bytes, at, channel });
  }

  /** Sends the items of a channel, or of all, without waiting for more. */
  flush(channel?: string): void {
    this.#flushes.next(channel);
  }

  /** Accepts no further items and sends the remaining ones; drops what is left after `graceMs`. Never rejects. */
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

  /** One batch until it is delivered or abandoned; completes either way. */
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

  /** One attempt with its timeout, which is signalled to the sender. */
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

  /** Doubles each time, with a jitter of a quarter, so that nodes do not retry together. */
  #pause(cause: unknown, tried: number): Observable<unknown> {
    if (cause instanceof Undeliverable) return throwError(() => cause);
    const { firstMs, maxMs } = this.#settings.retry;
    return timer(Math.min(maxMs, firstMs * 2 ** (tried - 1)) * (0.75 + this.#env.random.next() / 2), this.#scheduler);
  }

  #noteFailure(cause: unknown): void {
    this.#counts.sends.failed.add();
    if (this.#failing) return;
    this.#failing = true;
    this.#env.log.error({ failure: cause, pipeline: this.#name }, 'analytics pipeline delivery failed');
  }

  #noteSuccess(): void {
    this.#counts.sends.ok.add();
    if (!this.#failing) return;
    this.#failing = false;
    this.#env.log.info({ pipeline: this.#name }, 'analytics pipeline recovered');
  }
}
