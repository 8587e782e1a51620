/** Rejections before Node's HTTP parser, compared with those after it. */
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { afterEach, expect, test, vi } from 'vitest';
import { RejectingConnection } from '#src/http/rejecting-connection.ts';
import { nonZero } from '#test/helpers/metrics.ts';
import { closeBusy, HEADERS, openConnection, QUERIES, REQUESTS, requestOf, startBusy } from './busy-app.ts';

afterEach(closeBusy);

const AUCTION = requestOf('POST /openrtb2/auction', '', '{"id":"a"}');

/** An app, and a connection to it with one rejected request. */
async function startRejected(more: object = {}) {
  const app = await startBusy(more);
  const connection = await openConnection(app.port);
  const request = (bytes: string): Promise<string> => {
    connection.write(bytes);
    return connection.responses(1);
  };
  await request(AUCTION);
  return { ...app, connection, request };
}

const statusOf = (response: string): string => response.split('\r\n', 1)[0] ?? '';
const REJECTED = 'HTTP/1.1 503 Service Unavailable';

test.each(REQUESTS)('later rejections of endpoint %s are those after the parser, byte for byte', async (_, line, body) => {
  const { request, parsed, send } = await startRejected();
  for (const headers of HEADERS.filter((each) => !each.includes('close')))
    for (const query of QUERIES) {
      const bytes = requestOf(`${line}${query}`, headers, body);
      const before = parsed();
      const raw = await request(bytes);
      expect(parsed()).toBe(before);
      // The first one of a connection.
      expect(raw).toBe(await send(bytes));
      expect(parsed()).toBe(before + 1);
    }
});

test('metrics and access log have the same entries as for rejections after the parser', async () => {
  const { request, lines, metrics, parsed } = await startRejected();
  await request(AUCTION);
  expect(parsed()).toBe(1);
  expect(nonZero(metrics.expose(), 'http_responses', 'requests')).toEqual({
    'http_responses{endpoint="/openrtb2/auction",status="503"}': 2,
    'requests{request_type="openrtb2-web",request_status="queuetimeout"}': 2,
  });
  const [first, second] = lines.map((entry) => ({ ...entry, ms: 0 }));
  expect(second).toEqual(first);
});

test('the body of a request may arrive in pieces', async () => {
  const { request, connection, parsed } = await startRejected();
  connection.write(AUCTION.slice(0, -4));
  expect(statusOf(await connection.responses(1))).toBe(REJECTED);
  connection.write(AUCTION.slice(-4, -2));
  connection.write(AUCTION.slice(-2));
  // The parser has discarded the rest, which may arrive together with the next request.
  expect(statusOf(await request(AUCTION))).toBe(REJECTED);
  const before = parsed();
  expect(statusOf(await request(AUCTION))).toBe(REJECTED);
  expect(parsed()).toBe(before);
});

test('the head of a request may arrive in pieces', async () => {
  const { request, connection, parsed, bytesRead } = await startRejected();
  connection.write(AUCTION.slice(0, 20));
  await vi.waitFor(() => expect(bytesRead()).toBe(AUCTION.length + 20));
  connection.write(AUCTION.slice(20));
  expect(statusOf(await connection.responses(1))).toBe(REJECTED);
  expect(parsed()).toBe(2);
  expect(statusOf(await request(AUCTION))).toBe(REJECTED);
  expect(parsed()).toBe(2);
});

test('requests that do not wait for responses get theirs in order', async () => {
  const { connection } = await startRejected();
  connection.write(AUCTION + requestOf('GET /nowhere', '', '') + AUCTION);
  const responses = (await connection.responses(3)).split(/(?=HTTP\/1\.1 )/);
  expect(responses.map(statusOf)).toEqual([REJECTED, 'HTTP/1.1 404 Not Found', REJECTED]);
});

test('a request behind one that is in progress waits for its response', async () => {
  const { app, connection } = await startRejectedWithSlowRoute();
  connection.write(requestOf('GET /slow', '', ''));
  await app.slow.started;
  connection.write(AUCTION);
  await new Promise(setImmediate);
  app.slow.end();
  const responses = (await connection.responses(2)).split(/(?=HTTP\/1\.1 )/);
  expect(responses.map(statusOf)).toEqual(['HTTP/1.1 200 OK', REJECTED]);
});

async function startRejectedWithSlowRoute() {
  const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const app = await startBusy({}, (server) => {
    server.get('/slow', async () => {
      started.resolve();
      await ended.promise;
      return 'slow\n';
    });
  });
  const connection = await openConnection(app.port);
  connection.write(AUCTION);
  await connection.responses(1);
  return { app: { ...app, slow: { started: started.promise, end: ended.resolve } }, connection };
}

test('requests that are not rejected are the router\u2019s, those after them are rejected again', async () => {
  const { admission, request, parsed, routed } = await startRejected();
  admission.release(1);
  for (let i = 0; i < 20; i++)
    expect(statusOf(await request(requestOf('POST /openrtb2/auction', '', '{')))).toBe('HTTP/1.1 400 Bad Request');
  expect([parsed(), routed()]).toEqual([21, 20]);
  admission.admit({ tmaxMs: () => 1000, start() {}, reject() {} });
  for (let i = 0; i < 3; i++) expect(statusOf(await request(AUCTION))).toBe(REJECTED);
  // The first one shows that the host rejects again.
  expect(parsed()).toBe(22);
});

test.each([
  ['two hosts', 'host: b\r\n', 400],
  ['two lengths', 'content-length: 10\r\n', 400],
  ['a length and chunks', 'transfer-encoding: chunked\r\n', 400],
  ['a folded header', 'x-a: b\r\n c\r\n', 400],
  ['a blank before a colon', 'x-a : b\r\n', 400],
  ['a line without a colon', 'x-a\r\n', 400],
  ['an expectation', 'expect: 200-maybe\r\n', 417],
])('a request with %s is the parser\u2019s', async (_, headers, status) => {
  const { connection } = await startRejected();
  connection.write(requestOf('POST /openrtb2/auction', `connection: close\r\n${headers}`, '{"id":"a"}'));
  expect(statusOf(await connection.text())).toMatch(`HTTP/1.1 ${status} `);
});

test('the time limits of requests hold on a connection with rejections', async () => {
  const { request, connection, port } = await startRejected({ header_timeout_ms: 500, request_timeout_ms: 500 });
  const slow = await openConnection(port);
  slow.write(AUCTION.slice(0, 20));
  let isOver = false;
  void slow.text().then(() => {
    isOver = true;
  });
  // The parser has not read the head of a request here for longer than that.
  while (!isOver) expect(statusOf(await request(AUCTION))).toBe(REJECTED);
  connection.write(AUCTION.slice(0, 20));
  expect(statusOf(await connection.text())).toBe('HTTP/1.1 408 Request Timeout');
});

test('a client that does not read its responses is the parser\u2019s', () => {
  const socket = Object.assign(new Duplex({ read() {}, write() {} }), { remoteAddress: '' }) as unknown as Socket;
  const parsed: Buffer[] = [];
  socket.on('data', (bytes: Buffer) => parsed.push(bytes));
  const connection = new RejectingConnection(socket, 1000, () => 'rejected');
  const response = new EventEmitter() as ServerResponse;
  connection.note({ complete: true } as IncomingMessage, response, true);
  response.emit('close');
  for (let i = 0; i < 3; i++) socket.emit('data', Buffer.from(AUCTION));
  expect(socket.writableLength).toBe('rejected'.length);
  expect(parsed.map(String)).toEqual([AUCTION, AUCTION]);
});

test('a connection is closed after a rejection while the host drains', async () => {
  const { request, listeners } = await startRejected();
  listeners.drain();
  expect(await request(AUCTION)).toMatch(/^connection: close\r$/m);
});
