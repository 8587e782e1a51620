/**
 * Attempts to deliver a batch, for outboxes in memory and on disk: each has a timeout, failed ones are repeated with growing pauses.
 *
 *     defer(send) → timeout → retry (backoff)
 */
import { defer, finalize, from, ignoreElements, type Observable, retry, type SchedulerLike, tap, throwError, timeout, timer } from 'rxjs';
import { TimeoutError } from '#src/lang/with-timeout.ts';
import { Undeliverable } from '#src/net/post.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';
import type { Batch } from './batch.ts';
import { clockScheduler } from './clock-scheduler.ts';

/** Delivers a batch or rejects. Rejecting with `Undeliverable` means that a retry is useless. */
export type Send = (batch: Batch, signal: AbortSignal) => Promise<void>;

export interface AttemptSettings {
  /** Attempts per batch, ms before the second, and the longest pause. */
  readonly retry: { readonly attempts: number; readonly firstMs: number; readonly maxMs: number };
  /** Timeout of one attempt, ms. */
  readonly timeoutMs: number;
}

export interface AttemptEnv {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
}

export class Attempts {
  readonly #name: string;
  readonly #settings: AttemptSettings;
  readonly #env: AttemptEnv;
  readonly #send: Send;
  readonly #scheduler: SchedulerLike;
  readonly #sends: { readonly ok: Counter; readonly failed: Counter };
  #failing = false;

  /** @param name of the pipeline, in metrics and logs */
  constructor(name: string, settings: AttemptSettings, send: Send, env: AttemptEnv) {
    this.#name = name;
    this.#settings = settings;
    this.#send = send;
    this.#env = env;
    this.#scheduler = clockScheduler(env.clock);
    const sends = (result: string): Counter =>
      env.metrics.counter('pipeline_send_attempts', 'Batch send attempts.', { pipeline: name, result });
    this.#sends = { ok: sends('ok'), failed: sends('failed') };
  }

  /** Completes when the batch is delivered; fails with the cause of the last attempt. */
  deliver(batch: Batch): Observable<never> {
    return this.#attempt(batch).pipe(
      retry({ count: this.#settings.retry.attempts - 1, delay: (cause, tried) => this.#pause(cause, tried) }),
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
    this.#sends.failed.add();
    if (this.#failing) return;
    this.#failing = true;
    this.#env.log.error({ failure: cause, pipeline: this.#name }, 'analytics pipeline delivery failed');
  }

  #noteSuccess(): void {
    this.#sends.ok.add();
    if (!this.#failing) return;
    this.#failing = false;
    this.#env.log.info({ pipeline: this.#name }, 'analytics pipeline recovered');
  }
}
