/** The documented tap clients, run in their own languages; a language that is absent is skipped. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validRequest } from '#test/helpers/auction.ts';
import { type BidderServer, bidderServer, bidOnAll, type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { isAbsent, startTapProgram, TAP_PROGRAMS } from '#test/helpers/tap-programs.ts';

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

describe.each(TAP_PROGRAMS)('the client in %s', (name, program, file) => {
  test.skipIf(isAbsent(program))('prints auctions, also those that end while it is disconnected', async () => {
    await auction(`${name}-warm`);
    const client = startTapProgram(program, file, host.adminOrigin);
    children.push(client.child);
    const line = new RegExp(`^${name}-\\d+ [\\d.]+ 1(\\.0)?$`, 'm');
    let count = 0;
    await expect
      .poll(
        async () => {
          await auction(`${name}-${++count}`);
          return line.test(client.printed());
        },
        { interval: 100 },
      )
      .toBe(true);
    for (const socket of sockets) socket.destroy();
    await auction(`${name}-gap`);
    await expect.poll(() => client.requests()).toContain(`${name}-gap`);
    expect(new Set(client.requests()).size).toBe(client.requests().length);
    client.child.kill('SIGKILL');
    await once(client.child, 'exit');
  });
});
