/**
 * Spooled events as bytes: length, CRC-32 of the rest, time, lengths of id and channel, id, channel, text. A record that was not written
 * completely has a wrong checksum.
 */
import { crc32 } from 'node:zlib';

/** An event as it waits for its sink. */
export interface SpoolRecord {
  /** Id of the event; the same in every delivery. */
  readonly id: string;
  /** Epoch ms. */
  readonly at: number;
  readonly channel: string;
  readonly text: string;
}

/** Bytes of length and checksum. */
export const PREFIX = 8;
/** Bytes of the fixed part behind them. */
const FIXED = 12;

export interface ReadRecords {
  readonly records: readonly SpoolRecord[];
  /** Bytes of the complete records. */
  readonly bytes: number;
  /** Bytes of the next record if it is cut off by the end of the input; 0: its length is unknown. */
  readonly nextBytes: number;
  /** The bytes behind the records are not a record. */
  readonly isCorrupt: boolean;
}

/** A record as bytes: length, checksum, time, id, channel, text. */
export function encodeRecord({ id, at, channel, text }: SpoolRecord): Buffer {
  const [idBytes, labelBytes] = [Buffer.byteLength(id), Buffer.byteLength(channel)];
  const length = FIXED + idBytes + labelBytes + Buffer.byteLength(text);
  const record = Buffer.allocUnsafe(PREFIX + length);
  record.writeUInt32BE(length, 0);
  record.writeDoubleBE(at, PREFIX);
  record.writeUInt16BE(idBytes, PREFIX + 8);
  record.writeUInt16BE(labelBytes, PREFIX + 10);
  const start = PREFIX + FIXED;
  record.write(id, start);
  record.write(channel, start + idBytes);
  record.write(text, start + idBytes + labelBytes);
  record.writeUInt32BE(crc32(record.subarray(PREFIX)), 4);
  return record;
}

/** Complete records from the start of `bytes`, at most `count`. */
export function decodeRecords(bytes: Buffer, count = Number.POSITIVE_INFINITY): ReadRecords {
  const records: SpoolRecord[] = [];
  let at = 0;
  while (records.length < count && at < bytes.length) {
    if (bytes.length - at < PREFIX) return { records, bytes: at, nextBytes: 0, isCorrupt: false };
    const length = bytes.readUInt32BE(at);
    const end = at + PREFIX + length;
    if (length < FIXED) return { records, bytes: at, nextBytes: 0, isCorrupt: true };
    if (end > bytes.length) return { records, bytes: at, nextBytes: PREFIX + length, isCorrupt: false };
    const payload = bytes.subarray(at + PREFIX, end);
    if (crc32(payload) !== bytes.readUInt32BE(at + 4)) return { records, bytes: at, nextBytes: 0, isCorrupt: true };
    records.push(recordOf(payload));
    at = end;
  }
  return { records, bytes: at, nextBytes: 0, isCorrupt: false };
}

function recordOf(payload: Buffer): SpoolRecord {
  const idEnd = FIXED + payload.readUInt16BE(8);
  const labelEnd = idEnd + payload.readUInt16BE(10);
  return {
    id: payload.toString('utf8', FIXED, idEnd),
    at: payload.readDoubleBE(0),
    channel: payload.toString('utf8', idEnd, labelEnd),
    text: payload.toString('utf8', labelEnd),
  };
}
