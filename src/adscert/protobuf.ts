/** The subset of protocol buffers that one small call needs: it writes byte fields and reads all kinds. */

/** A field: a number for varints and fixed ones (fixed ones are not decoded: 0), bytes for the rest. */
export interface Field {
  readonly number: number;
  readonly value: number | Buffer;
}

const BYTES = 2;

function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...bytes, left];
    bytes.push((left % 128) | 128);
  }
}

/** One field of bytes or a string. */
export function bytesField(number: number, value: Buffer | string): Buffer {
  const bytes = typeof value === 'string' ? Buffer.from(value) : value;
  return Buffer.concat([Buffer.from([...varint(number * 8 + BYTES), ...varint(bytes.length)]), bytes]);
}

/** Reads one varint; values beyond the exact range of a double do not matter here. */
function readVarint(bytes: Buffer, from: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let i = 0; i < 10; i++) {
    const byte = bytes[from + i];
    if (byte === undefined) break;
    value += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) return { value, next: from + i + 1 };
  }
  throw new Error('unterminated varint');
}

const FIXED_BYTES: Readonly<Record<number, number>> = { 1: 8, 5: 4 };

/** All fields in order. @throws Error if the bytes are not a message */
export function readFields(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const [number, kind] = [Math.floor(tag.value / 8), tag.value % 8];
    at = tag.next;
    if (kind === 0) {
      const { value, next } = readVarint(bytes, at);
      fields.push({ number, value });
      at = next;
      continue;
    }
    const fixed = FIXED_BYTES[kind];
    if (kind !== BYTES && fixed === undefined) throw new Error(`unknown field kind ${kind}`);
    const { value: length, next } = fixed === undefined ? readVarint(bytes, at) : { value: fixed, next: at };
    if (next + length > bytes.length) throw new Error('truncated field');
    fields.push({ number, value: fixed === undefined ? bytes.subarray(next, next + length) : 0 });
    at = next + length;
  }
  return fields;
}
