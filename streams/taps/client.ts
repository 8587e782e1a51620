/** One listener's queue: bounded by count and by bytes whatever the listener does; what does not fit is counted and told. */

/** Where a client's messages go. */
export interface Sink {
  /** Bytes handed over and not yet taken by the other side. */
  readonly buffered: number;
  /** `done` once the bytes have left; never throws. */
  send(message: Buffer, done: () => void): void;
  close(): void;
}

/** Lines of one or more events, shared by all who want the same. */
export interface Frame {
  readonly bytes: Buffer;
  readonly events: number;
  readonly first: number;
  readonly last: number;
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

type TellDrop = (dropped: Dropped) => Buffer;

/** Past so many bytes in the sink further frames wait in the queue, where they are shared. */
const HIGH_WATER = 64 * 1024;

export class TapQueue {
  readonly #sink: Sink;
  readonly #limits: QueueLimits;
  readonly #tellDrop: TellDrop;
  #frames: Frame[] = [];
  #bytes = 0;
  #events = 0;
  #untold: Omit<Dropped, 'total'> | undefined;
  #dropped = 0;
  #open = true;
  #pumping = false;

  constructor(sink: Sink, limits: QueueLimits, tellDrop: TellDrop) {
    this.#sink = sink;
    this.#limits = limits;
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
    const { bytes, events } = this.#limits;
    const fits = this.waiting + frame.bytes.length <= bytes && this.#events + frame.events <= events;
    if (!fits && this.waiting > 0) this.#drop(frame);
    else {
      this.#tellDropped();
      this.#push(frame);
    }
    this.#pump();
  }

  /** Sends a message past the queue: answers and heartbeats; left out where the sink is full. */
  tell(message: Buffer): void {
    if (this.#open && this.#sink.buffered <= this.#limits.bytes) this.#sink.send(message, this.#pump);
  }

  close(): void {
    this.#open = false;
    this.#frames = [];
    this.#bytes = 0;
    this.#events = 0;
  }

  #push(frame: Frame): void {
    this.#frames.push(frame);
    this.#bytes += frame.bytes.length;
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
    this.#push({ bytes: this.#tellDrop({ ...this.#untold, total: this.#dropped }), events: 0, first, last });
    this.#untold = undefined;
  }

  readonly #pump = (): void => {
    if (this.#pumping) return;
    this.#pumping = true;
    while (this.#open && this.#sink.buffered < HIGH_WATER) {
      if (this.#frames.length === 0) this.#tellDropped();
      const frame = this.#frames.shift();
      if (!frame) break;
      this.#bytes -= frame.bytes.length;
      this.#events -= frame.events;
      this.#sink.send(frame.bytes, this.#pump);
    }
    this.#pumping = false;
  };
}
