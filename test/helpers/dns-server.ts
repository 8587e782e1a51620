/** A DNS server over UDP that supports only TXT records, and can misbehave (RFC 1035). */
import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

export type Zone = { [name: string]: readonly string[] | 'silent' | 'servfail' | 'garbage' };

export interface DnsServer {
  /** For `dns_servers`. */
  readonly address: string;
  /** Read for every query; names in lower case. Other names do not exist. */
  zone: Zone;
  /** Queried names so far. */
  readonly lookups: string[];
  close(): Promise<void>;
}

const HEAD_BYTES = 12;
const TXT = 16;
const [SERVFAIL, NXDOMAIN] = [2, 3];
const MAX_IN_STRING = 255;

function nameOf(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEAD_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function txtRecord(text: string): Buffer {
  const bytes = Buffer.from(text);
  const strings: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += MAX_IN_STRING) {
    const part = bytes.subarray(at, at + MAX_IN_STRING);
    strings.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(strings);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 + HEAD_BYTES, 0); // the name of the query
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function responseTo(query: Buffer, question: Buffer, code: number, messages: readonly string[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(messages.length, 6);
  return Buffer.concat([head, question, ...messages.map(txtRecord)]);
}

export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = {
    address: '',
    zone,
    lookups: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => {
    const { name, end } = nameOf(query);
    server.lookups.push(name);
    const found = server.zone[name];
    if (found === 'silent') return;
    const question = query.subarray(HEAD_BYTES, end);
    const code = found === undefined ? NXDOMAIN : found === 'servfail' ? SERVFAIL : 0;
    const response = responseTo(query, question, code, typeof found === 'object' ? found : []);
    if (found === 'garbage') response.fill(0xff, HEAD_BYTES);
    socket.send(response, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return Object.assign(server, { address: `127.0.0.1:${(socket.address() as AddressInfo).port}` });
}
