/** Two worker processes: whoever watches sees both, through the one admin listener of the primary. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { auctionAt } from '#test/helpers/watched-calls.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from '#test/integration/host.ts';
import { until } from '#test/integration/servers.ts';

interface Message {
  readonly type: string;
  readonly kind?: string;
  readonly worker?: number;
  readonly host?: { readonly workers: number };
  readonly data?: { readonly action?: string; readonly end?: string; readonly recording?: object };
}

let bidder: LocalServer;
let host: AuctorProcess;
let tap: WebSocket;
const heard: Message[] = [];

beforeAll(async () => {
  bidder = await startBidder();
  host = await startAuctor({ workers: 2, adapters: { generic: { enabled: true, endpoint: bidder.url } }, taps: { flush_ms: 10 } });
  tap = new WebSocket(`${host.adminUrl.replace('http', 'ws')}/taps?kinds=auction,admin&recording=1`);
  tap.on('message', (data) => {
    for (const line of String(data).split('\n')) if (line !== '') heard.push(JSON.parse(line) as Message);
  });
  await new Promise((resolve) => tap.once('open', resolve));
  await until('the tap is there', () => heard.some(({ type }) => type === 'snapshot'));
});
afterAll(async () => {
  tap?.terminate();
  await host?.stop();
  await bidder?.close();
});

const workersHeardOf = (): Set<number | undefined> => new Set(heard.filter(({ kind }) => kind === 'auction').map(({ worker }) => worker));

test('a tap hears of auctions of all workers, recordings included', { timeout: 60_000 }, async () => {
  expect(heard.find(({ type }) => type === 'hello')?.host?.workers).toBe(2);
  await until('both were heard of', async () => {
    expect(await auctionAt(host.url)).toBe(200);
    return workersHeardOf().size === 2;
  });
  for (const { kind, data } of heard) if (kind === 'auction') expect([data?.end, typeof data?.recording]).toEqual(['done', 'object']);
});

test('the primary answers for all: charts and console itself, the rest by a worker', { timeout: 60_000 }, async () => {
  expect((await host.admin('GET', '/machines/auction')).status).toBe(200);
  expect((await host.admin('GET', '/console')).text).toContain('auctor console');
  expect(JSON.parse((await host.admin('GET', '/version')).text)).toHaveProperty('version');
  expect((await host.admin('GET', '/metrics')).text).toContain('auctions_live');
  expect((await host.admin('GET', '/nothing')).status).toBe(404);
  expect((await host.admin('POST', '/nothing', { a: 1 })).status).toBe(404);
});

test('an auction can be tried from the console', { timeout: 60_000 }, async () => {
  const answer = await fetch(`${host.adminUrl}/console/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: '/openrtb2/auction', body: '{}' }),
  });
  expect(await answer.json()).toMatchObject({ status: 400 });
});

test('a worker that dies is replaced, and the tap hears of its heir as well', { timeout: 60_000 }, async () => {
  const ready = host.said.filter((line) => line.includes('"adminPort":0'));
  const { pid } = JSON.parse(ready[0] ?? '{}') as { pid: number };
  process.kill(pid, 'SIGKILL');
  const told = (action: string): boolean => heard.some(({ data }) => data?.action === action);
  await until('its end was told', () => told('worker ended'));
  await until('its heir was told of', () => told('worker ready'));
  await until('the heir was heard of', async () => {
    await auctionAt(host.url);
    return workersHeardOf().has(3);
  });
});

test('all end together', { timeout: 60_000 }, async () => {
  const closed = new Promise((resolve) => tap.once('close', resolve));
  await host.stop();
  await closed;
  await expect(host.get('/status')).rejects.toThrow();
});
