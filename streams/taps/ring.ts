/** The last events, for those who come back and for a first look; bounded by count and by bytes. */
import type { Rendered } from './source.ts';

/** An event in its place. */
export type Entry = Readonly<Rendered>;

const sizeOf = ({ texts: { plain, bodies, recording } }: Entry): number => plain.length + (bodies?.length ?? 0) + (recording?.length ?? 0);

const NOTHING: Entry = Object.freeze({ seq: 0, kind: 'admin', at: 0, texts: { plain: '' } });

export class Ring {
  readonly #most: { readonly events: number; readonly bytes: number };
  #entries: Entry[] = [];
  /** Where the oldest entry stands; those before it are gone. */
  #start = 0;
  #bytes = 0;

  constructor(most: { readonly events: number; readonly bytes: number }) {
    this.#most = most;
  }

  push(entry: Entry): void {
    this.#entries.push(entry);
    this.#bytes += sizeOf(entry);
    while (this.size > 0 && (this.size > this.#most.events || this.#bytes > this.#most.bytes)) this.#shift();
    if (this.#start > 1000 && this.#start * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#start);
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
    return this.#entries.slice(this.#start).filter((entry) => entry.seq > seq);
  }

  /** Sequence number of the oldest event; undefined: there is none. */
  get first(): number | undefined {
    return this.#entries[this.#start]?.seq;
  }

  clear(): void {
    this.#entries = [];
    this.#start = 0;
    this.#bytes = 0;
  }

  #shift(): void {
    const gone = this.#entries[this.#start];
    if (!gone) return;
    this.#bytes -= sizeOf(gone);
    // The slot is overwritten so that the event can go.
    this.#entries[this.#start] = NOTHING;
    this.#start++;
  }
}
