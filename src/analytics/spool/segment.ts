/** One file of a spool: a header with the offset up to which events were delivered, then records that are only appended. */
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { decodeRecords, PREFIX, type SpoolRecord } from './record.ts';

/** Format and its version, delivered offset, CRC-32 of both. */
const MAGIC = 'AUSPOOL1';
const HEADER = 16;

export interface Taken {
  readonly segment: Segment;
  readonly records: readonly SpoolRecord[];
  readonly end: number;
  isDone: boolean;
}

function headerOf(offset: number): Buffer {
  const header = Buffer.alloc(HEADER);
  header.write(MAGIC, 0);
  header.writeUInt32BE(offset, 8);
  header.writeUInt32BE(crc32(header.subarray(0, 12)), 12);
  return header;
}

/** Delivered offset of a file; without a valid header its start: events are sent again rather than lost. */
function deliveredOffset(header: Buffer, size: number): number {
  if (header.length < HEADER || crc32(header.subarray(0, 12)) !== header.readUInt32BE(12)) return HEADER;
  return Math.min(Math.max(header.readUInt32BE(8), HEADER), Math.max(size, HEADER));
}

/** What a file contains when it is opened. */
interface Content {
  /** Offset up to which events were delivered. */
  readonly delivered: number;
  /** End of the records. */
  readonly written: number;
  readonly unread: number;
  readonly isSealed: boolean;
}

export class Segment {
  readonly path: string;
  readonly #handle: FileHandle;
  /** End of the records written. */
  written: number;
  /** Records not taken yet, and their bytes. */
  unread: number;
  /** No further records will be appended. */
  isSealed: boolean;
  isRemoved = false;
  #read: number;
  #delivered: number;
  #taken: Taken[] = [];

  private constructor(path: string, handle: FileHandle, { delivered, written, unread, isSealed }: Content) {
    this.path = path;
    this.#handle = handle;
    this.written = written;
    this.unread = unread;
    this.isSealed = isSealed;
    this.#read = delivered;
    this.#delivered = delivered;
  }

  /** An empty file. @throws the error of the system call, for example of a full disk; then there is no file */
  static async create(path: string): Promise<Segment> {
    const handle = await open(path, 'wx+');
    try {
      await handle.write(headerOf(HEADER), 0, HEADER, 0);
    } catch (cause) {
      await handle.close();
      await unlink(path);
      throw cause;
    }
    return new Segment(path, handle, { delivered: HEADER, written: HEADER, unread: 0, isSealed: false });
  }

  /** A file of an earlier process. `corruptBytes`: its end that is not readable as records. */
  static async reopen(path: string): Promise<{ readonly segment: Segment; readonly corruptBytes: number }> {
    const handle = await open(path, 'r+');
    try {
      const content = await handle.readFile();
      const delivered = deliveredOffset(content.subarray(0, HEADER), content.length);
      const { records, bytes } = decodeRecords(content.subarray(delivered));
      const end = delivered + bytes;
      return {
        segment: new Segment(path, handle, { delivered, written: end, unread: records.length, isSealed: true }),
        corruptBytes: Math.max(0, content.length - end),
      };
    } catch (cause) {
      await handle.close();
      throw cause;
    }
  }

  get unreadBytes(): number {
    return this.written - this.#read;
  }

  get isDelivered(): boolean {
    return this.#delivered === this.written;
  }

  /** Appends complete records, or none. @throws the error of the system call, for example of a full disk */
  async append(bytes: Buffer, records: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length; )
        done += (await this.#handle.write(bytes, done, bytes.length - done, this.written + done)).bytesWritten;
    } catch (cause) {
      await this.#handle.truncate(this.written).catch(() => undefined);
      throw cause;
    }
    this.written += bytes.length;
    this.unread += records;
  }

  sync(): Promise<void> {
    return this.#handle.datasync();
  }

  /** The next records, at most `count` and about `bytes`, at least one. Undefined: none are left, or the rest is not readable. */
  async take(count: number, bytes: number): Promise<Taken | undefined> {
    // At least the length of the first record.
    let found = decodeRecords(await this.#bytes(Math.max(bytes, PREFIX)), count);
    if (found.records.length === 0 && found.nextBytes > 0) found = decodeRecords(await this.#bytes(found.nextBytes), count);
    if (found.records.length === 0) {
      this.written = this.#read;
      this.unread = 0;
      return undefined;
    }
    this.#read += found.bytes;
    this.unread -= found.records.length;
    const taken: Taken = { segment: this, records: found.records, end: this.#read, isDone: false };
    this.#taken.push(taken);
    return taken;
  }

  /** Marks taken records as delivered; the header moves when all earlier ones are. */
  async confirm(taken: Taken): Promise<void> {
    taken.isDone = true;
    const before = this.#delivered;
    while (this.#taken[0]?.isDone) this.#delivered = this.#taken.shift()?.end ?? this.#delivered;
    if (this.#delivered !== before && !this.isRemoved) await this.#handle.write(headerOf(this.#delivered), 0, HEADER, 0);
  }

  async remove(): Promise<void> {
    if (this.isRemoved) return;
    this.isRemoved = true;
    await this.#handle.close();
    await unlink(this.path);
  }

  async close(): Promise<void> {
    if (this.isRemoved) return;
    this.isRemoved = true;
    await this.#handle.close();
  }

  async #bytes(count: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.min(count, this.unreadBytes));
    const { bytesRead } = await this.#handle.read(bytes, 0, bytes.length, this.#read);
    return bytes.subarray(0, bytesRead);
  }
}
