/** Writes small databases in MaxMind DB format 2.0, for tests of their readers. */

type Json = string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** The bits of a network: `10.1.0.0/16`, `2001:db8:0:0:0:0:0:0/32` (written out). */
function bitsOf(network: string, inIpv6: boolean): number[] {
  const [address = '', length = '0'] = network.split('/');
  const bytes = address.includes(':')
    ? address.split(':').flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff])
    : address.split('.').map(Number);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, i) => (byte >> (7 - i)) & 1)).slice(0, Number(length));
  return address.includes(':') || !inIpv6 ? bits : [...Array.from({ length: 96 }, () => 0), ...bits];
}

/** Control byte and size, of a value shorter than 285. */
function head(type: number, size: number): number[] {
  const [small, more] = size < 29 ? [size, []] : [29, [size - 29]];
  return type > 7 ? [small, type - 7, ...more] : [(type << 5) | small, ...more];
}

/** Repeated strings become pointers. */
function encode(value: Json, written: Map<string, number>, at: number): number[] {
  if (typeof value === 'string') {
    const known = written.get(value);
    if (known !== undefined && known < 2048) return [(1 << 5) | (known >> 8), known & 0xff];
    written.set(value, at);
    return [...head(2, Buffer.byteLength(value)), ...Buffer.from(value)];
  }
  if (typeof value === 'boolean') return head(14, value ? 1 : 0);
  if (typeof value === 'number') return [...head(6, 4), value >>> 24, (value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
  const bytes = Array.isArray(value) ? head(11, value.length) : head(7, Object.keys(value).length);
  const parts = Array.isArray(value) ? (value as Json[]) : Object.entries(value as { [name: string]: Json }).flat();
  for (const part of parts) bytes.push(...encode(part, written, at + bytes.length));
  return bytes;
}

type Node = [Node | number | undefined, Node | number | undefined];

/** @param ipVersion 6: addresses of version 4 are prefixed with 96 zeros */
export function writeMmdb(networks: { readonly [network: string]: Json }, recordBits: 24 | 28 | 32 = 24, ipVersion: 4 | 6 = 6): Buffer {
  const values: number[] = [];
  const written = new Map<string, number>();
  const root: Node = [undefined, undefined];
  for (const [network, value] of Object.entries(networks)) {
    const offset = values.length;
    values.push(...encode(value, written, offset));
    const bits = bitsOf(network, ipVersion === 6);
    let node = root;
    for (const bit of bits.slice(0, -1)) {
      node[bit] ??= [undefined, undefined];
      node = node[bit] as Node;
    }
    node[bits.at(-1) ?? 0] = offset;
  }
  const nodes: Node[] = [];
  const number = (node: Node): void => {
    nodes.push(node);
    for (const side of node) if (Array.isArray(side)) number(side);
  };
  number(root);
  const record = (side: Node[0]): number =>
    side === undefined ? nodes.length : typeof side === 'number' ? nodes.length + 16 + side : nodes.indexOf(side);
  const tree = Buffer.concat(nodes.map(([left, right]) => records(record(left), record(right), recordBits)));
  const about = encode({ node_count: nodes.length, record_size: recordBits, ip_version: ipVersion, languages: ['en'] }, new Map(), 0);
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    Buffer.from(values),
    Buffer.from('abcdef4d61784d696e642e636f6d', 'hex'),
    Buffer.from(about),
  ]);
}

function records(left: number, right: number, bits: number): Buffer {
  const buffer = Buffer.alloc(bits / 4);
  if (bits === 28) {
    buffer.writeUIntBE(left & 0xffffff, 0, 3);
    buffer.writeUInt8(((left >>> 24) << 4) | (right >>> 24), 3);
    buffer.writeUIntBE(right & 0xffffff, 4, 3);
  } else {
    buffer.writeUIntBE(left, 0, bits / 8);
    buffer.writeUIntBE(right, bits / 8, bits / 8);
  }
  return buffer;
}
