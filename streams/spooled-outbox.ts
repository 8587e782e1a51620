/**
 * Delivery through the disk: events are written to a spool first and sent from there, so that they survive a restart and an unavailable
 * sink. A batch leaves the spool when it was delivered, or when the sink rejected it for good.
 *
 *     put → spool; each lane: ready (count, bytes or age) → take → deliver until it succeeds → confirm → repeat
 */
import {
  catchError,
  concat,
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  type Observable,
  of,
  range,
  repeat,
  Subject,
  type Subscription,
  startWith,
  switchMap,
  take,
  tap,
  timer,
} from 'rxjs';
import type { Taken } from '#src/analytics/spool/segment.ts';
import { Spool, type SpoolSettings } from '#src/analytics/spool/spool.ts';
import { withTimeout } from '#src/lang/with-timeout.ts';
import { Undeliverable } from '#src/net/post.ts';
import { type AttemptEnv, Attempts, type Send } from './attempts.ts';
import type { Batch, Item } from './batch.ts';
import { clockScheduler } from './clock-scheduler.ts';
import { type GiveUp, givenUp, type OutboxSettings } from './outbox.ts';
import { type SpoolCounts, spoolCounts } from './spool-counts.ts';

/** Settings of an outbox, and of the spool on disk. */
export interface SpooledSettings extends OutboxSettings {
  readonly spool: SpoolSettings;
}

/** ms until a disk that failed is read again. */
const UNREADABLE_PAUSE_MS = 1000;

export class SpooledOutbox {
  readonly #settings: OutboxSettings;
  readonly #env: AttemptEnv;
  readonly #attempts: Attempts;
  readonly #giveUp: GiveUp | undefined;
  readonly #spool: Spool;
  readonly #counts: SpoolCounts;
  /** Something may be ready to be taken. */
  readonly #changes = new Subject<void>();
  readonly #flushes = new Subject<void>();
  readonly #sending: Subscription;
  #over = false;

  /** @param name of the pipeline, in metrics and logs */
  constructor(name: string, settings: SpooledSettings, send: Send, env: AttemptEnv, giveUp?: GiveUp) {
    this.#settings = settings;
    this.#env = env;
    this.#giveUp = giveUp;
    // Without end: the limit is the size of the spool.
    this.#attempts = new Attempts(name, { ...settings, retry: { ...settings.retry, attempts: Number.POSITIVE_INFINITY } }, send, env);
    this.#counts = spoolCounts(env, name);
    this.#spool = new Spool(settings.spool, env.clock, { ...this.#counts.listener, changed: () => this.#changed() });
    this.#sending = range(0, settings.parallel)
      .pipe(mergeMap(() => this.#lane()))
      .subscribe();
  }

  /** Whether one more item would be accepted; false also counts one as lost, so call it once per item, before encoding it. */
  hasRoom(): boolean {
    const { count, bytes } = this.#spool.pending;
    const { buffer } = this.#settings;
    if (!this.#over && count < buffer.count && bytes < buffer.bytes) return true;
    this.#counts.lose(this.#over ? 'stopped' : 'full', 1);
    return false;
  }

  /** Adds an item; call `hasRoom` first. */
  put(text: string, at: number, channel = '', id = ''): void {
    if (this.#over) this.#counts.lose('stopped', 1);
    else this.#spool.put({ id, at, channel, text });
  }

  /** Sends all items without waiting for more. */
  flush(): void {
    this.#flushes.next();
  }

  /** Accepts no further items and sends for at most `graceMs`; what is left stays in the spool for the next start. Never rejects. */
  async stop(graceMs: number): Promise<void> {
    if (this.#over) return;
    this.#over = true;
    await this.#spool.flush();
    const delivered = new Promise<void>((resolve) => this.#sending.add(resolve));
    this.#flushes.next();
    await withTimeout(delivered, graceMs, this.#env.clock, () => undefined);
    this.#sending.unsubscribe();
    await this.#spool.close();
  }

  #changed(): void {
    const { count, bytes } = this.#spool.unread;
    this.#counts.waiting(count, bytes);
    this.#changes.next();
  }

  /** One of the concurrent senders: takes a batch, delivers it, takes the next. */
  #lane(): Observable<never> {
    const { count, bytes } = this.#settings.batch;
    return defer(() => this.#ready()).pipe(
      concatMap(() => from(this.#spool.take(count, bytes))),
      concatMap((taken) => (taken ? this.#deliverTaken(taken) : this.#pauseIfUnreadable())),
      repeat({ delay: () => (this.#over && this.#spool.unread.count === 0 ? EMPTY : of(undefined)) }),
    );
  }

  /** Completes at once if another lane took what there was; later if there is something that could not be read. */
  #pauseIfUnreadable(): Observable<never> {
    if (this.#spool.unread.count === 0) return EMPTY;
    return timer(UNREADABLE_PAUSE_MS, clockScheduler(this.#env.clock)).pipe(ignoreElements());
  }

  /** Emits once when a batch is complete or old enough, or the outbox is stopping. */
  #ready(): Observable<unknown> {
    const scheduler = clockScheduler(this.#env.clock);
    const { batch } = this.#settings;
    const hasUnread = (): boolean => this.#spool.unread.count > 0;
    const isFull = (): boolean => {
      const { count, bytes } = this.#spool.unread;
      return count >= batch.count || bytes >= batch.bytes;
    };
    const changes = this.#changes.pipe(startWith(undefined));
    const full = changes.pipe(filter(isFull));
    const old = changes.pipe(
      filter(hasUnread),
      take(1),
      switchMap(() => timer(batch.ms, scheduler)),
    );
    return (this.#over ? of(undefined) : merge(full, old, this.#flushes)).pipe(take(1));
  }

  /** Items of different channels never share a batch. */
  #deliverTaken(taken: Taken): Observable<never> {
    const groups = Map.groupBy(taken.records, ({ channel }) => channel);
    const batches = [...groups].map(([channel, records]) => batchOf(channel, records.map(itemOf)));
    return concat(...batches.map((batch) => this.#deliver(batch)), defer(() => from(this.#spool.confirm(taken))).pipe(ignoreElements()));
  }

  /** A batch until it is delivered or rejected; of a rejected one, the halves are tried, so that only the rejected items are given up. */
  #deliver(batch: Batch): Observable<never> {
    return this.#attempts.deliver(batch).pipe(
      tap({ complete: () => this.#counts.sent(batch.items.length) }),
      catchError((cause: unknown) => {
        if (cause instanceof Undeliverable && cause.isDivisible && batch.items.length > 1) return this.#deliverHalves(batch);
        this.#counts.lose('failed', batch.items.length);
        return givenUp(this.#giveUp, batch, cause);
      }),
    );
  }

  #deliverHalves({ channel, items }: Batch): Observable<never> {
    const middle = Math.ceil(items.length / 2);
    return of(items.slice(0, middle), items.slice(middle)).pipe(
      map((half) => batchOf(channel, half)),
      concatMap((half) => this.#deliver(half)),
    );
  }
}

const itemOf = ({ id, at, channel, text }: Taken['records'][number]): Item => ({ id, at, channel, text, bytes: Buffer.byteLength(text) });

const batchOf = (channel: string, items: readonly Item[]): Batch => ({
  channel,
  items,
  bytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
});
