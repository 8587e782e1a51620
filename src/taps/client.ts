/** One client's queue: limited by count and bytes, whatever the client does; events that do not fit are counted and reported. */
import { Frame, type Packed, toLine } from './frame.ts';
import type { Held } from './held.ts';
import type { SharedBufferPool } from './shared-buffer-pool.ts';

/** The destination of a client's messages. */
export interface Sink {
  /** Bytes handed over but not sent yet. */
  readonly buffered: number;
  /** `done` when the bytes are sent, in order; never throws. */
  send(message: Buffer, done: () => void): void;
  close(): void;
}

export interface QueueLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Dropped events. */
export interface Dropped {
  readonly count: number;
  /** Total of this client. */
  readonly total: number;
  readonly first: number;
  readonly last: number;
}

type FormatDrop = (dropped: Dropped) => string;

/** With more bytes in the sink than this, further frames wait in the queue, where they are shared. */
const HIGH_WATER = 64 * 1024;
/** Max bytes of responses and heartbeats in flight: a client that sends requests without reading gets no further responses. */
const MAX_REPORT_BYTES = 16 * 1024;

export class TapQueue {
  readonly #sink: Sink;
  readonly #limits: QueueLimits;
  readonly #pool: SharedBufferPool;
  readonly #formatDrop: FormatDrop;
  #frames: Frame[] = [];
  /** Handed to the sink and not sent yet. */
  #sent: Held[] = [];
  #bytes = 0;
  #events = 0;
  #reported = 0;
  #unreported: Omit<Dropped, 'total'> | undefined;
  #dropped = 0;
  #open = true;
  #pumping = false;

  constructor(sink: Sink, limits: QueueLimits, pool: SharedBufferPool, formatDrop: FormatDrop) {
    this.#sink = sink;
    this.#limits = limits;
    this.#pool = pool;
    this.#formatDrop = formatDrop;
  }

  /** Total dropped events. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Bytes waiting for this client, including the sink's. */
  get waiting(): number {
    return this.#bytes + this.#sink.buffered;
  }

  /** Accepts a frame, or drops it; one always fits if nothing waits. */
  offer(frame: Frame): void {
    if (!this.#open) return;
    if (this.#fits(frame)) {
      this.#reportDropped();
      this.#push(frame);
    } else this.#drop(frame);
    this.#pump();
  }

  /**
   * Sends a message ahead of the queue; dropped if too many such messages are in flight.
   * @param isNeeded later messages depend on it: dropped only if memory is scarce
   */
  send(message: Buffer, isNeeded = false): void {
    const mayQueue = this.#reported <= MAX_REPORT_BYTES || (isNeeded && this.#reported <= this.#limits.bytes && !this.#pool.isFull);
    if (!this.#open || !mayQueue) return;
    const size = message.length;
    this.#reported += size;
    this.#send({ bytes: message, size, refCount: 0 }, () => {
      this.#reported -= size;
      this.#done();
    });
  }

  close(): void {
    this.#open = false;
    for (const frame of this.#frames) this.#pool.releaseFrame(frame);
    for (const held of this.#sent) this.#pool.release(held);
    this.#frames = [];
    this.#sent = [];
    this.#bytes = 0;
    this.#events = 0;
  }

  #fits(frame: Frame): boolean {
    const { waiting } = this;
    if (waiting === 0) return true;
    const { bytes, events } = this.#limits;
    return waiting + frame.bytes <= bytes && this.#events + frame.events <= events && this.#pool.admits(frame, waiting);
  }

  #push(frame: Frame): void {
    this.#pool.holdFrame(frame);
    this.#frames.push(frame);
    this.#bytes += frame.bytes;
    this.#events += frame.events;
  }

  #drop({ events, first, last }: Frame): void {
    this.#dropped += events;
    this.#unreported = { count: (this.#unreported?.count ?? 0) + events, first: this.#unreported?.first ?? first, last };
  }

  /** In sequence: before the events after the gap. */
  #reportDropped(): void {
    if (!this.#unreported) return;
    const { first, last } = this.#unreported;
    const text = this.#formatDrop({ ...this.#unreported, total: this.#dropped });
    this.#push(new Frame([toLine(text, 'dropped', last)], { events: 0, first, last }));
    this.#unreported = undefined;
  }

  readonly #pump = (): void => {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#open && this.#mayHandOver()) {
      if (this.#frames.length === 0) this.#reportDropped();
      const frame = this.#frames.shift();
      if (!frame) break;
      this.#bytes -= frame.bytes;
      this.#events -= frame.events;
      this.#send(frame.pack(), this.#done);
      this.#pool.releaseFrame(frame);
    }
    this.#pumping = false;
  };

  /** Handed-over bytes are no longer shared: if memory is scarce, only one message is in flight at a time. */
  #mayHandOver(): boolean {
    return this.#sent.length === 0 || (this.#sink.buffered < HIGH_WATER && !this.#pool.isFull);
  }

  #send(packed: Packed, done: () => void): void {
    this.#pool.hold(packed);
    this.#sent.push(packed);
    this.#sink.send(packed.bytes, done);
  }

  readonly #done = (): void => {
    const held = this.#sent.shift();
    if (held) this.#pool.release(held);
    this.#pump();
  };
}
