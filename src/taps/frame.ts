/** Lines of events on their way to clients, combined into frames. */
import type { Held, Line, WithLines } from './held.ts';

/** Bytes as they are handed to sinks. */
export interface Packed extends Held {
  readonly bytes: Buffer;
}

/** Target size of a frame in bytes. */
export const FRAME_BYTES = 64 * 1024;
/** From this size on a line has a buffer of its own. */
const LARGE = 2048;
/** Overhead of a frame besides its lines, and of a reference to a line. */
const FRAME_COST = 150;
const NAMING = 8;

/** A separate buffer: a slice of a shared one would retain all of it. */
export function exactBytes(text: string, size: number = Buffer.byteLength(text)): Buffer {
  const bytes = Buffer.allocUnsafeSlow(size);
  bytes.write(text, size === text.length ? 'latin1' : 'utf8');
  return bytes;
}

/** A line of text; ASCII is unchanged, anything else becomes one character per byte, so that lengths equal sizes. */
export function toLine(text: string, rendering: string, seq: number, entry?: WithLines): Line {
  const size = Buffer.byteLength(text);
  if (size >= LARGE) return { seq, rendering, size, entry, refCount: 0, text: '', bytes: exactBytes(text, size) };
  const characters = size === text.length ? text : Buffer.from(text).toString('latin1');
  return { seq, rendering, size, entry, refCount: 0, text: characters, bytes: undefined };
}

/** One message in flight, shared by all clients with the same subscription. */
export class Frame implements Held {
  refCount = 0;
  readonly lines: readonly Line[];
  /** Length of its message. */
  readonly bytes: number;
  /** Number of its events, and the range of their sequence numbers. */
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

  /** Without its lines. */
  get size(): number {
    return FRAME_COST + NAMING * this.lines.length;
  }

  /** Additional memory if it is held. */
  get cost(): number {
    if (this.refCount > 0) return 0;
    return this.lines.reduce((sum, { size, refCount }) => (refCount > 0 ? sum : sum + size), this.size);
  }

  /** Its bytes, shared by all callers while any of them still holds them. */
  pack(): Packed {
    const [first] = this.lines;
    if (first?.bytes && this.lines.length === 1) return first as Packed;
    let packed = this.#packed?.deref();
    if (!packed) {
      packed = { bytes: this.#join(), size: this.bytes, refCount: 0 };
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
