/** Two worker processes: a client sees both, through the one admin listener of the primary. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { auctionAt } from '#test/helpers/observed-calls.ts';
import { openTap } from '#test/helpers/tap-client.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from '#test/integration/host.ts';
import { until } from '#test/integration/servers.ts';

interface Message {
  readonly type: string;
  readonly session?: string;
  readonly seq?: number;
  readonly kind?: string;
  readonly worker?: number;
  readonly host?: { readonly workers: number };
  readonly data?: { readonly action?: string; readonly end?: string; readonly recording?: object };
}

let bidder: LocalServer;
let host: AuctorProcess;
let tap: WebSocket;
const received: Message[] = [];

beforeAll(async () => {
  bidder = await startBidder();
  host = await startAuctor({
    workers: 2,
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
    taps: { flush_ms: 10 },
    // A busy machine may delay a start, which is no endless loop.
    worker_heartbeat: { timeout_ms: 4000 },
  });
  tap = new WebSocket(`${host.adminUrl.replace('http', 'ws')}/taps?kinds=auction,admin&recording=1`);
  tap.on('message', (data) => {
    for (const line of String(data).split('\n')) if (line !== '') received.push(JSON.parse(line) as Message);
  });
  await new Promise((resolve) => tap.once('open', resolve));
  await until('the tap is there', () => received.some(({ type }) => type === 'snapshot'));
});
afterAll(async () => {
  tap?.terminate();
  await host?.stop();
  await bidder?.close();
});

const workersSeen = (): Set<number | undefined> => new Set(received.filter(({ kind }) => kind === 'auction').map(({ worker }) => worker));
/** Workers that replace the first two. */
const heirs = (): number[] => [...workersSeen()].filter((worker) => worker !== undefined).filter((worker) => worker > 2);

test('a tap receives auctions of all workers, including recordings', async () => {
  expect(received.find(({ type }) => type === 'hello')?.host?.workers).toBe(2);
  await until('both were heard of', async () => {
    expect(await auctionAt(host.url)).toBe(200);
    return workersSeen().size === 2;
  });
  for (const { kind, data } of received) if (kind === 'auction') expect([data?.end, typeof data?.recording]).toEqual(['done', 'object']);
});

test('the primary answers charts and console itself, and forwards the rest to a worker', async () => {
  expect((await host.admin('GET', '/machines/auction')).status).toBe(200);
  expect((await host.admin('GET', '/console')).body).toContain('auctor console');
  expect(JSON.parse((await host.admin('GET', '/version')).body)).toHaveProperty('version');
  expect((await host.admin('GET', '/metrics')).body).toContain('auctions_live');
  expect((await host.admin('GET', '/nothing')).status).toBe(404);
  expect((await host.admin('POST', '/nothing', { a: 1 })).status).toBe(404);
});

test('a trial auction runs from the console', async () => {
  const response = await fetch(`${host.adminUrl}/console/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '/openrtb2/auction', body: '{}' }),
  });
  expect(await response.json()).toMatchObject({ status: 400 });
});

test('a dead worker is replaced, and the tap receives events of its replacement as well, also after it resumes', async () => {
  const seq = Math.max(...received.map((message) => message.seq ?? 0));
  const ready = host.lines.filter((line) => line.includes('"adminPort":0'));
  const { pid } = JSON.parse(ready[0] ?? '{}') as { pid: number };
  process.kill(pid, 'SIGKILL');
  const reported = (action: string): boolean => received.some(({ data }) => data?.action === action);
  await until('its end was reported', () => reported('worker ended'));
  await until('its successor was reported', () => reported('worker ready'));
  await until('the heir was heard of', async () => {
    await auctionAt(host.url);
    return heirs().length > 0;
  });
  const session = received.find(({ type }) => type === 'hello')?.session;
  const resumed = await openTap(`${host.adminUrl}/taps`);
  resumed.send({ type: 'subscribe', kinds: ['auction'], resume: { session, seq } });
  expect(await resumed.next('snapshot')).toMatchObject({ resumed: true, missed: false });
  expect((await resumed.event(({ worker }) => worker !== undefined && heirs().includes(worker))).seq).toBeGreaterThan(seq);
  resumed.close();
});

test('a worker that is stopped is replaced, and the primary survives', async () => {
  const starts = (): { pid: number }[] =>
    host.lines.filter((line) => line.includes('"adminPort":0')).map((line) => JSON.parse(line) as { pid: number });
  const before = starts();
  process.kill(before.at(-1)?.pid ?? 0, 'SIGSTOP');
  await until('it was reported', () => received.some(({ data }) => data?.action === 'worker hangs'));
  await until('its successor is ready', () => starts().length > before.length);
  expect(await auctionAt(host.url)).toBe(200);
  expect((await host.admin('GET', '/version')).status).toBe(200);
});

test('all workers end together', async () => {
  const closed = new Promise((resolve) => tap.once('close', resolve));
  await host.stop();
  await closed;
  await expect(host.get('/status')).rejects.toThrow();
});
