/** Broken bidders in a process of their own: the path names the kind. Prints its port. */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

type Behave = (socket: Socket) => void;

const http = (body: string | Buffer, headers = 'content-type: application/json', status = '200 OK', length?: number): Buffer =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}\r\ncontent-length: ${length ?? Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
const GOOD = JSON.stringify({
  id: 'r',
  cur: 'USD',
  seatbid: [{ bid: [{ id: 'b', impid: 'i', price: 1, adm: '<p></p>', crid: 'c', w: 300, h: 250, mtype: 1 }] }],
});
const PACKED = gzipSync(GOOD);
const GZIP = 'content-type: application/json\r\ncontent-encoding: gzip';
const sends =
  (bytes: Buffer | string): Behave =>
  (socket) =>
    void socket.write(bytes);
const closes =
  (bytes: Buffer | string): Behave =>
  (socket) =>
    void socket.end(bytes);
const bids = (bid: string): Behave => sends(http(GOOD.replace(/\[\{"id":"b".*?\}\]\}\]/, `[${bid}]}]`)));
const drips =
  (bytes: Buffer): Behave =>
  (socket) => {
    let sent = 0;
    const timer = setInterval(() => (sent < bytes.length ? socket.write(bytes.subarray(sent, ++sent)) : clearInterval(timer)), 20);
    socket.once('close', () => clearInterval(timer));
  };
const floods =
  (head: string): Behave =>
  (socket) => {
    socket.write(head);
    const block = Buffer.alloc(65_536, ' ');
    const more = (): void => void (socket.writable && socket.write(block, more));
    more();
  };

export const KINDS: Readonly<Record<string, Behave>> = {
  good: sends(http(GOOD)),
  'resets at once': (socket) => socket.resetAndDestroy(),
  'closes without a response': closes(''),
  'hangs before headers': () => {},
  'hangs in the status line': sends('HTTP/1.1 20'),
  'hangs in the headers': sends('HTTP/1.1 200 OK\r\ncontent-'),
  'hangs after headers': sends('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n'),
  'hangs in the body': sends(http(GOOD.slice(0, 50), undefined, undefined, 500)),
  'hangs after a 100': sends('HTTP/1.1 100 Continue\r\n\r\n'),
  'drips headers': drips(Buffer.from('HTTP/1.1 200 OK\r\nx: '.padEnd(5000, 'x'))),
  'drips the body': drips(http(GOOD)),
  'resets in the body': (socket) => void socket.write(http(GOOD, undefined, undefined, 5000), () => socket.resetAndDestroy()),
  'length too long': closes(http(GOOD, undefined, undefined, GOOD.length + 10)),
  'length too short': sends(http(GOOD, undefined, undefined, 20)),
  'negative length': sends('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'),
  'length of text': sends('HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n{}'),
  'two lengths': sends('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 9\r\n\r\n{}'),
  'huge length': sends('HTTP/1.1 200 OK\r\ncontent-length: 99999999999999\r\n\r\n{}'),
  'invalid chunk': sends('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}'),
  'chunks without end': sends('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n'),
  'length and chunks': sends('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n'),
  'not HTTP': sends('SSH-2.0-OpenSSH_9.6\r\n'),
  'binary noise': sends(Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 37) % 256))),
  'invalid status': sends('HTTP/1.1 999999 Odd\r\n\r\n'),
  'headers too large': sends(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}\r\n\r\n`),
  'many headers': sends(`HTTP/1.1 200 OK\r\n${'a: b\r\n'.repeat(5000)}\r\n`),
  'endless body': floods('HTTP/1.1 200 OK\r\n\r\n'),
  'endless headers': floods('HTTP/1.1 200 OK\r\nx: '),
  'body of 8 MB': sends(http(`{"a":"${'a'.repeat(8_000_000)}"}`)),
  'gzip bomb': sends(http(gzipSync(Buffer.alloc(80_000_000, ' ')), GZIP)),
  'truncated gzip': sends(http(PACKED.subarray(0, 40), GZIP)),
  'garbage gzip': sends(http('not gzip', GZIP)),
  'unknown encoding': sends(http(GOOD, 'content-encoding: rot13')),
  'gzip without header': sends(http(PACKED)),
  'wrong content type': sends(http(GOOD, 'content-type: image/png')),
  'redirect to itself': sends(http('', 'location: /redirect%20to%20itself', '302 Found')),
  'redirect without place': sends(http('', 'x: y', '302 Found')),
  'redirect to a file': sends(http('', 'location: file:///etc/hostname', '301 Moved')),
  'redirect to an invalid place': sends(http('', 'location: http://[::', '307 Moved')),
  '204': sends('HTTP/1.1 204 No Content\r\n\r\n'),
  '204 with a body': sends(http(GOOD, undefined, '204 No Content')),
  '304': sends('HTTP/1.1 304 Not Modified\r\n\r\n'),
  '400': sends(http('{}', undefined, '400 Bad Request')),
  '404': sends(http('<html>', undefined, '404 Not Found')),
  '429': sends(http('', 'retry-after: 1', '429 Too Many')),
  '500': sends(http('oops', undefined, '500 Error')),
  '503': sends(http('', undefined, '503 Busy')),
  upgrade: sends('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  'closes a kept connection': closes(http(GOOD)),
  'two responses': sends(Buffer.concat([http(GOOD), http(GOOD)])),
  'empty body': sends(http('')),
  null: sends(http('null')),
  'a number': sends(http('7')),
  'a list': sends(http('[]')),
  'a string': sends(http('"bid"')),
  HTML: sends(http('<html><body>error</body></html>')),
  'half a JSON': sends(http(GOOD.slice(0, 60))),
  'JSON with a tail': sends(http(`${GOOD}x`)),
  'byte order mark': sends(http(`\ufeff${GOOD}`)),
  'invalid UTF-8': sends(http(Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xfe, 0xc0]), Buffer.from('"}')]))),
  'lone surrogate': bids('{"id":"\\ud800","impid":"i","price":1,"adm":"\\udfff","crid":"\\ud800"}'),
  'deep JSON': sends(http('['.repeat(100_000))),
  'deep ext': sends(http(`{"ext":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`)),
  'duplicate keys': bids('{"id":"b","id":"c","impid":"i","price":1,"price":-1}'),
  'huge price': bids('{"id":"b","impid":"i","price":1e999}'),
  'negative price': bids('{"id":"b","impid":"i","price":-5}'),
  'price of text': bids('{"id":"b","impid":"i","price":"much"}'),
  'bid for an unknown imp': bids('{"id":"b","impid":"other","price":1,"adm":"x"}'),
  'null bid': bids('null'),
  'list as a bid': bids('[]'),
  'prototype keys': bids('{"id":"b","impid":"i","price":1,"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}'),
  '20,000 bids': bids(Array.from({ length: 20_000 }, (_, i) => `{"id":"${i}","impid":"i","price":1}`).join(',')),
  'seatbid of text': sends(http('{"id":"r","seatbid":"none"}')),
  'unknown currency': sends(http(GOOD.replace('USD', 'XXX'))),
  'null characters': bids('{"id":"\\u0000","impid":"i","price":1,"adm":"\\u0000"}'),
};

/** A process that only lists its kinds does not listen. */
if (process.argv[1] === import.meta.filename) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      const end = received.indexOf('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? 0);
      if (end < 0 || received.length < end + 4 + length) return;
      const kind = decodeURIComponent(/^\w+ \/(\S*)/.exec(received)?.[1] ?? '');
      received = '';
      KINDS[kind]?.(socket);
    });
  });
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
  process.on('SIGTERM', () => process.exit(0));
}
