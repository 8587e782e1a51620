/** Clients that send a request slowly, or never completely. */
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

let host: RunningHost;

beforeAll(async () => {
  host = await startTestHost({ header_timeout_ms: 60, request_timeout_ms: 120 });
});
afterAll(() => host.stop(100));

/** Sends `first`, then one byte of `rest` every few ms; returns what was received until the connection ended, and the bytes sent. */
const drip = (first: string, rest: string, port = Number(new URL(host.origin).port)): Promise<{ received: string; sent: number }> =>
  new Promise((resolve) => {
    let [received, sent] = ['', 0];
    const socket = connect(port, '127.0.0.1');
    // Before the first byte of `rest`, even if it takes long to connect.
    socket.write(first);
    const timer = setInterval(() => {
      if (sent < rest.length && socket.writable) socket.write(rest.charAt(sent++));
    }, 5);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    socket.once('close', () => {
      clearInterval(timer);
      resolve({ received, sent });
    });
  });

const head = (length: number): string => `POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n`;

test.each([
  ['nothing', '', ''],
  ['a part of the headers', 'POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\n', ''],
  ['headers one byte at a time', 'GET /status HTTP/1.1\r\n', `x-a: ${'a'.repeat(10_000)}`],
  ['a part of the body', `${head(100)}{`, ''],
  ['the body one byte at a time', head(20_000), 'x'.repeat(10_000)],
])('a client that sends %s is disconnected with 408 at the time limit', async (_, first, rest) => {
  const { received, sent } = await drip(first, rest);
  expect(received.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
  expect(sent).toBeLessThan(Math.max(1, rest.length));
});

test('a connection beyond the limit is closed at once, and the others stay usable', async () => {
  // Its time limits are far away: this machine may be busy.
  const other = await startTestHost({ admission: { max_connections: 3 } });
  const port = Number(new URL(other.origin).port);
  const open = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'));
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  const [first] = open;
  const received = new Promise<string>((resolve) => first?.once('data', (bytes) => resolve(bytes.toString('latin1'))));
  first?.write('GET /status HTTP/1.1\r\nhost: a\r\n\r\n');
  expect((await received).split('\r\n')[0]).toBe('HTTP/1.1 204 No Content');
  expect(await drip('GET /status HTTP/1.1\r\nhost: a\r\n\r\n', '', port)).toEqual({ received: '', sent: 0 });
  for (const socket of open) socket.destroy();
  await other.stop(100);
});

test('a client that does not read its responses is disconnected at the time limit', async () => {
  // Long enough for a busy machine to see the connection before it ends.
  const other = await startTestHost({ stall_timeout_ms: 1500 });
  const connections = async (): Promise<string | undefined> =>
    /^client_connections (\d+)$/m.exec(await (await fetch(`${other.adminOrigin}/metrics`)).text())?.[1];
  const become = (count: string): Promise<void> => expect.poll(connections).toBe(count);
  await become('0');
  const socket = connect(Number(new URL(other.origin).port), '127.0.0.1');
  socket.on('error', () => {});
  // More than the buffers of both ends take.
  socket.pause().write('GET /bidders/params HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(400));
  await become('1');
  await become('0');
  expect(socket.bytesRead).toBeLessThan(1_000_000);
  socket.destroy();
  await other.stop(100);
});
