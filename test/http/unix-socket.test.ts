import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearSocket } from '#src/http/socket-file.ts';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-socket-'));
const socketPath = join(folder, 'host.sock');
let bidder: BidderServer;
let host: RunningHost;

beforeAll(async () => {
  bidder = await bidderServer((_request, response, body) => response.setHeader('content-type', 'application/json').end(bidOnAll(body)));
  const adapters = { generic: { enabled: true, endpoint: `${bidder.origin}/` } };
  host = await startTestHost({ unix_socket_enable: true, unix_socket_name: socketPath, adapters });
});

afterAll(async () => {
  await host.stop(100);
  await bidder.close();
  rmSync(folder, { recursive: true });
});

const post = (path: string, payload: object): Promise<{ status: number | undefined; body: string }> =>
  new Promise((resolve, reject) => {
    const call = request({ socketPath, path, method: 'POST' }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString('utf8');
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    call.on('error', reject).end(JSON.stringify(payload));
  });

test('a host on a socket file runs auctions there and has no public port', async () => {
  expect(host.origin).toBe('http://127.0.0.1:0');
  const { status, body } = await post('/openrtb2/auction', validRequest(['generic']));
  expect([status, JSON.parse(body)]).toMatchObject([200, { seatbid: [{ seat: 'generic', bid: [{ price: 1 }] }] }]);
  const { status: tried } = await fetch(`${host.adminOrigin}/console/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '/openrtb2/auction', body: '{}' }),
  });
  expect(tried).toBe(503);
});

test('the file is removed with the host', async () => {
  const path = join(folder, 'other.sock');
  const other = await startTestHost({ unix_socket_enable: true, unix_socket_name: path });
  expect(existsSync(path)).toBe(true);
  await other.stop(100);
  expect(existsSync(path)).toBe(false);
});

test('a stale socket file is removed; one in use, or another file, remains', async () => {
  const [left, live, other] = ['left', 'live', 'other'].map((name) => join(folder, name)) as [string, string, string];
  const dies = `require('node:net').createServer().listen(${JSON.stringify(left)}, () => process.kill(process.pid, 'SIGKILL'))`;
  spawnSync(process.execPath, ['-e', dies]);
  const server = createServer().listen(live);
  writeFileSync(other, '');
  expect([existsSync(left), existsSync(live)]).toEqual([true, true]);
  for (const path of [left, live, other, join(folder, 'nothing')]) await clearSocket(path);
  expect([existsSync(left), existsSync(live), existsSync(other)]).toEqual([false, true, true]);
  server.close();
});

test('connections of the socket file and of the port count together', async () => {
  const path = join(folder, 'limited.sock');
  const limited = await startTestHost({
    unix_socket_enable: true,
    unix_socket_name: path,
    server: { http: { enabled: true } },
    admission: { max_connections: 2 },
  });
  const port = Number(new URL(limited.origin).port);
  const open = [connect(path), connect(port, '127.0.0.1')];
  await Promise.all(open.map((socket) => once(socket, 'connect')));
  const gauge = async (): Promise<Record<string, number>> =>
    nonZero(await (await fetch(`${limited.adminOrigin}/metrics`)).text(), 'client_connections', 'client_connections_dropped');
  await expect.poll(gauge).toEqual({ client_connections: 2 });
  const more = [connect(path), connect(port, '127.0.0.1')];
  await Promise.all(more.map((socket) => once(socket.on('error', () => {}).resume(), 'close')));
  expect(await gauge()).toEqual({ client_connections: 2, client_connections_dropped: 2 });
  for (const socket of open) socket.destroy();
  await expect.poll(gauge).toEqual({ client_connections_dropped: 2 });
  await limited.stop(100);
});
