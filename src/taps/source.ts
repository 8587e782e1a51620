/** The source of a tap's events: the bus of this process, or (in `src/cluster/`) those of all workers. */
import { type Observable, type Subscription as RxSubscription, Subject } from 'rxjs';
import type { Log } from '#src/platform/log.ts';
import type { BusEvent, EventBus } from '#streams/events.ts';
import { type Truncate, truncateTo } from './calls.ts';
import { type RecordingOf, type RenderedEvent, render, type Wanted } from './render.ts';
import { kindsOf, type Matched, type Subscription, toMatched, wants } from './subscription.ts';

/** A serialized event. One shared object down to the last client: an auction has dozens of events. */
export interface Rendered extends Matched {
  /** Its sequence number, assigned when it is stored; 0 until then. */
  seq: number;
  /** Epoch ms. */
  readonly at: number;
  /** Number of its worker process; absent in a single process. */
  readonly worker?: number | undefined;
  readonly messages: RenderedEvent;
}

export interface TapSource {
  /** Sets the union of all subscriptions; an empty one ends listening. */
  want(all: readonly Subscription[]): void;
  readonly rendered: Observable<Rendered>;
}

export interface LocalSourceOptions {
  readonly bus: EventBus;
  readonly log: Log;
  readonly maxBodyBytes: number;
  readonly recordingOf: RecordingOf;
}

const PLAIN: Wanted = { bodies: false, recording: false };
const BODIES: Wanted = { bodies: true, recording: false };
const EVERYTHING: Wanted = { bodies: true, recording: true };

/** Events of this process's bus. An event that cannot be rendered is logged and dropped, without affecting others. */
export class LocalSource implements TapSource {
  readonly #options: LocalSourceOptions;
  readonly #truncated: Truncate;
  readonly #out = new Subject<Rendered>();
  #all: readonly Subscription[] = [];
  /** The highest requested level of detail; anything beyond it is not rendered. */
  #max: Wanted = PLAIN;
  #listening: RxSubscription | undefined;
  #kinds = '';
  #stopObserving: (() => void) | undefined;
  readonly rendered: Observable<Rendered> = this.#out.asObservable();

  constructor(options: LocalSourceOptions) {
    this.#options = options;
    this.#truncated = truncateTo(options.maxBodyBytes);
  }

  want(all: readonly Subscription[]): void {
    this.#all = all;
    const recording = all.some((wanted) => wanted.recording);
    this.#max = recording ? EVERYTHING : all.some(({ bodies }) => bodies) ? BODIES : PLAIN;
    this.#observeRecordings(recording);
    const kinds = kindsOf(all);
    if (kinds.join() === this.#kinds) return;
    this.#kinds = kinds.join();
    const before = this.#listening;
    this.#listening = kinds.length > 0 ? this.#options.bus.listen(kinds).subscribe((event) => this.#send(event)) : undefined;
    before?.unsubscribe();
  }

  #observeRecordings(wanted: boolean): void {
    if (wanted) this.#stopObserving ??= this.#options.bus.observe('recording');
    else {
      this.#stopObserving?.();
      this.#stopObserving = undefined;
    }
  }

  #send(event: BusEvent): void {
    try {
      const matched = toMatched(event);
      const wanted = this.#wanted(matched);
      if (!wanted) return;
      const messages = render(event, wanted, this.#truncated, this.#options.recordingOf);
      const { kind, at, auction, request, account, bidder } = event;
      this.#out.next({ seq: 0, kind, at, worker: undefined, auction, request, account, bidder, bidders: matched.bidders, messages });
    } catch (cause) {
      this.#options.log.error({ err: cause, kind: event.kind }, 'rendering an event for taps failed');
    }
  }

  /** The requested level of detail of an event; undefined: no subscription matches. */
  #wanted(matched: Matched): Wanted | undefined {
    let found: Wanted | undefined;
    for (const wanted of this.#all) {
      if (!wants(wanted, matched)) continue;
      if (wanted.recording) return EVERYTHING;
      if (!found || wanted.bodies) found = wanted.bodies ? BODIES : PLAIN;
      if (found === this.#max) return found;
    }
    return found;
  }
}
