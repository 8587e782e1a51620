/** Operator: gathers items into batches by count, bytes or age, each channel for itself; what is open at the end goes out as it is. */
import { Observable, type OperatorFunction, type Subscriber } from 'rxjs';
import type { Clock } from '#src/outside/clock.ts';

/** One thing to send. */
export interface Item {
  readonly text: string;
  /** Length of `text`, bytes. */
  readonly bytes: number;
  /** When it happened, epoch ms. */
  readonly at: number;
  /** Items of different channels never share a batch. */
  readonly channel: string;
}

export interface Batch {
  readonly channel: string;
  readonly items: readonly Item[];
  readonly bytes: number;
}

/** A batch goes out when it has `count` items or `bytes` bytes, or is `ms` old. */
export interface BatchLimits {
  readonly count: number;
  readonly bytes: number;
  readonly ms: number;
}

interface Open {
  items: Item[];
  bytes: number;
  readonly stopTimer: () => void;
}

/** The batches being filled. */
class Gathering {
  readonly #limits: BatchLimits;
  readonly #clock: Clock;
  readonly #out: Subscriber<Batch>;
  readonly #open = new Map<string, Open>();

  constructor(limits: BatchLimits, clock: Clock, out: Subscriber<Batch>) {
    this.#limits = limits;
    this.#clock = clock;
    this.#out = out;
  }

  add(item: Item): void {
    const { count, bytes } = this.#limits;
    const full = this.#open.get(item.channel);
    if (full && full.bytes + item.bytes > bytes) this.close(item.channel);
    const open = this.#open.get(item.channel) ?? this.#begin(item.channel);
    open.items.push(item);
    open.bytes += item.bytes;
    if (open.items.length >= count || open.bytes >= bytes) this.close(item.channel);
  }

  close(channel: string): void {
    const open = this.#open.get(channel);
    if (!open) return;
    this.#open.delete(channel);
    open.stopTimer();
    this.#out.next({ channel, items: open.items, bytes: open.bytes });
  }

  closeAll(): void {
    for (const channel of [...this.#open.keys()]) this.close(channel);
  }

  drop(): void {
    for (const { stopTimer } of this.#open.values()) stopTimer();
    this.#open.clear();
  }

  #begin(channel: string): Open {
    const open: Open = { items: [], bytes: 0, stopTimer: this.#clock.after(this.#limits.ms, () => this.close(channel)) };
    this.#open.set(channel, open);
    return open;
  }
}

/** @param flushes names a channel whose batch goes out now, whatever it holds; undefined: all of them */
export function batched(limits: BatchLimits, clock: Clock, flushes: Observable<string | undefined>): OperatorFunction<Item, Batch> {
  return (items) =>
    new Observable((out) => {
      const gathering = new Gathering(limits, clock, out);
      const flushing = flushes.subscribe((channel) => (channel === undefined ? gathering.closeAll() : gathering.close(channel)));
      const listening = items.subscribe({
        next: (item) => gathering.add(item),
        error: (cause) => out.error(cause),
        complete: () => {
          gathering.closeAll();
          out.complete();
        },
      });
      return () => {
        flushing.unsubscribe();
        listening.unsubscribe();
        gathering.drop();
      };
    });
}
