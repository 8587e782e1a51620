/** The documented tap clients in JavaScript and Python, run in their own languages; a language that is absent is skipped. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';

const FOLDER = join(import.meta.dirname, '../../docs/taps');
const CLIENTS = [
  ['JavaScript', process.execPath, 'client.js'],
  ['Python', 'python3', 'client.py'],
] as const;
const isAbsent = (program: string): boolean => spawnSync(program, ['--version']).status !== 0;

let bidder: BidderServer;
let host: RunningHost;
const children: ChildProcess[] = [];
/** The host's ends of the admin connections. */
const sockets: Socket[] = [];

beforeAll(async () => {
  bidder = await bidderServer((_request, response, body) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(bidOnAll(body));
  });
  const adapters = { one: { alias_of: 'generic', enabled: true, endpoint: bidder.origin } };
  host = await startTestHost({ adapters, taps: { flush_ms: 5, heartbeat_ms: 500 } });
  host.admin.server.on('connection', (socket) => sockets.push(socket));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await host.stop(100);
  await bidder.close();
});

const auction = (id: string): Promise<Response> =>
  fetch(`${host.origin}/openrtb2/auction`, { method: 'POST', body: JSON.stringify({ ...validRequest(['one']), id }) });

describe.each(CLIENTS)('the client in %s', (name, program, file) => {
  test.skipIf(isAbsent(program))('prints auctions, also those that end while it is disconnected', { timeout: 60_000 }, async () => {
    await auction(`${name}-warm`);
    const child = spawn(program, [join(FOLDER, file), `${host.adminOrigin.replace('http', 'ws')}/taps`]);
    children.push(child);
    let printed = '';
    child.stdout.on('data', (chunk) => {
      printed += String(chunk);
    });
    const line = new RegExp(`^${name}-\\d+ [\\d.]+ 1(\\.0)?$`, 'm');
    let count = 0;
    await expect
      .poll(
        async () => {
          await auction(`${name}-${++count}`);
          return line.test(printed);
        },
        { timeout: 30_000, interval: 100 },
      )
      .toBe(true);
    for (const socket of sockets) socket.destroy();
    await auction(`${name}-gap`);
    await expect.poll(() => printed.includes(`${name}-gap `), { timeout: 30_000 }).toBe(true);
    const requests = printed.split('\n').map((text) => text.split(' ')[0]);
    expect(requests.filter((id, i) => id !== '' && requests.indexOf(id) !== i)).toEqual([]);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
});
