/** One listener's queue: bounded by count and by bytes whatever the listener does; what does not fit is counted and told. */
import { Frame, type Packed, toLine } from './frame.ts';
import type { Held, Shelf } from './shelf.ts';

/** Where a client's messages go. */
export interface Sink {
  /** Bytes handed over and not yet taken by the other side. */
  readonly buffered: number;
  /** `done` once the bytes have left, in the order they came; never throws. */
  send(message: Buffer, done: () => void): void;
  close(): void;
}

export interface QueueLimits {
  readonly events: number;
  readonly bytes: number;
}

/** Events that did not fit. */
export interface Dropped {
  readonly count: number;
  /** Of this client so far. */
  readonly total: number;
  readonly first: number;
  readonly last: number;
}

type TellDrop = (dropped: Dropped) => string;

/** Past so many bytes in the sink further frames wait in the queue, where they are shared. */
const HIGH_WATER = 64 * 1024;
/** Answers and heartbeats under way, bytes: who asks and never reads is answered no more. */
const MOST_TOLD = 16 * 1024;

export class TapQueue {
  readonly #sink: Sink;
  readonly #limits: QueueLimits;
  readonly #shelf: Shelf;
  readonly #tellDrop: TellDrop;
  #frames: Frame[] = [];
  /** What the sink has and has not got rid of yet. */
  #sent: Held[] = [];
  #bytes = 0;
  #events = 0;
  #told = 0;
  #untold: Omit<Dropped, 'total'> | undefined;
  #dropped = 0;
  #open = true;
  #pumping = false;

  constructor(sink: Sink, limits: QueueLimits, shelf: Shelf, tellDrop: TellDrop) {
    this.#sink = sink;
    this.#limits = limits;
    this.#shelf = shelf;
    this.#tellDrop = tellDrop;
  }

  /** Events dropped so far. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Bytes that wait for this client, those of the sink included. */
  get waiting(): number {
    return this.#bytes + this.#sink.buffered;
  }

  /** Takes a frame, or drops it: one always fits where nothing waits. */
  offer(frame: Frame): void {
    if (!this.#open) return;
    if (this.#fits(frame)) {
      this.#tellDropped();
      this.#push(frame);
    } else this.#drop(frame);
    this.#pump();
  }

  /**
   * Sends a message past the queue; left out where too many such are under way.
   * @param isNeeded what follows cannot be understood without it: left out only where bytes are scarce
   */
  tell(message: Buffer, isNeeded = false): void {
    const mayTell = this.#told <= MOST_TOLD || (isNeeded && this.#told <= this.#limits.bytes && !this.#shelf.isFull);
    if (!this.#open || !mayTell) return;
    const size = message.length;
    this.#told += size;
    this.#send({ bytes: message, size, holders: 0 }, () => {
      this.#told -= size;
      this.#done();
    });
  }

  close(): void {
    this.#open = false;
    for (const frame of this.#frames) this.#shelf.releaseFrame(frame);
    for (const held of this.#sent) this.#shelf.release(held);
    this.#frames = [];
    this.#sent = [];
    this.#bytes = 0;
    this.#events = 0;
  }

  #fits(frame: Frame): boolean {
    const { waiting } = this;
    if (waiting === 0) return true;
    const { bytes, events } = this.#limits;
    return waiting + frame.bytes <= bytes && this.#events + frame.events <= events && this.#shelf.admits(frame, waiting);
  }

  #push(frame: Frame): void {
    this.#shelf.holdFrame(frame);
    this.#frames.push(frame);
    this.#bytes += frame.bytes;
    this.#events += frame.events;
  }

  #drop({ events, first, last }: Frame): void {
    this.#dropped += events;
    this.#untold = { count: (this.#untold?.count ?? 0) + events, first: this.#untold?.first ?? first, last };
  }

  /** In its place in the row: before what came after the gap. */
  #tellDropped(): void {
    if (!this.#untold) return;
    const { first, last } = this.#untold;
    const text = this.#tellDrop({ ...this.#untold, total: this.#dropped });
    this.#push(new Frame([toLine(text, 'dropped', last)], { events: 0, first, last }));
    this.#untold = undefined;
  }

  readonly #pump = (): void => {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#open && this.#mayHandOver()) {
      if (this.#frames.length === 0) this.#tellDropped();
      const frame = this.#frames.shift();
      if (!frame) break;
      this.#bytes -= frame.bytes;
      this.#events -= frame.events;
      this.#send(frame.pack(), this.#done);
      this.#shelf.releaseFrame(frame);
    }
    this.#pumping = false;
  };

  /** What is handed over is no longer shared: where bytes are scarce, one message is under way at a time. */
  #mayHandOver(): boolean {
    return this.#sent.length === 0 || (this.#sink.buffered < HIGH_WATER && !this.#shelf.isFull);
  }

  #send(packed: Packed, done: () => void): void {
    this.#shelf.hold(packed);
    this.#sent.push(packed);
    this.#sink.send(packed.bytes, done);
  }

  readonly #done = (): void => {
    const held = this.#sent.shift();
    if (held) this.#shelf.release(held);
    this.#pump();
  };
}
