/** Total cost of dozens of clients with different subscriptions that read nothing. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';

const MIB = 1024 * 1024;
const TAPS = 40;
const TOTAL_BYTES = 16 * MIB;
/** One message in flight per client, however little memory is left. */
const MESSAGE_BYTES = 16 * 1024;
const EVENT_BYTES = 6 * 1024;
/** More than the system's connection buffers hold: further events wait in the host. */
const EVENTS = 1100;

let host: RunningHost;
let others: ChildProcess;
/** The host's ends of its connections. */
const sockets: Socket[] = [];

beforeAll(async () => {
  host = await startTestHost({
    taps: { flush_ms: 5, heartbeat_ms: 60_000, total_queue_bytes: TOTAL_BYTES, ring_events: 10, max_clients: TAPS + 1 },
  });
  host.admin.server.on('connection', (socket) => sockets.push(socket));
  others = fork(join(import.meta.dirname, '../helpers/slow-reader.ts'), { execArgv: [] });
});
afterAll(async () => {
  others.kill();
  await host.stop(100);
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Live bytes of this process. */
function alive(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const address = (query: string): string => `${host.adminOrigin.replace('http', 'ws')}/taps?kinds=admin${query}`;
const filler = 'x'.repeat(EVENT_BYTES);

test('waiting bytes stay within the total limit, a reading client misses nothing, and a late one receives the number of lost events', async () => {
  const quick = new WebSocket(address(''));
  await once(quick, 'open');
  const received: number[] = [];
  quick.on('message', (data) => {
    for (const [, number] of String(data).matchAll(/"number":(\d+)/g)) received.push(Number(number));
  });
  // As many different subscriptions, all of which request everything.
  others.send(Array.from({ length: TAPS }, (_, i) => address(`&sample=${1 - i / 1e6}`)));
  expect((await once(others, 'message'))[0]).toBe('open');
  const before = alive();
  for (let number = 1; number <= EVENTS; number++) {
    host.services.bus.publish({ v: 1, kind: 'admin', at: 1, data: { action: 'test', number, filler } });
    if (number % 5 === 0) await expect.poll(() => received.at(-1), { interval: 1 }).toBe(number);
  }
  await expect.poll(() => received.length).toBe(EVENTS);
  expect(received).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1));
  const inSinks = sockets.reduce((sum, { writableLength }) => sum + writableLength, 0);
  expect(inSinks).toBeGreaterThan(MIB);
  expect(inSinks).toBeLessThan(TOTAL_BYTES + TAPS * MESSAGE_BYTES);
  // Allowance for the rest of the process. Freed memory is collected in the background.
  await expect.poll(() => alive() - before).toBeLessThan(TOTAL_BYTES + TAPS * MESSAGE_BYTES + 10 * MIB);
  const reported = { events: 0, dropped: 0 };
  others.on('message', (message) => Object.assign(reported, message));
  others.send('read');
  await expect.poll(() => reported.events + reported.dropped).toBe(EVENTS);
  expect(reported.dropped).toBeGreaterThan(0);
  quick.terminate();
});
