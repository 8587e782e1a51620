/**
 * What waits for all clients together: bytes count once, however many queues hold them, and all of it stays within one limit.
 * Half of it is for whoever needs it; half is kept in equal shares, so that those who do not read take nothing from those who do.
 */
import type { Frame, Line } from './frame.ts';
import type { Entry } from './ring.ts';

/** Something that costs bytes while anybody holds it. */
export interface Held {
  readonly size: number;
  holders: number;
  /** Of an event's line: where it is found. */
  readonly rendering?: string;
  readonly seq?: number;
}

export interface ShelfLimits {
  readonly total_bytes: number;
  readonly max_clients: number;
}

export class Shelf {
  readonly #half: number;
  readonly #share: number;
  /** Lines somebody holds, by rendering and sequence number. */
  readonly #made = new Map<string, Map<number, readonly Line[]>>();
  /** Made just now; perhaps nobody takes them. */
  readonly #fresh: Line[] = [];
  #used = 0;

  constructor({ total_bytes, max_clients }: ShelfLimits) {
    this.#half = total_bytes / 2;
    this.#share = this.#half / max_clients;
  }

  /** Bytes held by queues and sinks. */
  get used(): number {
    return this.#used;
  }

  /** Whether only shares are left. */
  get isFull(): boolean {
    return this.#used > this.#half;
  }

  /** Whether a client for whom `waiting` bytes wait may have one more frame. */
  admits(frame: Frame, waiting: number): boolean {
    return waiting + frame.bytes <= this.#share || this.#used + frame.cost <= this.#half;
  }

  hold(held: Held): void {
    if (held.holders++ === 0) this.#used += held.size;
  }

  release(held: Held): void {
    if (--held.holders > 0) return;
    this.#used -= held.size;
    this.#forget(held);
  }

  /** A frame with all its lines. */
  holdFrame(frame: Frame): void {
    if (frame.holders === 0) for (const line of frame.lines) this.hold(line);
    this.hold(frame);
  }

  releaseFrame(frame: Frame): void {
    this.release(frame);
    if (frame.holders > 0) return;
    for (const line of frame.lines) this.release(line);
  }

  /** An event's lines in a rendering: those that somebody holds already, or new ones. */
  lines(rendering: string, entry: Entry, make: () => readonly Line[]): readonly Line[] {
    let made = this.#made.get(rendering);
    if (!made) {
      made = new Map();
      this.#made.set(rendering, made);
    }
    const known = made.get(entry.seq);
    if (known) return known;
    const lines = make();
    made.set(entry.seq, lines);
    this.#fresh.push(...lines);
    return lines;
  }

  /** Forgets what was made and is held by nobody. */
  settle(): void {
    for (const line of this.#fresh) if (line.holders === 0) this.#forget(line);
    this.#fresh.length = 0;
  }

  #forget({ rendering, seq }: Held): void {
    if (rendering !== undefined && seq !== undefined) this.#made.get(rendering)?.delete(seq);
  }
}
