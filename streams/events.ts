/**
 * The event bus: one hot stream of typed, versioned events. Check `hasSubscribers(kind)` before building an event: without subscribers none is
 * built.
 */
import { Observable } from 'rxjs';
import { HotStream } from './hot-stream.ts';

export const EVENT_KINDS = ['auction', 'transition', 'bidder', 'bid', 'event', 'sync', 'cache', 'admin', 'rollup'] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** What may have subscribers: events of a kind, and of auctions also their bodies, or recordings from their start. */
export type ObservableKind = EventKind | 'bodies' | 'recording';

/** An event on the bus. `v` is the version of the kind's data. */
export interface BusEvent {
  readonly v: 1;
  readonly kind: EventKind;
  /** Epoch ms. */
  readonly at: number;
  /** Number of its auction. */
  readonly auction?: number | undefined;
  /** Id of the request, if known. */
  readonly request?: string | undefined;
  readonly account?: string | undefined;
  readonly bidder?: string | undefined;
  readonly data: object;
}

export class EventBus {
  /** One per kind: an event costs only its own subscribers. */
  readonly #events = new Map(EVENT_KINDS.map((kind) => [kind, new HotStream<BusEvent>()]));
  readonly #listeners = new Map<ObservableKind, number>();

  /** Whether events of this kind have subscribers. */
  hasSubscribers(kind: ObservableKind): boolean {
    return (this.#listeners.get(kind) ?? 0) > 0;
  }

  /** Passes an event to all subscribers. */
  publish(event: BusEvent): void {
    this.#events.get(event.kind)?.next(event);
  }

  /** Events of these kinds from now on; counts as a subscriber while subscribed. */
  listen(kinds: readonly EventKind[]): Observable<BusEvent> {
    const wanted = new Set(kinds);
    return new Observable<BusEvent>((listener) => {
      for (const kind of wanted) this.#count(kind, 1);
      for (const kind of wanted) this.#events.get(kind)?.values.subscribe(listener);
      return () => {
        for (const kind of wanted) this.#count(kind, -1);
      };
    });
  }

  /** Counts as a subscriber of `kind` until the returned function is called. */
  observe(kind: ObservableKind): () => void {
    this.#count(kind, 1);
    return () => this.#count(kind, -1);
  }

  /** Ends all subscriptions; events published later are dropped. */
  close(): void {
    for (const events of this.#events.values()) events.complete();
  }

  #count(kind: ObservableKind, by: number): void {
    this.#listeners.set(kind, (this.#listeners.get(kind) ?? 0) + by);
  }
}
