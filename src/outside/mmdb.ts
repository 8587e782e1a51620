/**
 * Reads a database of networks in the MaxMind DB format 2.0 (a binary search tree over the bits of addresses, then a section
 * of self-describing values). Whole in memory; a look-up walks at most 128 nodes.
 */
import { isIPv4, isIPv6 } from 'node:net';

const MARK = Buffer.from('abcdef4d61784d696e642e636f6d', 'hex');
/** Zeros between tree and values. */
const GAP = 16;
const IPV4_PREFIX_BITS = 96;
const MAX_DEPTH = 32;

const TYPE = {
  extended: 0,
  pointer: 1,
  text: 2,
  double: 3,
  bytes: 4,
  uint16: 5,
  uint32: 6,
  map: 7,
  int32: 8,
  uint64: 9,
  uint128: 10,
} as const;
const LIST = 11;
const BOOLEAN = 14;
const FLOAT = 15;

interface Decoded {
  readonly value: unknown;
  readonly next: number;
}

export class Mmdb {
  readonly #data: Buffer;
  readonly #nodes: number;
  readonly #recordBits: number;
  readonly #values: number;
  /** Where addresses of version 4 begin in a tree of version 6. */
  readonly #ipv4Root: number;
  readonly #isIpv6: boolean;

  /** @throws Error where the bytes are no such database */
  constructor(data: Buffer) {
    const mark = data.lastIndexOf(MARK);
    if (mark < 0) throw new Error('this is no MaxMind database');
    this.#data = data;
    this.#values = 0;
    const start = mark + MARK.length;
    const about = this.#decode(start, start, 0).value as { [name: string]: unknown };
    const { node_count, record_size, ip_version } = about;
    if (typeof node_count !== 'number' || ![24, 28, 32].includes(record_size as number) || (ip_version !== 4 && ip_version !== 6)) {
      throw new Error('the metadata of the MaxMind database cannot be read');
    }
    this.#nodes = node_count;
    this.#recordBits = record_size as number;
    this.#values = (node_count * this.#recordBits) / 4 + GAP;
    if (this.#values > mark) throw new Error('the MaxMind database is cut short');
    this.#isIpv6 = ip_version === 6;
    this.#ipv4Root = this.#isIpv6 ? this.#walk(new Uint8Array(IPV4_PREFIX_BITS / 8), 0) : 0;
  }

  /** What is known of an address; undefined: nothing, or it is none. @throws RangeError where the file is broken */
  find(address: string): unknown {
    const bytes = isIPv4(address) ? ipv4Bytes(address) : isIPv6(address) && this.#isIpv6 ? ipv6Bytes(address) : undefined;
    if (!bytes) return undefined;
    const record = this.#walk(bytes, bytes.length === 4 ? this.#ipv4Root : 0);
    if (record <= this.#nodes) return undefined;
    const base = this.#values;
    return this.#decode(record - this.#nodes - GAP + base, base, 0).value;
  }

  /** The record at the end of these bits: a node, the number of nodes (nothing), or beyond it a value. */
  #walk(bits: Uint8Array, from: number): number {
    let node = from;
    for (let i = 0; i < bits.length * 8 && node < this.#nodes; i++) node = this.#record(node, ((bits[i >> 3] ?? 0) >> (7 - (i & 7))) & 1);
    return node;
  }

  #record(node: number, side: number): number {
    const data = this.#data;
    const at = (node * this.#recordBits) / 4;
    if (this.#recordBits === 24) return data.readUIntBE(at + side * 3, 3);
    if (this.#recordBits === 32) return data.readUInt32BE(at + side * 4);
    const middle = data.readUInt8(at + 3);
    return side === 0 ? ((middle & 0xf0) << 20) | data.readUIntBE(at, 3) : ((middle & 0x0f) << 24) | data.readUIntBE(at + 4, 3);
  }

  /** @param base where pointers count from */
  #decode(offset: number, base: number, depth: number): Decoded {
    if (depth > MAX_DEPTH) throw new RangeError('the MaxMind database is nested too deep');
    const data = this.#data;
    const control = data.readUInt8(offset);
    let at = offset + 1;
    let type = control >> 5;
    if (type === TYPE.pointer) return this.#pointer(control, at, base, depth);
    if (type === TYPE.extended) type = 7 + data.readUInt8(at++);
    let size = control & 0x1f;
    if (size >= 29) {
      const more = size - 28;
      size = data.readUIntBE(at, more) + ([29, 285, 65_821][more - 1] ?? 0);
      at += more;
    }
    if (type === TYPE.map) return this.#map(at, size, base, depth);
    if (type === LIST) return this.#list(at, size, base, depth);
    return { value: this.#plain(type, at, size), next: type === BOOLEAN ? at : at + size };
  }

  #pointer(control: number, at: number, base: number, depth: number): Decoded {
    const length = ((control >> 3) & 3) + 1;
    const read = this.#data.readUIntBE(at, length);
    const high = length === 4 ? 0 : (control & 7) * 256 ** length;
    const offset = high + read + ([0, 2048, 526_336, 0][length - 1] ?? 0);
    return { value: this.#decode(base + offset, base, depth + 1).value, next: at + length };
  }

  #map(at: number, size: number, base: number, depth: number): Decoded {
    const entries: [string, unknown][] = [];
    let next = at;
    for (let i = 0; i < size; i++) {
      const key = this.#decode(next, base, depth + 1);
      const value = this.#decode(key.next, base, depth + 1);
      entries.push([String(key.value), value.value]);
      next = value.next;
    }
    return { value: Object.fromEntries(entries), next };
  }

  #list(at: number, size: number, base: number, depth: number): Decoded {
    const value: unknown[] = [];
    let next = at;
    for (let i = 0; i < size; i++) {
      const item = this.#decode(next, base, depth + 1);
      value.push(item.value);
      next = item.next;
    }
    return { value, next };
  }

  #plain(type: number, at: number, size: number): unknown {
    const data = this.#data;
    if (type === TYPE.text) return data.toString('utf8', at, at + size);
    if (type === TYPE.double) return data.readDoubleBE(at);
    if (type === FLOAT) return data.readFloatBE(at);
    if (type === BOOLEAN) return size !== 0;
    if (type === TYPE.bytes) return data.subarray(at, at + size);
    if (type === TYPE.int32 && size === 4) return data.readInt32BE(at);
    // Numbers are written without leading zeros; nothing we look for is larger than a double holds.
    let number = 0;
    for (let i = 0; i < size; i++) number = number * 256 + data.readUInt8(at + i);
    return number;
  }
}

const ipv4Bytes = (address: string): Uint8Array => Uint8Array.from(address.split('.'), Number);

/** Of an address that is one: `::` is as many zero groups as are missing, the last two may be written as version 4. */
function ipv6Bytes(address: string): Uint8Array {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.split('::');
  const [before, after] = [groups(head), tail === undefined ? [] : groups(tail)];
  const all = [...before, ...Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => 0), ...after];
  return Uint8Array.from(all.flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
