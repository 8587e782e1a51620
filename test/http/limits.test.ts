import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

let host: RunningHost;

beforeAll(async () => {
  host = await startTestHost({ max_header_bytes: 2000, keep_alive_timeout_seconds: 7 });
});
afterAll(() => host.stop(100));

test('headers longer than the limit are rejected, shorter ones are not', async () => {
  const get = (length: number) => fetch(`${host.origin}/status`, { headers: { 'x-long': 'x'.repeat(length) } });
  expect([(await get(3000)).status, (await get(300)).ok]).toEqual([431, true]);
});

test('cookies that the host may set fit', async () => {
  const config = { host_cookie: { max_cookie_size_bytes: 4096 }, setuid: { number_of_uid_cookies: 5 } };
  const cookie = Array.from({ length: 5 }, (_, i) => `uids${i === 0 ? '' : i + 1}=${'x'.repeat(4090)}`).join('; ');
  const host = await startTestHost(config);
  try {
    const get = (length: number) => fetch(`${host.origin}/getuids`, { headers: { cookie, 'x-long': 'x'.repeat(length) } });
    expect([(await get(7000)).status, (await get(9000)).status]).toEqual([200, 431]);
  } finally {
    await host.stop(100);
  }
});

test('clients learn the timeout of idle connections', async () => {
  expect((await fetch(`${host.origin}/status`)).headers.get('keep-alive')).toBe('timeout=7');
});

test('a request with two hosts is rejected', async () => {
  const statusOf = (headers: string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const sent = request(`${host.origin}/status`, { headers, setHost: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      sent.once('error', reject).end();
    });
  expect([await statusOf(['Host', 'a']), await statusOf(['Host', 'a', 'host', 'b'])]).toEqual([204, 400]);
});

test('a request line that names HTTP/2 is rejected', async () => {
  const { hostname, port } = new URL(host.origin);
  const text = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(port), hostname, () => socket.end('GET /status HTTP/2.0\r\nHost: h\r\n\r\n'));
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    socket.once('error', reject).once('close', () => resolve(received));
  });
  expect(text).toMatch(/^HTTP\/1\.1 505 HTTP Version Not Supported\r\n/);
});
