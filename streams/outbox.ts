/**
 * Background delivery: items are buffered within limits, collected into batches and sent, with retries and growing
 * pauses. Whatever the receiver does, `put` costs at most one comparison and a push; items beyond the limits are dropped and counted.
 *
 *     items → batched (groupBy channel → count, bytes or age) → mergeMap (limited concurrency)
 *       each batch: defer(send) → timeout → retry (backoff) → catchError (dropped) → finalize (space freed)
 */
import { catchError, defer, EMPTY, finalize, ignoreElements, mergeMap, type Observable, Subject, type Subscription, tap } from 'rxjs';
import { withTimeout } from '#src/lang/with-timeout.ts';
import type { Counter, Gauge, Metrics } from '#src/platform/metrics.ts';
import { type AttemptEnv, type AttemptSettings, Attempts, type Send } from './attempts.ts';
import { type Batch, type BatchLimits, batched, type Item } from './batch.ts';

export interface OutboxSettings extends AttemptSettings {
  readonly batch: BatchLimits;
  /** Max undelivered items and bytes, including those being sent. */
  readonly buffer: { readonly count: number; readonly bytes: number };
  /** Max concurrent batches. */
  readonly parallel: number;
}

/** Stores batches that are given up, with the cause; never rejects. */
export type GiveUp = (batch: Batch, cause: unknown) => Promise<void>;

/** Completes when the batch is stored or lost. */
export const givenUp = (giveUp: GiveUp | undefined, batch: Batch, cause: unknown): Observable<never> =>
  giveUp ? defer(() => giveUp(batch, cause)).pipe(ignoreElements()) : EMPTY;

/** Why an item was never delivered. */
export type Loss = 'full' | 'failed' | 'stopped';

interface Counts {
  readonly sent: Counter;
  readonly lost: Readonly<Record<Loss, Counter>>;
  readonly waiting: Gauge;
  readonly waitingBytes: Gauge;
}

function makeCounts(metrics: Metrics, pipeline: string): Counts {
  const items = (result: string): Counter => metrics.counter('pipeline_events', 'Events of a pipeline by result.', { pipeline, result });
  return {
    sent: items('sent'),
    lost: { full: items('full'), failed: items('failed'), stopped: items('stopped') },
    waiting: metrics.gauge('pipeline_waiting_events', 'Undelivered events of a pipeline.', { pipeline }),
    waitingBytes: metrics.gauge('pipeline_waiting_bytes', 'Undelivered bytes of a pipeline.', { pipeline }),
  };
}

export class Outbox {
  readonly #settings: OutboxSettings;
  readonly #env: AttemptEnv;
  readonly #attempts: Attempts;
  readonly #giveUp: GiveUp | undefined;
  readonly #counts: Counts;
  readonly #items = new Subject<Item>();
  readonly #flushes = new Subject<string | undefined>();
  readonly #sending: Subscription;
  #waiting = 0;
  #waitingBytes = 0;
  #over = false;

  /** @param name of the pipeline, in metrics and logs */
  constructor(name: string, settings: OutboxSettings, send: Send, env: AttemptEnv, giveUp?: GiveUp) {
    this.#settings = settings;
    this.#env = env;
    this.#attempts = new Attempts(name, settings, send, env);
    this.#giveUp = giveUp;
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
  put(text: string, at: number, channel = '', id = ''): void {
    const bytes = Buffer.byteLength(text);
    if (this.#over || this.#waitingBytes + bytes > this.#settings.buffer.bytes) {
      this.#counts.lost[this.#over ? 'stopped' : 'full'].add();
      return;
    }
    this.#hold(1, bytes);
    this.#items.next({ id, text, bytes, at, channel });
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
    return this.#attempts.deliver(batch).pipe(
      tap({ complete: () => this.#counts.sent.add(items.length) }),
      catchError((cause) => {
        this.#counts.lost.failed.add(items.length);
        return givenUp(this.#giveUp, batch, cause);
      }),
      finalize(() => this.#hold(-items.length, -bytes)),
    );
  }
}
