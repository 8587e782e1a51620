/**
 * Memory shared by all clients: bytes count once, however many queues hold them, within one total limit. Half of it is shared on demand;
 * half is reserved in equal shares, so that clients that do not read take nothing from the others.
 */

import { addEncoded, encodedLines, forgetEncoded } from './encoded.ts';
import type { Entry } from './entry.ts';
import type { Frame } from './frame.ts';
import type { Held, Line } from './held.ts';

export interface BufferPoolLimits {
  readonly total_queue_bytes: number;
  readonly max_clients: number;
}

export class SharedBufferPool {
  readonly #half: number;
  readonly #share: number;
  /** Just encoded; possibly not held by any client. */
  readonly #fresh: Line[] = [];
  #used = 0;

  constructor({ total_queue_bytes, max_clients }: BufferPoolLimits) {
    this.#half = total_queue_bytes / 2;
    this.#share = this.#half / max_clients;
  }

  /** Bytes held by queues and sinks. */
  get used(): number {
    return this.#used;
  }

  /** Whether only the reserved shares are left. */
  get isFull(): boolean {
    return this.#used > this.#half;
  }

  /** Whether a client with `waiting` bytes may have one more frame. */
  admits(frame: Frame, waiting: number): boolean {
    return waiting + frame.bytes <= this.#share || this.#used + frame.cost <= this.#half;
  }

  hold(held: Held): void {
    if (held.refCount++ === 0) this.#used += held.size;
  }

  release(held: Held): void {
    if (--held.refCount > 0) return;
    this.#used -= held.size;
    this.#forget(held);
  }

  /** A frame with all its lines. */
  holdFrame(frame: Frame): void {
    if (frame.refCount === 0) for (const line of frame.lines) this.hold(line);
    this.hold(frame);
  }

  releaseFrame(frame: Frame): void {
    this.release(frame);
    if (frame.refCount > 0) return;
    for (const line of frame.lines) this.release(line);
  }

  /** An event's lines in a rendering: already held ones, or new ones. */
  lines(rendering: string, entry: Entry, make: (entry: Entry, rendering: string) => readonly Line[]): readonly Line[] {
    const known = encodedLines(entry, rendering);
    if (known) return known;
    const lines = make(entry, rendering);
    addEncoded(entry, rendering, lines);
    for (const line of lines) this.#fresh.push(line);
    return lines;
  }

  /** Drops encoded lines that no client holds. */
  settle(): void {
    for (const line of this.#fresh) if (line.refCount === 0) this.#forget(line);
    this.#fresh.length = 0;
  }

  #forget({ rendering, entry }: Held): void {
    if (rendering !== undefined && entry) forgetEncoded(entry, rendering);
  }
}
