/** Taps without sockets: a hub on a bus of its own, and clients with configurable reading. */
import { EMPTY, type Observable } from 'rxjs';
import { tapOptions } from '#src/config/sections/taps.ts';
import { silentLog } from '#src/platform/log.ts';
import type { Sink } from '#src/taps/client.ts';
import { TapHub } from '#src/taps/hub.ts';
import { LocalSource } from '#src/taps/source.ts';
import { type Subscription, subscriptionSchema } from '#src/taps/subscription.ts';
import { type BusEvent, EventBus, type EventKind } from '#streams/events.ts';
import { WoundClock } from './clock.ts';

type Settings = ReturnType<typeof tapOptions.taps.parse>;

const FLUSH_MS = 5;

export const subscription = (over: Partial<Subscription> = {}): Subscription => subscriptionSchema.parse(over);

/** A client; `isStuck`: it accepts everything and reads nothing. */
export class TestSink implements Sink {
  readonly frames: Buffer[] = [];
  isStuck = false;
  #waiting: { readonly bytes: Buffer; readonly done: () => void }[] = [];

  get buffered(): number {
    return this.#waiting.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  send(bytes: Buffer, done: () => void): void {
    if (this.isStuck) this.#waiting.push({ bytes, done });
    else {
      this.frames.push(bytes);
      done();
    }
  }

  close(): void {}

  /** Reads everything that waits, and from now on everything. */
  unstick(): void {
    this.isStuck = false;
    const waiting = this.#waiting.splice(0);
    this.frames.push(...waiting.map(({ bytes }) => bytes));
    for (const { done } of waiting) done();
  }

  /** Every message so far. */
  get messages(): Record<string, unknown>[] {
    return this.frames.flatMap((frame) =>
      frame
        .toString()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  }

  /** Sequence numbers of the events so far. */
  get seqs(): number[] {
    return this.messages.filter(({ type }) => type === 'event').map(({ seq }) => Number(seq));
  }
}

export interface TestTaps {
  readonly bus: EventBus;
  readonly hub: TapHub;
  readonly clock: WoundClock;
  /** Publishes an event of the host itself. */
  publish(over?: Partial<BusEvent> & { kind?: EventKind }): void;
  /** Advances past the time of a batch. */
  flushed(): void;
}

type MakeRollups = (bus: EventBus, clock: WoundClock) => Observable<BusEvent>;

export function testTaps(over: Partial<Settings> = {}, makeRollups: MakeRollups = () => EMPTY): TestTaps {
  const settings = { ...tapOptions.taps.parse({}), flush_ms: FLUSH_MS, ...over };
  const [bus, clock] = [new EventBus(), new WoundClock()];
  const options = { bus, log: silentLog, maxBodyBytes: settings.max_body_bytes, recordingOf: () => undefined };
  const source = new LocalSource({ ...options, rollups: makeRollups(bus, clock) });
  const hub = new TapHub({ source, settings, clock, session: 'run-1', describe: () => ({ version: 'test' }) });
  let count = 0;
  return {
    bus,
    hub,
    clock,
    publish: (event = {}) => bus.publish({ v: 1, kind: 'admin', at: clock.now(), data: { action: `change ${++count}` }, ...event }),
    flushed: () => clock.wind(FLUSH_MS),
  };
}
