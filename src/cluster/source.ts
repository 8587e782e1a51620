/** Events of all workers as one source for taps, and of the primary's own bus. */
import { merge, type Observable, Subject } from 'rxjs';
import type { Rendered, TapSource } from '#streams/taps/source.ts';
import { type Subscription, wants } from '#streams/taps/subscription.ts';
import type { ToPrimary } from './messages.ts';

type Events = Extract<ToPrimary, { type: 'events' }>;

/** Tells all workers what is wanted. */
export type TellAll = (all: readonly Subscription[]) => void;

export class ClusterSource implements TapSource {
  readonly rendered: Observable<Rendered>;
  readonly #own: TapSource;
  readonly #tellAll: TellAll;
  readonly #theirs = new Subject<Rendered>();
  readonly #now: () => number;
  #all: readonly Subscription[] = [];

  constructor(own: TapSource, tellAll: TellAll, now: () => number) {
    this.#own = own;
    this.#tellAll = tellAll;
    this.#now = now;
    this.rendered = merge(own.rendered, this.#theirs);
  }

  /** What is wanted now: for a worker that begins later. */
  get all(): readonly Subscription[] {
    return this.#all;
  }

  want(all: readonly Subscription[]): void {
    this.#all = all;
    this.#own.want(all);
    this.#tellAll(all);
  }

  /** Events a worker sent; what it could not send is told as an event of its own. */
  take({ events, dropped }: Events, worker: number): void {
    if (dropped > 0) this.#tellDropped(dropped, worker);
    // A wish may have been taken back while these were on their way.
    for (const event of events) if (this.#all.some((wanted) => wants(wanted, event))) this.#theirs.next({ ...event, worker });
  }

  #tellDropped(count: number, worker: number): void {
    const plain = JSON.stringify({ action: 'a worker dropped events', count });
    this.#theirs.next({ seq: 0, kind: 'admin', at: this.#now(), worker, texts: { plain } });
  }
}
