/**
 * Values within a byte budget, outside the JavaScript heap: a collection of memory neither copies nor marks them. They are written one after
 * another into segments; when the budget is exhausted, the oldest segment is discarded as a whole. A value that is read in the older half of
 * them moves to the newest, so the values discarded are those not used for a long time.
 */
import { StringMap } from '#src/lang/string-map.ts';
import type { CachedValue } from './store.ts';

/** Segments of a full budget: so little of it is discarded at once. */
const SEGMENTS = 16;
/** Bytes of a segment's entries, in segments: those of small values count more than their contents. */
const MAX_ENTRIES = 2;
/** Share of a segment that may remain without a value. */
const MAX_REMAINDER = 1 / 16;
/** Bytes that an entry counts besides its id and content. */
const ENTRY_BYTES = 128;

interface Entry {
  readonly type: CachedValue['type'];
  /** Place of the content in its segment, bytes. */
  readonly start: number;
  readonly end: number;
  /** Epoch ms. */
  readonly expiresAt: number;
}

interface Segment {
  readonly entries: StringMap<Entry>;
  /** Contents, in UTF-8. */
  contents: Buffer;
  /** Bytes of `contents` in use. */
  written: number;
  /** Bytes of all entries ever put: the place of a removed one is not used again. Also the remainder, when no more values are added. */
  bytes: number;
}

/** A value read, and where it is. */
interface Found {
  readonly segment: Segment;
  readonly entry: Entry;
}

/** Bytes of an entry in the budget. */
export const entryBytes = (id: string, contentBytes: number): number => ENTRY_BYTES + id.length + contentBytes;

export class Segments {
  readonly maxBytes: number;
  readonly #segmentBytes: number;
  /** The newest is last. */
  readonly #segments: Segment[] = [];
  #spare: Buffer | undefined;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.maxBytes = Math.max(1, maxBytes);
    this.#segmentBytes = Math.ceil(this.maxBytes / SEGMENTS);
  }

  /** Bytes in use, with those of removed values whose segment has others. At most an eighth of the budget is allocated beyond them. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Number of entries, including expired ones that are still stored. */
  get size(): number {
    return this.#segments.reduce((count, { entries }) => count + entries.size, 0);
  }

  /**
   * Stores a value that fits in the budget; older ones are discarded for it.
   * @param contentBytes length of its content in UTF-8
   * @param expiresAt epoch ms
   */
  put(id: string, { type, content }: CachedValue, contentBytes: number, expiresAt: number): void {
    const bytes = entryBytes(id, contentBytes);
    const segment = this.#segmentFor(bytes, contentBytes);
    const start = segment.written;
    segment.contents.write(content, start, 'utf8');
    segment.written += contentBytes;
    segment.entries.set(id, { type, start, end: segment.written, expiresAt });
    segment.bytes += bytes;
    this.#bytes += bytes;
    while (this.#bytes > this.maxBytes) this.#discard(0);
  }

  /** The value of an id; undefined if it is unknown or expired. @param now epoch ms */
  find(id: string, now: number): CachedValue | undefined {
    const found = this.#search(id, now);
    if (!found) return undefined;
    const { segment, entry } = found;
    const value = { type: entry.type, content: segment.contents.toString('utf8', entry.start, entry.end) };
    // In the newer half it is not discarded soon, and a move would leave its place unused.
    if (this.#segments.indexOf(segment) < (this.#segments.length - 1) / 2) {
      this.#remove(id, segment);
      this.put(id, value, entry.end - entry.start, entry.expiresAt);
    }
    return value;
  }

  /** Whether an id has a value. @param now epoch ms */
  has(id: string, now: number): boolean {
    return this.#search(id, now) !== undefined;
  }

  #search(id: string, now: number): Found | undefined {
    for (let i = this.#segments.length - 1; i >= 0; i--) {
      const segment = this.#segments[i] as Segment;
      const entry = segment.entries.get(id);
      if (!entry) continue;
      if (now < entry.expiresAt) return { segment, entry };
      this.#remove(id, segment);
      return undefined;
    }
    return undefined;
  }

  /** Removes an entry; a segment without any is discarded. */
  #remove(id: string, segment: Segment): void {
    segment.entries.delete(id);
    if (segment.entries.size === 0) this.#discard(this.#segments.indexOf(segment));
  }

  /** The newest segment, or a new one if the entry does not fit; a large entry has its own. */
  #segmentFor(bytes: number, contentBytes: number): Segment {
    const newest = this.#segments.at(-1);
    if (newest && newest.bytes + bytes <= this.#segmentBytes * MAX_ENTRIES && newest.written + contentBytes <= newest.contents.length) {
      return newest;
    }
    if (newest) this.#complete(newest);
    const segment = { entries: new StringMap<Entry>(), contents: this.#contentsFor(contentBytes), written: 0, bytes: 0 };
    this.#segments.push(segment);
    return segment;
  }

  /** No more values are added: a large remainder becomes available for the next segment, a small one counts as used. */
  #complete(segment: Segment): void {
    const { contents, written } = segment;
    const remainder = contents.length - written;
    if (remainder > this.#segmentBytes * MAX_REMAINDER) {
      segment.contents = Buffer.allocUnsafeSlow(written);
      contents.copy(segment.contents, 0, 0, written);
      this.#spare = contents;
      return;
    }
    segment.bytes += remainder;
    this.#bytes += remainder;
  }

  #contentsFor(contentBytes: number): Buffer {
    if (contentBytes > this.#segmentBytes) return Buffer.allocUnsafeSlow(contentBytes);
    const contents = this.#spare ?? Buffer.allocUnsafeSlow(this.#segmentBytes);
    this.#spare = undefined;
    return contents;
  }

  #discard(index: number): void {
    const [discarded] = this.#segments.splice(index, 1);
    if (!discarded) return;
    this.#bytes -= discarded.bytes;
    if (discarded.contents.length === this.#segmentBytes) this.#spare = discarded.contents;
  }
}
