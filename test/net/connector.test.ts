import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createServer as createPlainServer, type Server as PlainServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostSchema } from '#src/config/schema.ts';
import { observeConnections } from '#src/metrics/bidder-connections.ts';
import { PoolTransport } from '#src/net/http.ts';
import type { Exchanged } from '#src/net/transport.ts';
import { systemClock } from '#src/platform/clock.ts';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { aBidder, hostInfo } from '#test/helpers/auction.ts';
import { makeCertificate } from '#test/helpers/certificate.ts';
import { nonZero } from '#test/helpers/metrics.ts';

let secure: Server;
/** Accepts connections and forwards them to the secure server after this many ms; negative: never. */
let door: PlainServer;
let delayMs = 0;
/** Key and certificate of this test only. */
let identity: { readonly key: Buffer; readonly cert: Buffer };
const sockets = new Set<Socket>();
const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];

const listen = (server: Server | PlainServer): Promise<number> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'auctor-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  makeCertificate('localhost', cert, key);
  // The certificate is self-signed.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  identity = { key: readFileSync(key), cert: readFileSync(cert) };
  secure = createServer(identity, (_, response) => void response.end('{}'));
  const port = await listen(secure);
  door = createPlainServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    if (delayMs < 0) return;
    setTimeout(() => {
      secure.emit('connection', socket);
    }, delayMs);
  });
  await listen(door);
  expect(port).toBeGreaterThan(0);
});

afterAll(() => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  for (const socket of sockets) socket.destroy();
  door.close();
  secure.close();
});

const uri = (): string => `https://localhost:${(door.address() as AddressInfo).port}/bid`;

function transportOf(http_client: object): PoolTransport {
  return new PoolTransport(hostSchema.parse({ http_client }).http_client, false);
}

const send = (through: PoolTransport, bidder = 'alpha'): Promise<Exchanged> =>
  new Promise((done) => through.send({ bidder, method: 'POST', uri: uri(), headers: {}, body: '{}', gzip: false }, done));

test('a TLS handshake ends within its timeout', async () => {
  delayMs = -1;
  // The timeout of the complete connection is beyond the test's end.
  const transport = transportOf({ tls_handshake_timeout_seconds: 1, connect_timeout_ms: 600_000 });
  expect(await send(transport)).toEqual({ kind: 'failed', failure: 'other', message: `Post "${uri()}": net/http: TLS handshake timeout` });
  await transport.close();
});

test('bidders of HTTP/2 are called over it, with headers in UTF-8', async () => {
  delayMs = 0;
  const versions: string[] = [];
  const agents: string[] = [];
  const modern = createSecureServer({ ...identity, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion);
    agents.push(Buffer.from(request.headers['user-agent'] ?? '', 'latin1').toString());
    response.end('{}');
  });
  await new Promise<void>((resolve) => modern.listen(0, '127.0.0.1', resolve));
  const transport = transportOf({ http2_bidders: ['alpha'] });
  const call = {
    method: 'POST',
    uri: `https://localhost:${(modern.address() as AddressInfo).port}/`,
    headers: { 'User-Agent': 'Zoë 😀 \u010a' },
    body: '{}',
    gzip: false,
  } as const;
  for (const bidder of ['alpha', 'beta']) {
    const response = await new Promise<Exchanged>((done) => transport.send({ ...call, bidder }, done));
    expect(response).toMatchObject({ kind: 'response', response: { status: 200, body: '{}' } });
  }
  expect(versions).toEqual(['2.0', '1.1']);
  expect(agents).toEqual(['Zoë 😀 \u010a', 'Zoë 😀 \u010a']);
  await transport.close();
  modern.close();
});

test('a connection ends within the total timeout', async () => {
  delayMs = -1;
  const transport = transportOf({ connect_timeout_ms: 200 });
  expect(await send(transport)).toMatchObject({
    kind: 'failed',
    failure: 'unreachable',
    message: expect.stringContaining('Connect Timeout'),
  });
  await transport.close();
});

test('a handshake in time succeeds', async () => {
  delayMs = 100;
  const transport = transportOf({ tls_handshake_timeout_seconds: 1 });
  expect(await send(transport)).toMatchObject({ kind: 'response', response: { status: 200, body: '{}' } });
  expect(await send(transport)).toMatchObject({ kind: 'response', response: { status: 200 } });
  await transport.close();
});

test('a bidder without TLS and an unreachable one fail like the call', async () => {
  const silent = createPlainServer((socket) => void socket.end('no TLS here'));
  const port = await listen(silent);
  const transport = transportOf({});
  const call = { bidder: 'alpha', method: 'POST', headers: {}, body: '{}', gzip: false } as const;
  const response = (to: string): Promise<Exchanged> => new Promise((done) => transport.send({ ...call, uri: to }, done));
  expect(await response(`https://127.0.0.1:${port}/`)).toMatchObject({ kind: 'failed', failure: 'other' });
  silent.close();
  expect(await response('https://127.0.0.1:1/')).toMatchObject({ kind: 'failed', failure: 'unreachable' });
  await transport.close();
});

test.each([
  [2, 2],
  [0, 3],
])('connections to one origin are concurrent up to the limit, 0 being none: %i', async (limit, max) => {
  const waiting: (() => void)[] = [];
  let atOnce = 0;
  const slow = createHttpServer((_request, response) => {
    waiting.push(() => response.end('{}'));
    atOnce = Math.max(atOnce, waiting.length);
    if (atOnce === max) for (const respond of waiting.splice(0)) respond();
  });
  const port = await listen(slow);
  const transport = transportOf({ max_connections_per_host: limit });
  const call = { bidder: 'alpha', method: 'POST', uri: `http://127.0.0.1:${port}/`, headers: {}, body: '{}', gzip: false } as const;
  const responses = await Promise.all([1, 2, 3].map(() => new Promise<Exchanged>((done) => transport.send(call, done))));
  expect([responses.map(({ kind }) => kind), atOnce]).toEqual([['response', 'response', 'response'], max]);
  await transport.close();
  slow.close();
});

test('durations are measured if the host enables it', async () => {
  delayMs = 60;
  const metrics = new MetricsRegistry();
  const info = hostInfo({ endpoint: uri() });
  // An alias has the same endpoint.
  const bidders = [aBidder('alpha', { info }), aBidder('beta', { info }), aBidder('off', { info: hostInfo({ enabled: false }) })];
  const settings = {
    ...hostSchema.parse({}).metrics.disabled_metrics,
    adapter_connections_metrics: false,
    adapter_connections_dial_metrics: false,
  };
  const stopObserving = observeConnections(bidders, settings, metrics, systemClock);
  expect(metrics.expose()).toContain('adapter_connection_created{adapter="alpha"} 0');
  expect(metrics.expose()).not.toContain('off');
  const transport = transportOf({ max_connections_per_host: 1 });
  await send(transport);
  await send(transport, 'beta');
  await send(transport);
  await transport.close();
  stopObserving();
  const found = nonZero(
    metrics.expose(),
    'dns_lookup_time',
    'tls_handshake_time',
    'adapter_connection_wait',
    'adapter_connection_created',
    'adapter_connection_reused',
    'adapter_connection_dial_time',
  );
  expect(found).toEqual({
    dns_lookup_time_count: 1,
    tls_handshake_time_count: 1,
    'adapter_connection_wait_count{adapter="alpha"}': 2,
    'adapter_connection_created{adapter="alpha"}': 1,
    'adapter_connection_reused{adapter="alpha"}': 1,
    'adapter_connection_wait_count{adapter="beta"}': 1,
    'adapter_connection_reused{adapter="beta"}': 1,
    'adapter_connection_dial_time_count{adapter="alpha"}': 1,
  });
  expect(Number(/tls_handshake_time_sum (\S+)/.exec(metrics.expose())?.[1])).toBeGreaterThan(0.05);
});

test('calls report their wait only if bidders are throttled for it', async () => {
  delayMs = 60;
  const throttling = transportOf({ throttle: { enable_throttling: true }, max_connections_per_host: 1 });
  const [first, second] = [await send(throttling), await send(throttling)];
  expect(first.waitedMs).toBeGreaterThan(55);
  expect(second.waitedMs).toBeLessThan(first.waitedMs ?? 0);
  await throttling.close();
  const plain = transportOf({});
  expect((await send(plain)).waitedMs).toBeUndefined();
  await plain.close();
});

test('nothing is measured if it is disabled', async () => {
  delayMs = 0;
  const metrics = new MetricsRegistry();
  observeConnections(
    [aBidder('alpha', { info: hostInfo({ endpoint: uri() }) })],
    hostSchema.parse({}).metrics.disabled_metrics,
    metrics,
    systemClock,
  );
  const transport = transportOf({});
  await send(transport);
  await transport.close();
  expect(metrics.expose().trim()).toBe('');
});
