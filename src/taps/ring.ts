/** Recent events, for resuming and new clients; limited by count and bytes. Their JSON is outside the JavaScript heap. */
import type { Block } from './block.ts';
import type { Entry } from './entry.ts';
import { exactBytes } from './frame.ts';
import type { Matcher } from './matcher.ts';
import type { RenderedEvent } from './render.ts';

/** An event without its JSON, and the place of that. */
interface Stored {
  readonly event: Omit<Entry, 'messages' | 'encoded'>;
  /** Bytes of its JSON. */
  readonly size: number;
  /** The data without bodies and recording is a part of these. */
  readonly block: Buffer;
  readonly dataStart: number;
  readonly dataEnd: number;
  readonly bodies: Buffer | undefined;
  readonly recording: Buffer | undefined;
  /** With its JSON, while clients hold lines of it: clients that resume share these. */
  shared: WeakRef<Entry> | undefined;
}

/** One array for its whole life: an old one that was replaced would keep its events alive until a full collection. */
export class Ring {
  readonly #max: { readonly events: number; readonly bytes: number };
  /** Grows up to the max number of events, then the oldest is overwritten. */
  #stored: (Stored | undefined)[] = [];
  /** Index of the oldest event. */
  #start = 0;
  #size = 0;
  #bytes = 0;

  constructor(max: { readonly events: number; readonly bytes: number }) {
    this.#max = max;
  }

  /** Adds the events of a block. */
  push(block: Block): void {
    for (const [index, entry] of block.entries.entries()) this.#add(toStored(entry, block, index));
  }

  #add(stored: Stored): void {
    const { events, bytes } = this.#max;
    const { size } = stored;
    if (events === 0 || size > bytes) {
      this.clear();
      return;
    }
    while (this.#size >= events || this.#bytes + size > bytes) this.#shift();
    this.#stored[(this.#start + this.#size) % events] = stored;
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
      const stored = this.#stored[(this.#start + i) % this.#max.events];
      if (!stored || stored.event.seq <= seq) break;
      if (passes(stored.event)) after.push(entryOf(stored));
    }
    return after.reverse();
  }

  /** Sequence number of the oldest event; undefined: there is none. */
  get first(): number | undefined {
    return this.#stored[this.#start]?.event.seq;
  }

  clear(): void {
    this.#stored = [];
    this.#start = 0;
    this.#size = 0;
    this.#bytes = 0;
  }

  #shift(): void {
    this.#bytes -= this.#stored[this.#start]?.size ?? 0;
    this.#stored[this.#start] = undefined;
    this.#start = (this.#start + 1) % this.#max.events;
    this.#size--;
  }
}

function toStored(entry: Entry, { bytes, dataEnds, isAscii }: Block, index: number): Stored {
  const { plain, bodies, recording } = entry.messages;
  const dataEnd = dataEnds[index] ?? 0;
  const dataBytes = isAscii ? plain.length : Buffer.byteLength(plain);
  const bodiesBytes = bodies === undefined ? undefined : exactBytes(bodies);
  const recordingBytes = recording === undefined ? undefined : exactBytes(recording);
  return {
    event: withoutJson(entry),
    size: dataBytes + (bodiesBytes?.length ?? 0) + (recordingBytes?.length ?? 0),
    block: bytes,
    dataStart: dataEnd - dataBytes,
    dataEnd,
    bodies: bodiesBytes,
    recording: recordingBytes,
    shared: undefined,
  };
}

/** One literal: an auction has dozens of events. */
const withoutJson = (entry: Entry): Stored['event'] => ({
  kind: entry.kind,
  auction: entry.auction,
  request: entry.request,
  account: entry.account,
  bidder: entry.bidder,
  bidders: entry.bidders,
  outcomes: entry.outcomes,
  ms: entry.ms,
  states: entry.states,
  seq: entry.seq,
  at: entry.at,
  share: entry.share,
  worker: entry.worker,
});

function entryOf(stored: Stored): Entry {
  let entry = stored.shared?.deref();
  if (!entry) {
    entry = { ...stored.event, messages: messagesOf(stored), encoded: undefined };
    stored.shared = new WeakRef(entry);
  }
  return entry;
}

const messagesOf = ({ block, dataStart, dataEnd, bodies, recording }: Stored): RenderedEvent => ({
  plain: block.toString('utf8', dataStart, dataEnd),
  bodies: bodies?.toString(),
  recording: recording?.toString(),
});
