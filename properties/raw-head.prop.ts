/** Heads of requests that are read before Node's parser: it reads the same in them, or they are its own. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { duplexPair } from 'node:stream';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { readRawHead } from '#src/http/raw-head.ts';
import { runs } from './runs.ts';

const MAX_BYTES = 2000;

const server: Server = createServer();
afterAll(() => void server.close());

/** The requests that Node reads in some bytes; undefined: it found an error. */
async function readByNode(bytes: Buffer): Promise<readonly IncomingMessage[] | undefined> {
  const [client, socket] = duplexPair();
  const requests: IncomingMessage[] = [];
  let failed = false;
  server.removeAllListeners('request');
  server.removeAllListeners('clientError');
  server.on('request', (request, response) => {
    requests.push(request);
    request.resume();
    response.end();
  });
  server.on('clientError', () => {
    failed = true;
  });
  server.emit('connection', socket);
  client.resume();
  client.write(bytes);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  client.destroy();
  socket.destroy();
  return failed ? undefined : requests;
}

const name = fc.oneof(
  fc.constantFrom(
    'Host',
    'host',
    'Origin',
    'Content-Length',
    'content-length',
    'Connection',
    'Transfer-Encoding',
    'Cookie',
    'X-A',
    'Expect',
  ),
  fc.string({ maxLength: 6 }),
);
const value = fc.oneof(
  fc.constantFrom('a', '2', '002', '+2', '2, 2', 'keep-alive', 'close', 'Keep-Alive ', 'chunked', 'https://page.example', '\u00e9', ''),
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const field = fc
  .tuple(name, fc.constantFrom(':', ': ', ':\t', ' :', ''), value, fc.constantFrom('\r\n', '\r\n', '\r\n', '\n', '\r\n ', '\r'))
  .map((parts) => parts.join(''));
const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('POST /openrtb2/auction HTTP/1.1\r\n', 'GET /openrtb2/amp?a=b HTTP/1.1\r\n') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('POST / HTTP/1.0\r\n', 'POST http://a/b HTTP/1.1\r\n', 'POST  / HTTP/1.1\r\n', 'post / HTTP/1.1\r\n'),
  },
);
/** Most have what a plain request has. */
const head = fc
  .tuple(line, fc.boolean(), fc.array(field, { maxLength: 4 }), fc.constantFrom('', 'content-length: 2\r\n', 'Content-Length:2 \r\n'))
  .map(([first, hasHost, fields, length]) => `${first}${hasHost ? 'host: a\r\n' : ''}${fields.join('')}${length}\r\n`);

test('what is read in a head is what Node reads in it', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(head, fc.constantFrom('', '{}', '{}GET '), async (text, body) => {
      const bytes = Buffer.from(text + body, 'latin1');
      const raw = readRawHead(bytes, MAX_BYTES);
      fc.pre(raw !== undefined);
      read++;
      const [request, ...others] = (await readByNode(bytes.subarray(0, raw.headBytes + raw.bodyBytes))) ?? [];
      expect(others).toEqual([]);
      expect(request?.httpVersion).toBe('1.1');
      expect({ method: request?.method, url: request?.url, origin: request?.headers.origin ?? '' }).toEqual({
        method: raw.method,
        url: raw.url,
        origin: raw.origin,
      });
      expect(Number(request?.headers['content-length'] ?? 0)).toBe(raw.bodyBytes);
      expect(request?.headers['transfer-encoding']).toBeUndefined();
      expect(request?.complete).toBe(bytes.length >= raw.headBytes + raw.bodyBytes);
    }),
    { ...runs(1000), maxSkipsPerRun: 200 },
  );
  expect(read).toBeGreaterThan(0);
});

test.each([
  ['longer than allowed', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'b'.repeat(MAX_BYTES)}\r\n\r\n`],
  ['incomplete', 'GET / HTTP/1.1\r\nhost: a\r\n'],
  ['without a host', 'GET / HTTP/1.1\r\nx: a\r\n\r\n'],
  ['without headers', 'GET / HTTP/1.1\r\n\r\n'],
  ['with a length that no body has', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 99999999999\r\n\r\n'],
])('a head %s is not read', (_, text) => {
  expect(readRawHead(Buffer.from(text), MAX_BYTES)).toBeUndefined();
});
