/** Two worker processes under one tap: events of every kind, recordings that replay, and resuming. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, callAll, REPORTED } from '#test/helpers/observed-calls.ts';
import { openTap, type TapEvent } from '#test/helpers/tap-client.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from '#test/integration/host.ts';
import { until } from '#test/integration/servers.ts';

let bidder: LocalServer;
let host: AuctorProcess;

beforeAll(async () => {
  bidder = await startBidder();
  const usersync = { redirect: { url: 'https://one.example/sync?to={{.RedirectURL}}', user_macro: '$UID' } };
  host = await startAuctor({
    workers: 2,
    adapters: { one: { alias_of: 'generic', enabled: true, endpoint: bidder.url, usersync } },
    account_defaults: { events: { enabled: true } },
    taps: { flush_ms: 10, ring_events: 30 },
  });
}, 30_000);
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
});

const workersOf = (events: readonly TapEvent[]): Set<number | undefined> => new Set(events.map(({ worker }) => worker));
const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();

test('calls of every endpoint reach a tap, whichever worker handled them', { timeout: 60_000 }, async () => {
  const tap = await openTap(`${host.adminUrl}/taps?kinds=event,cache,sync`);
  await tap.next('snapshot');
  await callAll(host.url);
  await tap.event(({ data }) => data['type'] === 'cookie_sync');
  await until('all was heard', () => tap.events().length === 7);
  for (const [kind, reported] of Object.entries(REPORTED)) {
    const received = tap.events().filter((event) => event.kind === kind);
    expect(sorted(received.map(({ data: { ms: _, ...data } }) => data))).toEqual(sorted(reported));
  }
  expect(workersOf(tap.events())).toEqual(new Set([1, 2]));
  tap.close();
});

const auction = (id: string): Promise<number> => {
  const imp = { id: 'imp', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { one: {} } } } };
  const site = { page: 'https://p.example', publisher: { id: 'publisher' } };
  return call(host.url, 'POST', '/openrtb2/auction', JSON.stringify({ id, imp: [imp], site, ext: { prebid: { targeting: {} } } }));
};

test('recordings of all workers replay identically', { timeout: 60_000 }, async () => {
  const tap = await openTap(`${host.adminUrl}/taps?kinds=auction&recording=1`);
  await tap.next('snapshot');
  for (let i = 0; i < 6; i++) expect(await auction(`recorded-${i}`)).toBe(200);
  await until('all was heard', () => tap.events().length === 6);
  expect(workersOf(tap.events())).toEqual(new Set([1, 2]));
  tap.close();
  const folder = mkdtempSync(join(tmpdir(), 'auctor-recorded-'));
  const file = join(folder, 'auctions.ndjson');
  writeFileSync(file, tap.text());
  const { stdout } = spawnSync(process.execPath, ['src/replay/run.ts', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('6 auctions, 6 the same, 0 different');
});

test('a returning client resumes, and learns if events were lost', { timeout: 60_000 }, async () => {
  const tap = await openTap(`${host.adminUrl}/taps?kinds=event`);
  const { session } = await tap.next('hello');
  await tap.next('snapshot');
  const win = (id: string): Promise<number> => call(host.url, 'GET', `/event?t=win&b=${id}&a=publisher`);
  await win('before');
  const { seq } = await tap.event(({ data }) => data['bidId'] === 'before');
  tap.close();
  const back = async (): Promise<[unknown, unknown, unknown]> => {
    const secondTap = await openTap(`${host.adminUrl}/taps`);
    secondTap.send({ type: 'subscribe', kinds: ['event'], resume: { session, seq } });
    const snapshot = await secondTap.next('snapshot');
    secondTap.close();
    return [snapshot['resumed'], snapshot['missed'], snapshot['recent']];
  };
  for (let i = 0; i < 10; i++) await win(`meanwhile-${i}`);
  await expect.poll(back, { timeout: 5000 }).toEqual([true, false, 10]);
  for (let i = 10; i < 40; i++) await win(`meanwhile-${i}`);
  await expect.poll(back, { timeout: 5000 }).toEqual([true, true, 30]);
});
