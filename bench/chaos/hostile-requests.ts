/** Requests of hostile clients, each with the outcomes that are right. */
import { gzipSync } from 'node:zlib';
import type { Sending } from './exchange.ts';

export interface Attack extends Sending {
  readonly name: string;
  /** Statuses of all responses in order; `closed`: the connection ends without one. */
  readonly wanted: readonly string[];
}

const CLOSE = 'host: a\r\nconnection: close\r\n';
const POST = `POST /openrtb2/auction HTTP/1.1\r\n${CLOSE}`;
/** A second request in the body of the first: a host that responds to it can be made to mix up the requests of its clients. */
const SMUGGLED = `GET /status HTTP/1.1\r\n${CLOSE}\r\n`;
const STATUS = 'GET /status HTTP/1.1\r\nhost: a\r\n\r\n';

const attack = (name: string, bytes: Buffer | string, ...wanted: string[]): Attack => ({ name, bytes, wanted });
const withHeaders = (name: string, headers: string, ...wanted: string[]): Attack =>
  attack(name, `GET /getuids HTTP/1.1\r\n${CLOSE}${headers}\r\n`, ...wanted);
const withBody = (name: string, body: Buffer | string, headers = '', ...wanted: string[]): Attack => {
  const head = `${POST}${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return attack(name, Buffer.concat([Buffer.from(head), Buffer.from(body)]), ...(wanted.length > 0 ? wanted : ['400']));
};
/** Framing that two programs may read differently: rejected, and the rest of the connection is not read. */
const smuggling = (name: string, headers: string, body: string): Attack => attack(name, `${POST}${headers}\r\n${body}${SMUGGLED}`, '400');

const imp = '{"id":"i","banner":{"format":[{"w":300,"h":250}]},"ext":{"prebid":{"bidder":{"good":{}}}}}';
const withField = (field: string): string => `{"id":"r","site":{"page":"https://p.example/"},"imp":[${imp}],${field}}`;
const nested = (open: string, close: string, times: number): string => `${open.repeat(times)}1${close.repeat(times)}`;

const BODIES: readonly Attack[] = [
  withBody('body: lists in lists', '['.repeat(200_000)),
  withBody('body: objects in objects', nested('{"a":', '}', 40_000)),
  withBody('body: a deep ext', withField(`"ext":${nested('[', ']', 100_000)}`)),
  withBody('body: a long number', withField(`"tmax":${'9'.repeat(100_000)}`), '', '400', '200'),
  withBody('body: 20,000 imps', `{"id":"r","site":{"page":"p"},"imp":[${'{},'.repeat(20_000)}{}]}`),
  withBody(
    'body: 20,000 bidders',
    withField(`"ext":{"prebid":{"aliases":{${Array.from({ length: 9000 }, (_, i) => `"a${i}":"good"`)}}}}`),
    '',
    '200',
  ),
  withBody('body: keys of prototypes', withField('"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}'), '', '200'),
  withBody('body: lone surrogates', withField('"user":{"id":"\\ud800"},"cur":["\\udfff"]'), '', '200', '400'),
  withBody('body: invalid UTF-8', Buffer.concat([Buffer.from('{"id":"'), Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0]), Buffer.from('"}')])),
  withBody('body: null characters', '\0'.repeat(1000)),
  withBody('body: UTF-16', Buffer.from(withField('"at":1'), 'utf16le')),
  withBody('body: gzip of 100 MB', gzipSync(Buffer.alloc(100_000_000, ' ')), 'content-encoding: gzip\r\n', '400', '413'),
  withBody('body: a part of gzip', gzipSync(withField('"at":1')).subarray(0, 60), 'content-encoding: gzip\r\n', '400'),
  withBody('body: no gzip', 'plain', 'content-encoding: gzip\r\n', '400'),
  withBody('body: unknown encoding', 'plain', 'content-encoding: rot13\r\n', '400', '415'),
  attack('body: length of 1 GB', `${POST}content-length: 1000000000\r\n\r\n${' '.repeat(100_000)}`, '400', '413'),
  attack(
    'body: chunks of 50 MB',
    `${POST}transfer-encoding: chunked\r\n\r\n${`100000\r\n${' '.repeat(0x100000)}\r\n`.repeat(50)}0\r\n\r\n`,
    '400',
    '413',
    'closed',
  ),
];

const FRAMING: readonly Attack[] = [
  smuggling('smuggling: length and chunks', 'content-length: 4\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
  smuggling('smuggling: chunks and length', 'transfer-encoding: chunked\r\ncontent-length: 4\r\n', '0\r\n\r\n'),
  smuggling('smuggling: two lengths', 'content-length: 2\r\ncontent-length: 50\r\n', '{}'),
  smuggling('smuggling: list of lengths', 'content-length: 2, 2\r\n', '{}'),
  smuggling('smuggling: length with a sign', 'content-length: +2\r\n', '{}'),
  smuggling('smuggling: negative length', 'content-length: -2\r\n', '{}'),
  smuggling('smuggling: hexadecimal length', 'content-length: 0x2\r\n', '{}'),
  smuggling('smuggling: length over 64 bits', 'content-length: 99999999999999999999\r\n', '{}'),
  smuggling('smuggling: unknown coding', 'transfer-encoding: xchunked\r\n', '0\r\n\r\n'),
  smuggling('smuggling: blank before the colon', 'transfer-encoding : chunked\r\n', '0\r\n\r\n'),
  smuggling('smuggling: chunked is not the last', 'transfer-encoding: chunked, identity\r\n', '0\r\n\r\n'),
  smuggling('smuggling: two codings', 'transfer-encoding: chunked\r\ntransfer-encoding: x\r\n', '0\r\n\r\n'),
  smuggling('smuggling: folded length', 'content-length:\r\n 2\r\n', '{}'),
  smuggling('smuggling: null in a header', 'x: a\0b\r\ncontent-length: 2\r\n', '{}'),
  smuggling('smuggling: lone line feeds', 'x: a\ncontent-length: 2\r\n', '{}'),
  smuggling('smuggling: negative chunk', 'transfer-encoding: chunked\r\n', '-1\r\n\r\n'),
  smuggling('smuggling: chunk over 64 bits', 'transfer-encoding: chunked\r\n', 'fffffffffffffffff\r\n'),
  smuggling('smuggling: lone line feeds in chunks', 'transfer-encoding: chunked\r\n', '2\n{}\n0\n\n'),
  smuggling('smuggling: prefixed chunk', 'transfer-encoding: chunked\r\n', '0x2\r\n{}\r\n0\r\n\r\n'),
  attack('two hosts', `GET /status HTTP/1.1\r\n${CLOSE}host: b\r\n\r\n`, '400'),
  attack('no host', 'GET /status HTTP/1.1\r\nconnection: close\r\n\r\n', '400'),
  attack('garbage', 'garbage\r\n\r\n', '400'),
  attack('a handshake of TLS', Buffer.from('16030100a5010000a10303', 'hex'), '400'),
  attack('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400'),
  attack('unknown version', `GET /status HTTP/3.0\r\n${CLOSE}\r\n`, '400'),
  attack('unknown method', `BREW /status HTTP/1.1\r\n${CLOSE}\r\n`, '400'),
  attack('CONNECT', `CONNECT a:80 HTTP/1.1\r\n${CLOSE}\r\n`, 'closed', '400', '405'),
  attack('TRACE', `TRACE /status HTTP/1.1\r\n${CLOSE}\r\n`, '405'),
  attack('upgrade', `GET /openrtb2/auction HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: websocket\r\n\r\n`, '405'),
  attack('unknown expectation', `${POST}expect: cake\r\ncontent-length: 2\r\n\r\n{}`, '417'),
  attack('path upwards', `GET /../../etc/passwd HTTP/1.1\r\n${CLOSE}\r\n`, '404'),
  attack('invalid escapes', `GET /%zz%ff HTTP/1.1\r\n${CLOSE}\r\n`, '400'),
  attack('null in the path', `GET /st\0atus HTTP/1.1\r\n${CLOSE}\r\n`, '400'),
  attack('pipelined garbage', `${STATUS}garbage\r\n\r\n${STATUS}`, '204 400', '400'),
  attack('1,000 pipelined requests', `${STATUS.repeat(999)}${SMUGGLED}`, '204 '.repeat(1000).trim()),
];

/** A connection that ends while its client still writes may lose the response. */
const TOO_LARGE = ['431', 'closed'];
const cookie = Buffer.from(
  JSON.stringify({ tempUIDs: Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`b${i}`, { uid: 'u' }])) }),
);
const HEADERS: readonly Attack[] = [
  withHeaders('headers: 5,000', 'a: b\r\n'.repeat(5000), ...TOO_LARGE),
  withHeaders('headers: one of 2 MB', `x: ${'x'.repeat(2_000_000)}\r\n`, ...TOO_LARGE),
  withHeaders('headers: without end', 'a: b\r\n'.repeat(1_000_000), ...TOO_LARGE),
  withHeaders('cookies: 500 kB', `cookie: uids=${'x'.repeat(500_000)}\r\n`, ...TOO_LARGE),
  withHeaders('cookies: 2,000', `cookie: ${'a=b; '.repeat(2000)}\r\n`, '200'),
  withHeaders('cookies: 250 uids', `cookie: uids=${cookie.toString('base64url')}\r\n`, '200'),
  withHeaders('cookies: invalid uids', `cookie: uids=%zz${'='.repeat(5000)}\r\n`, '200'),
  attack('query of 200 kB', `GET /setuid?${'x'.repeat(200_000)} HTTP/1.1\r\n${CLOSE}\r\n`, ...TOO_LARGE),
  attack('3,000 parameters', `GET /setuid?${'a=b&'.repeat(3000)} HTTP/1.1\r\n${CLOSE}\r\n`, '400'),
  attack('trailers: 10,000', `${POST}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(10_000)}\r\n`, ...TOO_LARGE),
];

const HEAD = 'POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ncontent-length: 100000\r\n\r\n';
// A client that still writes when the host closes may lose the response: then it only sees the end.
const SLOW: readonly Attack[] = [
  attack('slow: nothing', '', '408'),
  attack('slow: a part of the headers', 'POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\n', '408'),
  attack('slow: a part of the body', `${HEAD}{`, '408'),
  { name: 'slow: headers by the byte', bytes: 'GET /status HTTP/1.1\r\nx: ', drip: { bytes: 'x', everyMs: 20 }, wanted: ['408', 'closed'] },
  { name: 'slow: body by the byte', bytes: HEAD, drip: { bytes: ' ', everyMs: 20 }, wanted: ['408', 'closed'] },
];

export const ATTACKS: readonly Attack[] = [...SLOW, ...BODIES, ...FRAMING, ...HEADERS];
