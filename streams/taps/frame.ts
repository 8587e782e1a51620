/** Lines of events on their way to clients, gathered into frames. */
import type { Held } from './shelf.ts';

/** One message of an event; `size` is its length in bytes. */
export interface Line extends Held {
  readonly seq: number;
  /** How the event was seen; lines of one rendering are the same for all who ask for it. */
  readonly rendering: string;
  /** Small ones: a character a byte. */
  readonly text: string;
  /** Larger ones, ready to be sent. */
  readonly bytes: Buffer | undefined;
}

/** Bytes as they are handed to sinks. */
export interface Packed extends Held {
  readonly bytes: Buffer;
}

/** Frames are filled up to so many bytes. */
export const FRAME_BYTES = 16 * 1024;
/** From here on a line is worth a block of bytes of its own. */
const LARGE = 2048;
/** What a frame costs beside its lines, and what it costs to name one of them. */
const FRAME_COST = 150;
const NAMING = 8;

/** Bytes of their own: a part of a shared block would keep the whole block. */
export function exactBytes(text: string, size: number = Buffer.byteLength(text)): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  bytes.write(text, size === text.length ? 'latin1' : 'utf8');
  return bytes;
}

/** A line of text; ASCII stays as it is, anything else becomes a character a byte, so that lengths are what lines cost. */
export function toLine(text: string, rendering: string, seq: number): Line {
  const size = Buffer.byteLength(text);
  if (size >= LARGE) return { seq, rendering, size, holders: 0, text: '', bytes: exactBytes(text, size) };
  return { seq, rendering, size, holders: 0, text: size === text.length ? text : Buffer.from(text).toString('latin1'), bytes: undefined };
}

/** One message on its way, shared by all who want the same. */
export class Frame implements Held {
  holders = 0;
  readonly lines: readonly Line[];
  /** Length of its message. */
  readonly bytes: number;
  /** How many events it tells, and the sequence numbers they lie between. */
  readonly events: number;
  readonly first: number;
  readonly last: number;
  #packed: WeakRef<Packed> | undefined;

  constructor(lines: readonly Line[], { events, first, last }: { readonly events: number; readonly first: number; readonly last: number }) {
    this.lines = lines;
    this.bytes = lines.reduce((sum, { size }) => sum + size, 0);
    this.events = events;
    this.first = first;
    this.last = last;
  }

  /** Beside its lines. */
  get size(): number {
    return FRAME_COST + NAMING * this.lines.length;
  }

  /** What holding it would add to what is held. */
  get cost(): number {
    if (this.holders > 0) return 0;
    return this.lines.reduce((sum, { size, holders }) => (holders > 0 ? sum : sum + size), this.size);
  }

  /** Its bytes, the same ones for all who ask while somebody still has them. */
  pack(): Packed {
    const [first] = this.lines;
    if (first?.bytes && this.lines.length === 1) return first as Packed;
    let packed = this.#packed?.deref();
    if (!packed) {
      packed = { bytes: this.#join(), size: this.bytes, holders: 0 };
      this.#packed = new WeakRef(packed);
    }
    return packed;
  }

  #join(): Buffer {
    const joined = Buffer.allocUnsafeSlow(this.bytes);
    let small = '';
    let at = 0;
    for (const { text, bytes } of this.lines) {
      small += text;
      if (!bytes) continue;
      at += joined.write(small, at, 'latin1');
      at += bytes.copy(joined, at);
      small = '';
    }
    joined.write(small, at, 'latin1');
    return joined;
  }
}
