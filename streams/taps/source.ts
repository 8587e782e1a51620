/** Where taps get their events from: the bus of this process, or (in `src/cluster/`) those of all workers. */
import { type Observable, type Subscription as RxSubscription, Subject } from 'rxjs';
import type { Log } from '#src/outside/log.ts';
import { type Cut, cutTo } from '#src/taps/calls.ts';
import { type RecordingOf, render, type Texts, type Wanted } from '#src/taps/render.ts';
import type { BusEvent, EventBus } from '#streams/events.ts';
import { kindsOf, type Matched, type Subscription, toMatched, wants } from './subscription.ts';

/** An event as text. One object from here to the last client: there are dozens an auction. */
export interface Rendered extends Matched {
  /** Its place in the row, given where rows are kept; 0 until then. */
  seq: number;
  /** Epoch ms. */
  readonly at: number;
  /** Number of the worker process it happened in; absent where there is only one. */
  readonly worker?: number | undefined;
  readonly texts: Texts;
}

export interface TapSource {
  /** What anybody wants from now on; with nothing wanted nothing is listened to. */
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

/** Events of this process's bus. One that cannot be told is logged and left out: it must cost nobody else. */
export class LocalSource implements TapSource {
  readonly #options: LocalSourceOptions;
  readonly #cut: Cut;
  readonly #out = new Subject<Rendered>();
  #all: readonly Subscription[] = [];
  /** The most anybody wants of an event: who looks for more looks in vain. */
  #most: Wanted = PLAIN;
  #listening: RxSubscription | undefined;
  #kinds = '';
  #unwatch: (() => void) | undefined;
  readonly rendered: Observable<Rendered> = this.#out.asObservable();

  constructor(options: LocalSourceOptions) {
    this.#options = options;
    this.#cut = cutTo(options.maxBodyBytes);
  }

  want(all: readonly Subscription[]): void {
    this.#all = all;
    const recording = all.some((wanted) => wanted.recording);
    this.#most = recording ? EVERYTHING : all.some(({ bodies }) => bodies) ? BODIES : PLAIN;
    this.#watchRecordings(recording);
    const kinds = kindsOf(all);
    if (kinds.join() === this.#kinds) return;
    this.#kinds = kinds.join();
    const before = this.#listening;
    this.#listening = kinds.length > 0 ? this.#options.bus.listen(kinds).subscribe((event) => this.#tell(event)) : undefined;
    before?.unsubscribe();
  }

  #watchRecordings(wanted: boolean): void {
    if (wanted) this.#unwatch ??= this.#options.bus.watch('recording');
    else {
      this.#unwatch?.();
      this.#unwatch = undefined;
    }
  }

  #tell(event: BusEvent): void {
    try {
      const matched = toMatched(event);
      const wanted = this.#wanted(matched);
      if (!wanted) return;
      const texts = render(event, wanted, this.#cut, this.#options.recordingOf);
      const { kind, at, auction, request, account, bidder } = event;
      this.#out.next({ seq: 0, kind, at, worker: undefined, auction, request, account, bidder, bidders: matched.bidders, texts });
    } catch (cause) {
      this.#options.log.error({ err: cause, kind: event.kind }, 'an event could not be told to taps');
    }
  }

  /** How much of an event anybody wants; undefined: nobody wants it. */
  #wanted(matched: Matched): Wanted | undefined {
    let found: Wanted | undefined;
    for (const wanted of this.#all) {
      if (!wants(wanted, matched)) continue;
      if (wanted.recording) return EVERYTHING;
      if (!found || wanted.bodies) found = wanted.bodies ? BODIES : PLAIN;
      if (found === this.#most) return found;
    }
    return found;
  }
}
