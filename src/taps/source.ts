/** The source of a tap's events: the bus of this process, or (in `src/cluster/`) those of all workers. */
import { EMPTY, merge, type Observable, type Subscription as RxSubscription, share as shared } from 'rxjs';
import type { Log } from '#src/platform/log.ts';
import type { BusEvent, EventBus, EventKind } from '#streams/events.ts';
import { HotStream } from '#streams/hot-stream.ts';
import { type Truncate, truncateTo } from './calls.ts';
import type { WithLines } from './held.ts';
import { fieldsOf, type Matched } from './matched.ts';
import { isTaken, type Matcher, toFilter } from './matcher.ts';
import { type RecordingOf, type RenderedEvent, render, type Wanted } from './render.ts';
import { kindsOf, type Subscription } from './subscription.ts';

/** A serialized event. One shared object down to the last client: an auction has dozens of events. */
export interface Rendered extends Matched, WithLines {
  /** Its sequence number, assigned when it is stored; 0 until then. */
  seq: number;
  /** Epoch ms. */
  readonly at: number;
  /** The largest share among the subscriptions it was recorded for: with a larger one it stands for no more auctions. */
  share: number;
  /** Number of its worker process; absent in a single process. */
  readonly worker?: number | undefined;
  /** Outside the JavaScript heap when it is stored. */
  messages: RenderedEvent;
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
  /** Subscribed to while a tap wants rollups; absent: there are none. */
  readonly rollups?: Observable<BusEvent> | undefined;
}

/** A compiled subscription. */
interface Listener {
  readonly passes: Matcher;
  readonly sample: number;
  readonly level: Wanted;
}

const PLAIN: Wanted = { bodies: false, recording: false };
const BODIES: Wanted = { bodies: true, recording: false };
const EVERYTHING: Wanted = { bodies: true, recording: true };

/** Events of this process's bus. An event that cannot be rendered is logged and dropped, without affecting others. */
export class LocalSource implements TapSource {
  readonly #options: LocalSourceOptions;
  readonly #truncated: Truncate;
  readonly #rollups: Observable<BusEvent>;
  readonly #out = new HotStream<Rendered>();
  #listeners: ReadonlyMap<EventKind, readonly Listener[]> = new Map();
  #listening: RxSubscription | undefined;
  #kinds = '';
  /** Ends the observation of what it names. */
  readonly #observed = new Map<'bodies' | 'recording', () => void>();
  readonly rendered: Observable<Rendered> = this.#out.values;

  constructor(options: LocalSourceOptions) {
    this.#options = options;
    this.#truncated = truncateTo(options.maxBodyBytes);
    this.#rollups = (options.rollups ?? EMPTY).pipe(shared());
  }

  want(all: readonly Subscription[]): void {
    const kinds = kindsOf(all);
    const compiled = all.map((wanted) => ({ wanted, listener: toListener(wanted) }));
    const listenersOf = (kind: EventKind): Listener[] =>
      compiled.filter(({ wanted }) => wanted.kinds.includes(kind)).map(({ listener }) => listener);
    this.#listeners = new Map(kinds.map((kind) => [kind, listenersOf(kind)]));
    this.#observe(
      'recording',
      all.some(({ recording }) => recording),
    );
    this.#observe(
      'bodies',
      all.some(({ bodies, recording, kinds: shown }) => (bodies || recording) && shown.includes('auction')),
    );
    if (kinds.join() === this.#kinds) return;
    this.#kinds = kinds.join();
    const before = this.#listening;
    this.#listening = kinds.length > 0 ? this.#eventsOf(kinds).subscribe((event) => this.#send(event)) : undefined;
    before?.unsubscribe();
  }

  /** Rollups go on while other kinds come and go: their sums start with their first subscriber. */
  #eventsOf(kinds: readonly EventKind[]): Observable<BusEvent> {
    const events = this.#options.bus.listen(kinds.filter((kind) => kind !== 'rollup'));
    return kinds.includes('rollup') ? merge(events, this.#rollups) : events;
  }

  /** What must be stored from the start of an auction. */
  #observe(kind: 'bodies' | 'recording', wanted: boolean): void {
    if (wanted && !this.#observed.has(kind)) this.#observed.set(kind, this.#options.bus.observe(kind));
    if (wanted) return;
    this.#observed.get(kind)?.();
    this.#observed.delete(kind);
  }

  #send(event: BusEvent): void {
    try {
      const rendered = unrendered(event);
      const level = this.#levelOf(rendered);
      if (!level) return;
      rendered.messages = render(event, level, this.#truncated, this.#options.recordingOf);
      this.#out.next(rendered);
    } catch (cause) {
      this.#options.log.error({ err: cause, kind: event.kind }, 'rendering an event for taps failed');
    }
  }

  /** The requested level of detail of an event, whose share is set; undefined: no subscription matches. */
  #levelOf(event: Rendered): Wanted | undefined {
    let level: Wanted | undefined;
    for (const listener of this.#listeners.get(event.kind) ?? NO_LISTENERS) {
      if (!isUseful(listener, level, event.share) || !isTaken(event, listener.sample) || !listener.passes(event)) continue;
      event.share = Math.max(event.share, listener.sample);
      if (!level || isMore(listener.level, level)) level = listener.level;
    }
    return level;
  }
}

const NOTHING: RenderedEvent = { plain: '', bodies: undefined, recording: undefined };

/** An event with its matching properties, without JSON. One literal: an auction has dozens of events. */
function unrendered(event: BusEvent): Rendered {
  const { bidders, outcomes, ms, states } = fieldsOf(event);
  const { kind, auction, request, account, bidder, at } = event;
  return {
    kind,
    auction,
    request,
    account,
    bidder,
    bidders,
    outcomes,
    ms,
    states,
    seq: 0,
    at,
    share: 0,
    worker: undefined,
    messages: NOTHING,
    encoded: undefined,
  };
}

const NO_LISTENERS: readonly Listener[] = [];

const isMore = (one: Wanted, other: Wanted): boolean => (one.recording && !other.recording) || (one.bodies && !other.bodies);

/** Whether a match would add something to what others request. */
const isUseful = ({ sample, level }: Listener, known: Wanted | undefined, share: number): boolean =>
  !known || sample > share || isMore(level, known);

const toListener = (wanted: Subscription): Listener => ({
  passes: toFilter(wanted),
  sample: wanted.sample,
  level: wanted.recording ? EVERYTHING : wanted.bodies ? BODIES : PLAIN,
});
