/** The client of bidders on real sockets: which connection a call has, and what becomes of it. */

import type { Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Cancel, Exchanged, Outgoing } from '#src/net/transport.ts';
import { type RawServer, rawResponse, rawServer } from '#test/helpers/raw-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serverOf(respond: (socket: Socket, request: string) => void): Promise<RawServer> {
  const server = await rawServer(respond);
  closers.push(server.close);
  return server;
}

function transportOf(http_client: object = {}): PoolTransport {
  const transport = new PoolTransport(hostSchema.parse({ http_client }).http_client, false);
  closers.push(() => transport.close());
  return transport;
}

const outgoing = ({ origin }: RawServer, over: Partial<Outgoing> = {}): Outgoing => ({
  bidder: 'b',
  method: 'POST',
  uri: `${origin}/bid`,
  headers: {},
  body: '{}',
  gzip: false,
  ...over,
});

const send = (transport: PoolTransport, call: Outgoing): Promise<Exchanged> => new Promise((done) => transport.send(call, done));
const bodyOf = (exchanged: Exchanged): string => (exchanged.kind === 'response' ? exchanged.response.body : exchanged.message);
const closed = (socket: Socket | undefined): Promise<void> =>
  new Promise((resolve) => (socket?.closed ? resolve() : void socket?.once('close', () => resolve())));
const failed = (server: RawServer, message: string): Exchanged => ({
  kind: 'failed',
  failure: 'other',
  message: `Post "${server.origin}/bid": ${message}`,
});

const inBytes = (text: string): string => Buffer.from(text).toString('latin1');

test('a request is its head and its body, with their lengths in bytes', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  const transport = transportOf();
  await send(transport, outgoing(server, { body: '{"ä":"€"}', headers: { 'X-A': 'b', 'X-Many': ['1', '2'] } }));
  await send(transport, outgoing(server, { method: 'GET', body: undefined, headers: { 'X-Name': 'Zoë' } }));
  const host = server.origin.slice('http://'.length);
  const start = (method: string): string =>
    `${method} /bid HTTP/1.1\r\nhost: ${host}\r\nconnection: keep-alive\r\naccept-encoding: gzip\r\n`;
  expect(server.requests).toEqual([
    inBytes(`${start('POST')}X-A: b\r\nX-Many: 1\r\nX-Many: 2\r\ncontent-length: 12\r\n\r\n{"ä":"€"}`),
    inBytes(`${start('GET')}X-Name: Zoë\r\n\r\n`),
  ]);
});

// The last character has the code of a line feed in its lower byte.
const NAMES = 'Zoë 😀 \u010a';

test.each(['{}', '"ä"'])('headers outside ASCII are sent in UTF-8, as is the body %s', async (body) => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  await send(transportOf(), outgoing(server, { body, headers: { 'X-Name': NAMES, 'X-Many': ['a', NAMES] } }));
  expect(server.requests[0]?.split('\r\n').slice(-6)).toEqual(
    [`X-Name: ${NAMES}`, 'X-Many: a', `X-Many: ${NAMES}`, `content-length: ${Buffer.byteLength(body)}`, '', body].map(inBytes),
  );
});

test('a compressed body follows its head', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  await send(transportOf(), outgoing(server, { body: '{"imp":[]}', gzip: true }));
  const [head = '', body = ''] = server.requests[0]?.split('\r\n\r\n') ?? [];
  expect(head).toContain('Content-Encoding: gzip');
  expect(gunzipSync(Buffer.from(body, 'latin1')).toString()).toBe('{"imp":[]}');
});

test.each([
  ['invalid X-A header', { headers: { 'X-A': 'b\r\nX-C: d' } }],
  ['invalid X-B header', { headers: { 'X-B': 'é\nX-C: d' } }],
  ['invalid header key', { headers: { 'X A': 'b' } }],
  ['invalid transfer-encoding header', { headers: { 'Transfer-Encoding': 'chunked' } }],
])('a request is not sent: %s', async (message, over) => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  expect(await send(transportOf(), outgoing(server, over))).toEqual(failed(server, message));
  expect(server.sockets).toHaveLength(0);
});

test('calls one after another share a connection', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  const transport = transportOf();
  for (let i = 0; i < 3; i++) expect(bodyOf(await send(transport, outgoing(server)))).toBe('{}');
  expect(server.sockets).toHaveLength(1);
});

test.each([
  ['the server says that it closes it', 'connection: close\r\n'],
  ['the server offers less time than a request takes', 'keep-alive: timeout=2\r\n'],
])('a connection is not used again if %s', async (_, headers) => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}', headers)));
  const transport = transportOf();
  for (let i = 0; i < 2; i++) expect(bodyOf(await send(transport, outgoing(server)))).toBe('{}');
  expect(server.sockets).toHaveLength(2);
});

test('bytes after a response never pass for the next one', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('good') + rawResponse('poison')));
  const transport = transportOf();
  for (let i = 0; i < 3; i++) expect(bodyOf(await send(transport, outgoing(server)))).toBe('good');
  expect(server.sockets).toHaveLength(3);
});

test('an idle connection on which bytes arrive is closed', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('good')));
  const transport = transportOf();
  await send(transport, outgoing(server));
  server.sockets[0]?.write(rawResponse('poison'));
  await closed(server.sockets[0]);
  expect(bodyOf(await send(transport, outgoing(server)))).toBe('good');
  expect(server.sockets).toHaveLength(2);
});

test('an idle connection that the server closed is not used', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  const transport = transportOf();
  await send(transport, outgoing(server));
  server.sockets[0]?.end();
  await closed(server.sockets[0]);
  expect(bodyOf(await send(transport, outgoing(server)))).toBe('{}');
});

test('an idle connection is closed after its time', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  await send(transportOf({ idle_connection_timeout_seconds: 1 }), outgoing(server));
  await closed(server.sockets[0]);
  expect(server.sockets).toHaveLength(1);
});

test.each([
  ['other side closed', ''],
  ['other side closed', 'HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab'],
  ['Response body length does not match content-length header', 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 5\r\n\r\nab'],
  ['Response does not match the HTTP/1.1 protocol (Invalid EOF state)', 'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab'],
  ['Response does not match the HTTP/1.1 protocol (Expected HTTP/1.)', 'SSH-2.0-OpenSSH\r\n'],
  ['Response does not match the HTTP/1.1 protocol (Invalid response status)', 'HTTP/1.1 2000 OK\r\n\r\n'],
  ['Response does not match the HTTP/1.1 protocol (Unexpected upgrade)', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'],
  ['Headers Overflow Error', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`],
  ['Headers Overflow Error', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`],
  ['Headers Overflow Error', 'HTTP/1.1 103 Early\r\n\r\n'.repeat(1000)],
])('a call fails and is not repeated: %s', async (message, bytes) => {
  const server = await serverOf((socket) => socket.end(bytes));
  expect(await send(transportOf(), outgoing(server))).toEqual(failed(server, message));
  expect(server.requests).toHaveLength(1);
});

test('a response of another protocol fails the call before it ends', async () => {
  const server = await serverOf((socket) => void socket.write('SSH-2.0-OpenSSH_9.6\r\n'));
  expect(await send(transportOf(), outgoing(server))).toEqual(
    failed(server, 'Response does not match the HTTP/1.1 protocol (Expected HTTP/1.)'),
  );
});

test('heads before the response are skipped', async () => {
  const server = await serverOf((socket) =>
    socket.write(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nlink: x\r\n\r\n${rawResponse('{}')}`),
  );
  expect(await send(transportOf(), outgoing(server))).toEqual({
    kind: 'response',
    response: { status: 200, headers: { 'content-length': ['2'] }, body: '{}' },
  });
});

test('a body in several reads is complete, although all connections read into the same memory', async () => {
  const server = await serverOf((socket, request) => {
    const letter = request.slice(-1);
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n${letter.repeat(3)}`);
    setImmediate(() => socket.write(letter.repeat(3), () => setImmediate(() => socket.write(letter.repeat(3)))));
  });
  const transport = transportOf();
  const bodies = await Promise.all([...'abcdef'].map(async (body) => bodyOf(await send(transport, outgoing(server, { body })))));
  expect(bodies).toEqual([...'abcdef'].map((letter) => letter.repeat(9)));
});

test('a cancelled call closes its connection', async () => {
  const started = Promise.withResolvers<void>();
  const server = await serverOf(() => started.resolve());
  const cancel = transportOf().send(outgoing(server), () => {});
  await started.promise;
  cancel();
  await closed(server.sockets[0]);
  expect(server.sockets).toHaveLength(1);
});

test('cancelling a call after its response does not end the next call on its connection', async () => {
  const server = await serverOf((socket) => socket.write(rawResponse('{}')));
  const transport = transportOf();
  let cancel: Cancel = () => {};
  await new Promise((done) => {
    cancel = transport.send(outgoing(server), done);
  });
  const next = send(transport, outgoing(server));
  // The next request is on its way.
  setImmediate(cancel);
  expect(bodyOf(await next)).toBe('{}');
  expect(server.sockets).toHaveLength(1);
});

test('a cancelled call that waits for a connection is never sent', async () => {
  const waiting: Socket[] = [];
  const server = await serverOf((socket) => void waiting.push(socket));
  const transport = transportOf({ max_connections_per_host: 1 });
  const first = send(transport, outgoing(server, { body: 'first' }));
  const cancel = transport.send(outgoing(server, { body: 'second' }), () => {});
  const third = send(transport, outgoing(server, { body: 'third' }));
  cancel();
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.write(rawResponse('1'));
  expect(bodyOf(await first)).toBe('1');
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.write(rawResponse('3'));
  expect(bodyOf(await third)).toBe('3');
  expect(server.requests.map((request) => request.split('\r\n\r\n')[1])).toEqual(['first', 'third']);
});

test('closing the transport fails calls in flight, waiting ones and later ones', async () => {
  const started = Promise.withResolvers<void>();
  const server = await serverOf(() => started.resolve());
  const transport = transportOf({ max_connections_per_host: 1 });
  const calls = [send(transport, outgoing(server)), send(transport, outgoing(server))];
  await started.promise;
  await transport.close();
  calls.push(send(transport, outgoing(server)));
  expect(await Promise.all(calls)).toEqual(Array.from({ length: 3 }, () => failed(server, 'The client is destroyed')));
});

test('closing the transport ends connections that are being opened', async () => {
  const server = await serverOf(() => {});
  const transport = transportOf({ connect_timeout_ms: 600_000, tls_handshake_timeout_seconds: 600 });
  const call = send(transport, outgoing(server, { uri: `${server.origin.replace('http:', 'https:')}/` }));
  await expect.poll(() => server.sockets.length).toBe(1);
  await transport.close();
  expect(await call).toMatchObject({ kind: 'failed', failure: 'other' });
  await closed(server.sockets[0]);
  expect(server.sockets).toHaveLength(1);
});
