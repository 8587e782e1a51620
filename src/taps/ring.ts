/** Recent events, for resuming and new clients; limited by count and bytes. */
import type { Rendered } from './source.ts';

/** A stored event. */
export type Entry = Readonly<Omit<Rendered, 'encoded'>> & Pick<Rendered, 'encoded'>;

const sizeOf = ({ messages: { plain, bodies, recording } }: Entry): number =>
  plain.length + (bodies?.length ?? 0) + (recording?.length ?? 0);

/** One array for its whole life: an old one that was replaced would keep its events alive until a full collection. */
export class Ring {
  readonly #max: { readonly events: number; readonly bytes: number };
  /** Grows up to the max number of events, then the oldest is overwritten. */
  #entries: (Entry | undefined)[] = [];
  /** Of the entries: a removed event is not read again. */
  #sizes: number[] = [];
  /** Index of the oldest event. */
  #start = 0;
  #size = 0;
  #bytes = 0;

  constructor(max: { readonly events: number; readonly bytes: number }) {
    this.#max = max;
  }

  push(entry: Entry): void {
    const { events, bytes } = this.#max;
    const size = sizeOf(entry);
    if (events === 0 || size > bytes) {
      this.clear();
      return;
    }
    while (this.#size >= events || this.#bytes + size > bytes) this.#shift();
    const index = (this.#start + this.#size) % events;
    this.#entries[index] = entry;
    this.#sizes[index] = size;
    this.#size++;
    this.#bytes += size;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Events after `seq`, oldest first. */
  after(seq: number): Entry[] {
    const after: Entry[] = [];
    for (let i = 0; i < this.#size; i++) {
      const entry = this.#entries[(this.#start + i) % this.#max.events];
      if (entry && entry.seq > seq) after.push(entry);
    }
    return after;
  }

  /** Sequence number of the oldest event; undefined: there is none. */
  get first(): number | undefined {
    return this.#entries[this.#start]?.seq;
  }

  clear(): void {
    this.#entries = [];
    this.#sizes = [];
    this.#start = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  #shift(): void {
    this.#bytes -= this.#sizes[this.#start] ?? 0;
    this.#entries[this.#start] = undefined;
    this.#start = (this.#start + 1) % this.#max.events;
    this.#size--;
  }
}
