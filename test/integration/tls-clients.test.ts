/** Slow clients of the public listener with TLS, in both versions of HTTP; many connections at once; and the end of its sockets. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request as plainRequest } from 'node:http';
import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-tls-clients-'));
const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
let host: RunningHost;
let port: number;

beforeAll(async () => {
  makeCertificate('host.example', cert, key);
  host = await startTestHost({ tls: { cert, key }, header_timeout_ms: 300, request_timeout_ms: 600, max_header_bytes: 2000 });
  port = Number(new URL(host.origin).port);
});
afterAll(async () => {
  await host.stop(100);
  rmSync(folder, { recursive: true });
});

/** The first line a connection received until the host ended it. */
const firstLine = (socket: Socket, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => resolve(received.split('\r\n')[0] ?? ''));
    socket.write(bytes);
  });

const securely = (to = port): Socket => connectTls({ port: to, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] });
const LATE = 'HTTP/1.1 408 Request Timeout';

test('a client that never begins its handshake is disconnected at the time limit', async () => {
  expect(await firstLine(connect(port, '127.0.0.1'), '')).toBe('');
});

test.each([
  ['a part of the headers', 'GET /status HTTP/1.1\r\nhost: a\r\n', LATE],
  ['a part of the body', 'POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ncontent-length: 100\r\n\r\n{', LATE],
  [
    'headers over the limit',
    `GET /status HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(5000)}\r\n\r\n`,
    'HTTP/1.1 431 Request Header Fields Too Large',
  ],
])('a client that sends %s over HTTP/1.1 is disconnected', async (_, bytes, line) => {
  // On a busy machine a handshake may take longer than the limit of headers: the next one is in time.
  await expect.poll(() => firstLine(securely(), bytes)).toBe(line);
});

test('a stream of HTTP/2 that never ends its body gets 408 at the time limit', async () => {
  const statusOfUnended = async (): Promise<unknown> => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    session.on('error', () => {});
    const status = await new Promise<unknown>((resolve) => {
      const stream: ClientHttp2Stream = session.request({ ':method': 'POST', ':path': '/openrtb2/auction' }, { endStream: false });
      stream.once('response', (headers) => resolve(headers[':status']));
      stream.on('error', () => resolve('no response'));
      stream.write('{');
    });
    session.destroy();
    return status;
  };
  await expect.poll(statusOfUnended).toBe(408);
});

test('a session of HTTP/2 may send as many cookies as a browser keeps, with all ids of users', async () => {
  const cookies = { host_cookie: { max_cookie_size_bytes: 4096 }, setuid: { number_of_uid_cookies: 20 } };
  const other = await startTestHost({ tls: { cert, key }, ...cookies });
  const session = connectHttp2(other.origin.replace('http:', 'https:'), { rejectUnauthorized: false, maxSendHeaderBlockLength: 200_000 });
  // The host's limits hold once both sides know them.
  await new Promise((resolve) => session.once('remoteSettings', resolve));
  await new Promise<void>((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve())));
  const cookie = Array.from({ length: 180 }, (_, i) => `${i}=${'v'.repeat(440)}`);
  const status = await new Promise<unknown>((resolve, reject) => {
    const stream = session.request({ ':path': '/status', cookie });
    stream.once('response', (headers) => resolve(headers[':status'])).once('error', reject);
    stream.resume();
  });
  session.destroy();
  await other.stop(100);
  expect(status).toBe(204);
});

/** The start of a session of HTTP/2, with empty settings. */
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])]);
/** A HEADERS frame of 200 bytes that opens the first stream. */
const HEADERS = Buffer.from([0, 0, 200, 1, 4, 0, 0, 0, 1]);

test.each([
  ['sends nothing', '', ''],
  ['drips its preface', '', PREFACE.toString('latin1')],
  ['sends no request', PREFACE.toString('latin1'), ''],
  ['drips the headers of its request', Buffer.concat([PREFACE, HEADERS]).toString('latin1'), 'x'.repeat(100)],
])('a session of HTTP/2 that %s is ended', async (_, first, rest) => {
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['h2'] });
  let sent = 0;
  // Slow enough that its bytes outlast the limit.
  const timer = setInterval(() => sent < rest.length && socket.writable && socket.write(rest.charAt(sent++), 'latin1'), 20);
  socket.on('error', () => {});
  socket.resume();
  socket.write(first, 'latin1');
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  expect(sent).toBeLessThan(Math.max(1, rest.length));
});

test('a session of HTTP/2 whose client takes no bytes of a response is ended, and one that only waits for its next request is not', async () => {
  const other = await startTestHost({ tls: { cert, key }, header_timeout_ms: 1000, stall_timeout_ms: 1500 });
  const origin = other.origin.replace('http:', 'https:');
  const [stalled, reading] = [0, 65_535].map((initialWindowSize) =>
    connectHttp2(origin, { rejectUnauthorized: false, settings: { initialWindowSize } }),
  );
  const statusOf = (session: ClientHttp2Session | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const stream = session?.request({ ':path': '/status' });
      stream?.once('response', (headers) => resolve(headers[':status'])).once('error', reject);
      stream?.resume();
    });
  expect(await statusOf(reading)).toBe(204);
  const stream = stalled?.request({ ':path': '/bidders/params' });
  stream?.on('error', () => {});
  stream?.resume();
  await new Promise((resolve) => stream?.once('close', resolve));
  expect(await statusOf(reading)).toBe(204);
  for (const session of [stalled, reading]) session?.destroy();
  await other.stop(100);
});

test('connections with TLS are counted until they end', async () => {
  const other = await startTestHost({ tls: { cert, key } });
  const connections = async (): Promise<string | undefined> =>
    /^client_connections (\d+)$/m.exec(await (await fetch(`${other.adminOrigin}/metrics`)).text())?.[1];
  await expect.poll(connections).toBe('0');
  const socket = securely(Number(new URL(other.origin).port));
  socket.on('error', () => {});
  await expect.poll(connections).toBe('1');
  socket.destroy();
  await expect.poll(connections).toBe('0');
  await other.stop(100);
});

test('a host stops although clients have begun a handshake, or a stream of HTTP/2', async () => {
  const other = await startTestHost({ tls: { cert, key } });
  const [origin, held] = [new URL(other.origin), connect(Number(new URL(other.origin).port), '127.0.0.1')];
  held.on('error', () => {});
  const session = connectHttp2(`https://127.0.0.1:${origin.port}`, { rejectUnauthorized: false });
  session.on('error', () => {});
  const stream = session.request({ ':method': 'POST', ':path': '/openrtb2/auction' }, { endStream: false });
  stream.on('error', () => {});
  stream.write('{');
  await new Promise((resolve) => session.once('remoteSettings', resolve));
  const ended = Promise.all([held, session].map((one) => new Promise((resolve) => one.once('close', resolve))));
  held.resume();
  await other.stop(100);
  await ended;
});

test.each([
  ['with', true],
  ['without', false],
])('many clients that connect at once %s TLS are all served, and none after the host has stopped', async (_, isSecure) => {
  const other = await startTestHost(isSecure ? { tls: { cert, key } } : {});
  const options = { port: Number(new URL(other.origin).port), path: '/status', rejectUnauthorized: false, agent: false } as const;
  const statusOf = (): Promise<unknown> =>
    new Promise((resolve) => {
      const sent = (isSecure ? request : plainRequest)(options, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', (cause: NodeJS.ErrnoException) => resolve(cause.code));
      sent.end();
    });
  const statusesOf = (count: number): Promise<unknown[]> => Promise.all(Array.from({ length: count }, statusOf));
  expect(await statusesOf(60)).toEqual(Array(60).fill(204));
  // Enough for a busy machine to close all of its listening sockets.
  await other.stop(10_000);
  // A child process that another test starts holds copies of the sockets until its program runs: they reset connections.
  await expect.poll(() => statusesOf(40)).toEqual(Array(40).fill('ECONNREFUSED'));
});
