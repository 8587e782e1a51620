/**
 * The bus: one hot stream of typed, versioned events. Ask `watched(kind)` before building an event: with nobody
 * listening none is built.
 */
import { filter, Observable, Subject } from 'rxjs';

export const EVENT_KINDS = ['auction', 'transition', 'bidder', 'bid', 'event', 'sync', 'cache', 'admin'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What somebody may be waiting for: events of a kind, or auctions recorded from their start. */
export type Watched = EventKind | 'recording';

/** What travels on the bus. `v` is the version of the kind's data. */
export interface BusEvent {
  readonly v: 1;
  readonly kind: EventKind;
  /** Epoch ms. */
  readonly at: number;
  /** Number of the auction it belongs to. */
  readonly auction?: number | undefined;
  /** Id of the request, where one is known. */
  readonly request?: string | undefined;
  readonly account?: string | undefined;
  readonly bidder?: string | undefined;
  readonly data: object;
}

export class EventBus {
  readonly #events = new Subject<BusEvent>();
  readonly #listeners = new Map<Watched, number>();

  /** Whether anybody listens to events of this kind. */
  watched(kind: Watched): boolean {
    return (this.#listeners.get(kind) ?? 0) > 0;
  }

  /** Hands an event to all who listen. */
  publish(event: BusEvent): void {
    this.#events.next(event);
  }

  /** Events of these kinds from now on; counts as a listener while subscribed. */
  listen(kinds: readonly EventKind[]): Observable<BusEvent> {
    const wanted = new Set(kinds);
    return new Observable<BusEvent>((listener) => {
      for (const kind of wanted) this.#count(kind, 1);
      const subscription = this.#events.pipe(filter((event) => wanted.has(event.kind))).subscribe(listener);
      return () => {
        subscription.unsubscribe();
        for (const kind of wanted) this.#count(kind, -1);
      };
    });
  }

  /** Counts as somebody waiting for `kind` until the result is called. */
  watch(kind: Watched): () => void {
    this.#count(kind, 1);
    return () => this.#count(kind, -1);
  }

  /** Ends all subscriptions; events published later go nowhere. */
  close(): void {
    this.#events.complete();
  }

  #count(kind: Watched, by: number): void {
    this.#listeners.set(kind, (this.#listeners.get(kind) ?? 0) + by);
  }
}
