/** Rejections before the router, compared with those of the router. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { nonZero } from '#test/helpers/metrics.ts';
import { closeBusy, HEADERS, MAX_BODY, QUERIES, REQUESTS, requestOf, startBusy } from './busy-app.ts';

afterEach(closeBusy);

test('a request is rejected before the router, on a connection that stays open', async () => {
  const { send, routed } = await startBusy();
  const request = requestOf('POST /openrtb2/auction', 'origin: https://page.example\r\n', '{"id":"a"}');
  const response = [
    'HTTP/1.1 503 Service Unavailable',
    'cache-control: no-cache, no-store, must-revalidate',
    'pragma: no-cache',
    'expires: 0',
    'vary: Origin',
    'access-control-allow-origin: https://page.example',
    'access-control-allow-credentials: true',
    'retry-after: 3',
    'content-type: text/plain; charset=utf-8',
    'content-length: 38',
    'Connection: keep-alive',
    'Keep-Alive: timeout=7',
    '',
    'This server is busy: try again later.\n',
  ].join('\r\n');
  expect(await send(request + request)).toBe(response + response);
  expect(routed()).toBe(0);
});

test.each(REQUESTS)('the response of endpoint %s is that of the router, byte for byte', async (_, line, body) => {
  const { send, routed } = await startBusy();
  for (const headers of HEADERS)
    for (const query of QUERIES) {
      const before = routed();
      const early = await send(requestOf(`${line}${query}`, headers, body));
      expect(routed()).toBe(before);
      // The router ignores a trailing slash.
      expect(early).toBe(await send(requestOf(`${line}/${query}`, headers, body)));
      expect(routed()).toBe(before + 1);
    }
});

test('metrics and access log have the same entries as for rejections of the router', async () => {
  const { send, lines, metrics } = await startBusy();
  for (const [, line, body] of REQUESTS) {
    await send(requestOf(line, '', body));
    await send(requestOf(`${line}/`, '', body));
  }
  expect(nonZero(metrics.expose(), 'http_responses', 'requests', 'admission_rejected')).toEqual({
    'http_responses{endpoint="/openrtb2/auction",status="503"}': 2,
    'http_responses{endpoint="/openrtb2/amp",status="503"}': 2,
    'http_responses{endpoint="/openrtb2/video",status="503"}': 2,
    'requests{request_type="openrtb2-web",request_status="queuetimeout"}': 2,
    'requests{request_type="amp",request_status="queuetimeout"}': 2,
    'requests{request_type="video",request_status="queuetimeout"}': 2,
  });
  const logged = lines.map((entry) => ({ ...entry, ms: 0 }));
  const lineOf = (method: string, route: string, bytesIn: number) => ({
    method,
    route,
    status: 503,
    ms: 0,
    http: '1.1',
    bytesIn,
    bytesOut: 38,
  });
  expect(logged.filter((_, i) => i % 2 === 0)).toEqual([
    lineOf('POST', '/openrtb2/auction', 10),
    lineOf('POST', '/openrtb2/video', 10),
    lineOf('GET', '/openrtb2/amp', 0),
  ]);
  expect(logged.filter((_, i) => i % 2 === 1)).toEqual(logged.filter((_, i) => i % 2 === 0));
});

test.each([
  ['is no POST', requestOf('PUT /openrtb2/auction', '', ''), '405 Method Not Allowed'],
  ['has two hosts', requestOf('POST /openrtb2/auction', 'host: b\r\n', ''), '400 Bad Request'],
  ['has an origin that is not plain', requestOf('POST /openrtb2/auction', 'origin: h\u00e9\r\n', ''), '503 Service Unavailable'],
])('a request that %s has the response of the router', async (_, request, status) => {
  const { send } = await startBusy();
  const [line] = (await send(request.replace('\r\nhost', '\r\nconnection: close\r\nhost'))).split('\r\n');
  expect(line).toBe(`HTTP/1.1 ${status}`);
});

test('a connection is closed if the body of a rejected request is over the limit', async () => {
  const { send } = await startBusy();
  const head = `POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ncontent-length: ${MAX_BODY + 1}\r\n\r\n`;
  const [status, ...headers] = (await send(head)).split('\r\n');
  expect([status, headers.includes('connection: close')]).toEqual(['HTTP/1.1 503 Service Unavailable', true]);
});

test('a rejected request without an announced length is discarded, and its connection stays usable', async () => {
  const { send, routed } = await startBusy();
  const chunk = `${(MAX_BODY / 2).toString(16)}\r\n${'a'.repeat(MAX_BODY / 2)}\r\n`;
  const chunked = `POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`;
  expect((await send(chunked + requestOf('POST /openrtb2/auction', '', '{}'))).match(/HTTP\/1.1 503/g)).toHaveLength(2);
  expect(routed()).toBe(1);
});

test('a connection is closed if the body of a rejected request exceeds the limit without an announced length', async () => {
  const { port } = await startBusy({ keep_alive_timeout_seconds: 3600, request_timeout_ms: 3_600_000 });
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write('POST /openrtb2/auction HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n');
  const [response] = (await once(socket, 'data')) as [Buffer];
  expect(response.toString()).toMatch(/^HTTP\/1.1 503 /);
  for (let sent = 0; sent <= MAX_BODY; sent += 100) socket.write(`64\r\n${'a'.repeat(100)}\r\n`);
  await closed;
});

test('a connection is closed after a rejection while the host drains', async () => {
  const { send, listeners } = await startBusy();
  listeners.drain();
  const headers = (await send(requestOf('POST /openrtb2/auction', '', '{}'))).split('\r\n');
  expect(headers.includes('connection: close')).toBe(true);
});

test('a request that is not rejected is the router\u2019s', async () => {
  const { admission, send, routed } = await startBusy();
  admission.release(1);
  const [status] = (await send(requestOf('POST /openrtb2/auction', 'connection: close\r\n', '{'))).split('\r\n');
  expect([status, routed()]).toEqual(['HTTP/1.1 400 Bad Request', 1]);
});
