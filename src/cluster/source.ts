/** Events of all workers, and of the primary's own bus, as one source for taps. */
import { merge, type Observable, Subject } from 'rxjs';
import { type Matcher, toMatcher } from '#src/taps/matcher.ts';
import type { Rendered, TapSource } from '#src/taps/source.ts';
import type { Subscription } from '#src/taps/subscription.ts';
import type { ToPrimary } from './messages.ts';

type Events = Extract<ToPrimary, { type: 'events' }>;

/** Sends the subscriptions to all workers. */
export type ShareSubscriptions = (all: readonly Subscription[]) => void;

export class ClusterSource implements TapSource {
  readonly rendered: Observable<Rendered>;
  readonly #own: TapSource;
  readonly #shareSubscriptions: ShareSubscriptions;
  readonly #theirs = new Subject<Rendered>();
  readonly #now: () => number;
  #all: readonly Subscription[] = [];
  #matchers: readonly Matcher[] = [];

  constructor(own: TapSource, shareSubscriptions: ShareSubscriptions, now: () => number) {
    this.#own = own;
    this.#shareSubscriptions = shareSubscriptions;
    this.#now = now;
    this.rendered = merge(own.rendered, this.#theirs);
  }

  /** The current subscriptions, for a worker that starts later. */
  get all(): readonly Subscription[] {
    return this.#all;
  }

  want(all: readonly Subscription[]): void {
    this.#all = all;
    this.#matchers = all.map(toMatcher);
    this.#own.want(all);
    this.#shareSubscriptions(all);
  }

  /** Events of a worker; dropped ones are reported as an event of their own. */
  take({ events, dropped }: Events, worker: number): void {
    if (dropped > 0) this.#reportDropped(dropped, worker);
    // The subscription may have ended while these were in flight.
    for (const event of events) if (this.#matchers.some((passes) => passes(event))) this.#theirs.next({ ...event, worker });
  }

  #reportDropped(count: number, worker: number): void {
    const plain = JSON.stringify({ action: 'a worker dropped events', count });
    this.#theirs.next({ seq: 0, kind: 'admin', at: this.#now(), share: 1, worker, messages: { plain } });
  }
}
