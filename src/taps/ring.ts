/** Recent events, for resuming and new clients; limited by count and bytes. Their JSON is outside the JavaScript heap. */
import type { Block } from './block.ts';
import type { Entry } from './entry.ts';
import { exactBytes } from './frame.ts';
import type { Matcher } from './matcher.ts';
import type { RenderedEvent } from './render.ts';

/** One array for its whole life: an old one that was replaced would keep its events alive until a full collection. */
export class Ring {
  readonly #max: { readonly events: number; readonly bytes: number };
  /** Grows up to the max number of events, then the oldest is overwritten. */
  #stored: (Entry | undefined)[] = [];
  /** Bytes of each: the oldest event is no longer in the CPU's cache when it is overwritten. */
  #sizes: number[] = [];
  /** Index of the oldest event. */
  #start = 0;
  #size = 0;
  #bytes = 0;

  constructor(max: { readonly events: number; readonly bytes: number }) {
    this.#max = max;
  }

  /** Adds the events of a block, whose JSON is outside the JavaScript heap from now on. */
  push(block: Block): void {
    let index = 0;
    for (const entry of block.entries) this.#add(entry, toStored(entry.messages, block, index++));
  }

  #add(entry: Entry, messages: StoredMessages): void {
    const { events, bytes } = this.#max;
    const { size } = messages;
    if (events === 0 || size > bytes) {
      this.clear();
      return;
    }
    entry.messages = messages;
    while (this.#size >= events || this.#bytes + size > bytes) this.#shift();
    const index = (this.#start + this.#size) % events;
    this.#stored[index] = entry;
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

  /** Matching events after `seq`, oldest first; the last `max` of them. */
  after(seq: number, passes: Matcher, max = Number.POSITIVE_INFINITY): Entry[] {
    const after: Entry[] = [];
    for (let i = this.#size - 1; i >= 0 && after.length < max; i--) {
      const entry = this.#stored[(this.#start + i) % this.#max.events];
      if (!entry || entry.seq <= seq) break;
      if (passes(entry)) after.push(entry);
    }
    return after.reverse();
  }

  /** Sequence number of the oldest event; undefined: there is none. */
  get first(): number | undefined {
    return this.#stored[this.#start]?.seq;
  }

  clear(): void {
    this.#stored = [];
    this.#sizes = [];
    this.#start = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  #shift(): void {
    this.#bytes -= this.#sizes[this.#start] ?? 0;
    this.#stored[this.#start] = undefined;
    this.#start = (this.#start + 1) % this.#max.events;
    this.#size--;
  }
}

/** JSON outside the JavaScript heap: decoded when it is read. The one without bodies and recording is a part of a block. */
class StoredMessages implements RenderedEvent {
  readonly #block: Buffer;
  readonly #start: number;
  readonly #end: number;
  readonly #bodies: Buffer | undefined;
  readonly #recording: Buffer | undefined;

  constructor(block: Buffer, start: number, end: number, { bodies, recording }: RenderedEvent) {
    this.#block = block;
    this.#start = start;
    this.#end = end;
    this.#bodies = bodies === undefined ? undefined : exactBytes(bodies);
    this.#recording = recording === undefined ? undefined : exactBytes(recording);
  }

  /** Bytes. */
  get size(): number {
    return this.#end - this.#start + (this.#bodies?.length ?? 0) + (this.#recording?.length ?? 0);
  }

  get plain(): string {
    return this.#block.toString('utf8', this.#start, this.#end);
  }

  get bodies(): string | undefined {
    return this.#bodies?.toString();
  }

  get recording(): string | undefined {
    return this.#recording?.toString();
  }
}

function toStored(messages: RenderedEvent, { bytes, dataEnds, isAscii }: Block, index: number): StoredMessages {
  const { plain } = messages;
  const end = dataEnds[index] ?? 0;
  return new StoredMessages(bytes, end - (isAscii ? plain.length : Buffer.byteLength(plain)), end, messages);
}
