/** Recent events, for resuming and new clients; limited by count and bytes. */
import type { Rendered } from './source.ts';

/** A stored event. */
export type Entry = Readonly<Rendered>;

const sizeOf = ({ messages: { plain, bodies, recording } }: Entry): number =>
  plain.length + (bodies?.length ?? 0) + (recording?.length ?? 0);

const NONE: Entry = Object.freeze({ seq: 0, kind: 'admin', at: 0, share: 1, messages: { plain: '' } });

export class Ring {
  readonly #max: { readonly events: number; readonly bytes: number };
  #entries: Entry[] = [];
  /** Of the entries: a removed event is not read again. */
  #sizes: number[] = [];
  /** Index of the oldest entry; earlier ones were removed. */
  #start = 0;
  #bytes = 0;

  constructor(max: { readonly events: number; readonly bytes: number }) {
    this.#max = max;
  }

  push(endpoint: Entry): void {
    const size = sizeOf(endpoint);
    this.#entries.push(endpoint);
    this.#sizes.push(size);
    this.#bytes += size;
    while (this.size > 0 && (this.size > this.#max.events || this.#bytes > this.#max.bytes)) this.#shift();
    if (this.#start > 1000 && this.#start * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#start);
      this.#sizes = this.#sizes.slice(this.#start);
      this.#start = 0;
    }
  }

  get size(): number {
    return this.#entries.length - this.#start;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Events after `seq`, oldest first. */
  after(seq: number): Entry[] {
    return this.#entries.slice(this.#start).filter((endpoint) => endpoint.seq > seq);
  }

  /** Sequence number of the oldest event; undefined: there is none. */
  get first(): number | undefined {
    return this.#entries[this.#start]?.seq;
  }

  clear(): void {
    this.#entries = [];
    this.#sizes = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  #shift(): void {
    this.#bytes -= this.#sizes[this.#start] ?? 0;
    // The slot is overwritten so that the event can be collected.
    this.#entries[this.#start] = NONE;
    this.#start++;
  }
}
