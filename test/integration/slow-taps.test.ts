/** Cost of clients that do not read their events. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningHost, startTestHost } from '#test/helpers/host.ts';
import { openTap } from '#test/helpers/tap-client.ts';

const QUEUE_BYTES = 256 * 1024;
const EVENT_BYTES = 32 * 1024;
/** More than the queue and all system buffers hold. */
const EVENTS = 1500;

let host: RunningHost;
/** The host's ends of its connections. */
const sockets: Socket[] = [];

beforeAll(async () => {
  // A client that does not read sends no pongs either: heartbeats must not end it.
  host = await startTestHost({ taps: { flush_ms: 5, heartbeat_ms: 600_000, queue_bytes: QUEUE_BYTES, ring_events: 10, max_clients: 3 } });
  host.admin.server.on('connection', (socket) => sockets.push(socket));
});
afterAll(() => host.stop(100));

const filler = 'x'.repeat(EVENT_BYTES);
const report = (number: number): void =>
  host.services.bus.publish({ v: 1, kind: 'admin', at: 1, data: { action: 'test', number, filler } });

test('a client that never reads loses events, learns which, and delays no other client', async () => {
  const [slow, quick] = [await openTap(`${host.adminOrigin}/taps`), await openTap(`${host.adminOrigin}/taps?kinds=admin`)];
  slow.send({ type: 'subscribe', kinds: ['admin'] });
  await slow.next('snapshot');
  slow.socket.pause();
  let max = 0;
  for (let number = 1; number <= EVENTS; number++) {
    report(number);
    if (number % 5 === 0) await quick.event(({ data }) => data['number'] === number);
    max = Math.max(max, ...sockets.map(({ writableLength }) => writableLength));
  }
  await quick.event(({ data }) => data['number'] === EVENTS);
  const numbers = (client: typeof quick): number[] =>
    client.events().flatMap(({ data }) => (typeof data['number'] === 'number' ? data['number'] : []));
  expect(numbers(quick)).toEqual(Array.from({ length: EVENTS }, (_, i) => i + 1));
  expect(max).toBeGreaterThan(EVENT_BYTES);
  expect(max).toBeLessThan(QUEUE_BYTES + 10 * EVENT_BYTES);
  slow.socket.resume();
  const dropped = await slow.next('dropped');
  expect(Number(dropped['count'])).toBeGreaterThan(0);
  expect(dropped['total']).toBe(dropped['count']);
  expect(numbers(slow).length + Number(dropped['total'])).toBe(EVENTS);
  const lost = quick.events().filter(({ seq }) => !slow.events().some((event) => event.seq === seq) && seq > slow.start);
  expect([lost.at(0)?.seq, lost.at(-1)?.seq]).toEqual([dropped['first'], dropped['last']]);
  slow.close();
  quick.close();
});

test('the number of clients is limited by the settings', async () => {
  const opened = [];
  let rejected: unknown;
  for (let i = 0; i < 10 && !rejected; i++) {
    try {
      opened.push(await openTap(`${host.adminOrigin}/taps`));
    } catch (cause) {
      rejected = cause;
    }
  }
  expect(opened.length).toBeLessThanOrEqual(3);
  expect(String(rejected)).toContain('503');
  for (const client of opened) client.close();
});

test('a client that misses a heartbeat is disconnected', async () => {
  const brief = await startTestHost({ taps: { heartbeat_ms: 20 } });
  const dead = await openTap(`${brief.adminOrigin}/taps`);
  const closed = new Promise((resolve) => dead.socket.once('close', resolve));
  dead.socket.pong = () => {};
  Object.assign(dead.socket, { _autoPong: false });
  await closed;
  await brief.stop(100);
});
