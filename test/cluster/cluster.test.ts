/**
 * One host with two worker processes: stored data, cache, metrics and analytics of all workers, their events under one tap, and a worker that
 * dies. All tests share the host, because its three processes take seconds of CPU time to start; the last ones end workers.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctionAt, call, callAll, REPORTED } from '#test/helpers/observed-calls.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { AUCTOR } from '#test/helpers/program.ts';
import { openTap, type TapClient, type TapEvent } from '#test/helpers/tap-client.ts';
import { ADMIN_TOKEN, type AuctorProcess, type LocalServer, reported, serve, startAuctor, startBidder } from '#test/integration/host.ts';
import { until } from '#test/integration/servers.ts';
import { auctionOf, storedRequest } from '#test/integration/topology.ts';

interface Notification {
  readonly bidid: string;
  readonly integration?: string;
  readonly bid?: object;
}

const folder = mkdtempSync(join(tmpdir(), 'auctor-cluster-'));
const collected: Notification[] = [];
let bidder: LocalServer;
let collector: LocalServer;
let host: AuctorProcess;
let scrapes: number;

beforeAll(async () => {
  [bidder, collector, scrapes] = await Promise.all([
    startBidder(),
    serve((_, body) => {
      collected.push(...(JSON.parse(body) as Notification[]));
      return 200;
    }),
    reservePort(),
  ]);
  const usersync = { redirect: { url: 'https://one.example/sync?to={{.RedirectURL}}', user_macro: '$UID' } };
  host = await startAuctor({
    workers: 2,
    admin_token: ADMIN_TOKEN,
    adapters: {
      generic: { enabled: true, endpoint: bidder.url },
      one: { alias_of: 'generic', enabled: true, endpoint: bidder.url, usersync },
    },
    account_defaults: { events: { enabled: true } },
    stored_requests: { filesystem: { enabled: false }, in_memory_cache: { type: 'unbounded' }, cache_events: { enabled: true } },
    analytics: {
      file: { filename: join(folder, 'events'), format: 'json', events: ['auction'], batch: { timeout_ms: 600_000 } },
      http: { url: collector.url, format: 'json', gzip: false, events: ['notification'], batch: { timeout_ms: 50 } },
    },
    metrics: { prometheus: { port: scrapes, namespace: 'pbs' } },
    taps: { flush_ms: 10, ring_events: 30 },
    // A busy machine may delay the heartbeats of a worker, which must not be replaced; `hung-worker.test.ts` is about those.
    worker_heartbeat: { timeout_ms: 600_000 },
    // The same holds for its responses to the other one. The search for a bid that no worker has takes all of its time.
    worker_timeouts: { bid_ms: 10_000, cached_value_ms: 60_000, metrics_ms: 60_000 },
  });
});
afterAll(async () => {
  await host?.stop();
  await Promise.all([bidder?.close(), collector?.close()]);
  rmSync(folder, { recursive: true });
});

const AUTHORIZED = { authorization: `Bearer ${ADMIN_TOKEN}` };
const open = (query: string): Promise<TapClient> => openTap(`${host.adminUrl}/taps${query}`, AUTHORIZED);

/** A tap that is subscribed. */
async function tapOf(query: string): Promise<TapClient> {
  const tap = await open(`?${query}`);
  await tap.next('snapshot');
  return tap;
}
const eightTimes = <T>(make: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, make));
/** Events since the subscription; a new one starts with recent events of others. */
const newIn = (tap: TapClient): TapEvent[] => tap.events().filter(({ seq }) => seq > tap.start);
const workersOf = (events: readonly TapEvent[]): Set<number | undefined> => new Set(events.map(({ worker }) => worker));
const sorted = (all: readonly unknown[]): string[] => all.map((one) => JSON.stringify(one)).sort();

/** An auction of bidder `one`, on a connection of its own, so that workers take turns. */
function auction(id: string): Promise<number> {
  const imp = { id: 'top', banner: { format: [{ w: 300, h: 250 }] }, ext: { prebid: { bidder: { one: {} } } } };
  const site = { page: 'https://p.example', publisher: { id: 'publisher' } };
  return call(host.url, 'POST', '/openrtb2/auction', JSON.stringify({ id, imp: [imp], site, ext: { prebid: { targeting: {} } } }));
}

describe('two workers', () => {
  const statuses = (): Promise<number[]> =>
    eightTimes(() => call(host.url, 'POST', '/openrtb2/auction', JSON.stringify(auctionOf('pushed', 'publisher'))));
  const push = async (): Promise<void> => {
    const body = { requests: { pushed: JSON.parse(storedRequest()) as object } };
    expect((await host.admin('POST', '/storedrequests/openrtb2', body)).status).toBe(200);
    await until('all know it', async () => (await statuses()).every((status) => status === 200));
  };

  test('forward changes of stored data to each other', async () => {
    expect(await statuses()).toEqual(Array.from({ length: 8 }, () => 400));
    await push();
    await host.admin('DELETE', '/storedrequests/openrtb2', { requests: ['pushed'] });
    await until('all have forgotten it', async () => (await statuses()).every((status) => status === 400));
  });

  test('serve values that another has cached', async () => {
    await push();
    const { cacheId } = reported((await host.post('/openrtb2/auction', auctionOf('pushed', 'publisher'))).body);
    expect(await eightTimes(() => call(host.url, 'GET', `/cache?uuid=${cacheId}`))).toEqual(Array.from({ length: 8 }, () => 200));
  });

  test('report the figures of all in every read of metrics', async () => {
    const series = 'requests{request_type="openrtb2-web",request_status="ok"}';
    const before = (await host.metric(`pbs_${series}`)) ?? 0;
    for (let i = 0; i < 12; i++) expect(await auctionAt(host.url)).toBe(200);
    // Both workers are read in turn: their output must be the same.
    for (let i = 0; i < 4; i++) expect(await host.metric(`pbs_${series}`)).toBe(before + 12);
    const { body } = await host.admin('GET', '/metrics');
    expect(body.match(/^pbs_process_resident_memory_bytes\{worker="\d+"\} \d+$/gm)).toHaveLength(2);
    const own = await (await fetch(`http://127.0.0.1:${scrapes}/`)).text();
    expect(own).toContain(`pbs_${series} ${before + 12}`);
  });

  test('join a win to its auction, whichever of them receives it', async () => {
    const tap = await tapOf('kinds=auction,event');
    expect(await auction('joined')).toBe(200);
    const { worker: own } = await tap.event(({ kind }) => kind === 'auction');
    /** Reports a win; whether it reached the auction's worker, and its bid. */
    const win = async (bidId: string, int: string): Promise<{ isOwn: boolean; bid: object | undefined }> => {
      expect(await call(host.url, 'GET', `/event?t=win&b=${bidId}&a=publisher&bidder=one&int=${int}`)).toBe(204);
      const { worker } = await tap.event(({ kind, data }) => kind === 'event' && data['integration'] === int);
      const find = (): Notification | undefined => collected.find(({ integration }) => integration === int);
      await until('the win was reported', () => find() !== undefined);
      return { isOwn: worker === own, bid: find()?.bid };
    };
    const bid = { auction: 'joined', imp: 'top', bidder: 'one', price: 1, currency: 'USD', type: 'banner', crid: 'c' };
    const madeUp = win('made-up', 'none');
    const seen = { own: false, other: false };
    let wins = 0;
    await until('both have joined a win', async () => {
      const joined = await win('bid-top', `win-${wins++}`);
      expect(joined.bid).toMatchObject(bid);
      seen[joined.isOwn ? 'own' : 'other'] = true;
      return seen.own && seen.other;
    });
    expect((await madeUp).bid).toBeUndefined();
    tap.close();
  });
});

describe('a tap of two workers', () => {
  test('receives calls of every endpoint', async () => {
    const tap = await tapOf('kinds=event,cache,sync');
    await callAll(host.url);
    await until('all events have arrived', () => newIn(tap).length === 7);
    for (const [kind, calls] of Object.entries(REPORTED)) {
      const received = newIn(tap).filter((event) => event.kind === kind);
      expect(sorted(received.map(({ data: { ms: _, ...data } }) => data))).toEqual(sorted(calls));
    }
    expect(workersOf(newIn(tap))).toEqual(new Set([1, 2]));
    tap.close();
  });

  test('receives recordings that replay identically', async () => {
    const tap = await tapOf('kinds=auction&recording=1');
    for (let i = 0; i < 6; i++) expect(await auction(`recorded-${i}`)).toBe(200);
    await until('all events have arrived', () => newIn(tap).length === 6);
    expect(workersOf(newIn(tap))).toEqual(new Set([1, 2]));
    for (const { data } of newIn(tap)) expect([data['end'], typeof data['recording']]).toEqual(['done', 'object']);
    tap.close();
    const file = join(folder, 'auctions.ndjson');
    writeFileSync(file, tap.text());
    const { stdout } = spawnSync(process.execPath, [AUCTOR, 'replay', file], { encoding: 'utf8' });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('6 auctions, 6 the same, 0 different');
  });

  test('resumes, and reports whether events were lost', async () => {
    const tap = await open('?kinds=event');
    const { session, host: described } = await tap.next('hello');
    expect(described).toMatchObject({ workers: 2 });
    await tap.next('snapshot');
    const win = (id: string): Promise<number> => call(host.url, 'GET', `/event?t=win&b=${id}&a=publisher`);
    await win('before');
    const { seq } = await tap.event(({ data }) => data['bidId'] === 'before');
    tap.close();
    const back = async (): Promise<[unknown, unknown, unknown]> => {
      const secondTap = await open('');
      secondTap.send({ type: 'subscribe', kinds: ['event'], resume: { session, seq } });
      const snapshot = await secondTap.next('snapshot');
      secondTap.close();
      return [snapshot['resumed'], snapshot['missed'], snapshot['recent']];
    };
    for (let i = 0; i < 10; i++) await win(`meanwhile-${i}`);
    await expect.poll(back).toEqual([true, false, 10]);
    for (let i = 10; i < 40; i++) await win(`meanwhile-${i}`);
    await expect.poll(back).toEqual([true, true, 30]);
  });
});

describe('the primary', () => {
  /** Process ids of all workers so far. */
  const workers = (): number[] =>
    host.lines.filter((line) => line.includes('"adminPort":0')).map((line) => (JSON.parse(line) as { pid: number }).pid);
  const isReported = ({ events }: TapClient, action: string): boolean => events().some(({ data }) => data['action'] === action);

  test('serves charts and console itself, and forwards the rest to a worker', async () => {
    expect((await host.admin('GET', '/machines/auction')).status).toBe(200);
    expect((await host.admin('GET', '/console')).body).toContain('auctor console');
    expect(JSON.parse((await host.admin('GET', '/version')).body)).toHaveProperty('version');
    expect((await host.admin('GET', '/metrics')).body).toContain('auctions_live');
    expect((await host.admin('GET', '/nothing')).status).toBe(404);
    expect((await host.admin('POST', '/nothing', { a: 1 })).status).toBe(404);
  });

  test('runs a trial auction from the console', async () => {
    const response = await fetch(`${host.adminUrl}/console/try`, {
      method: 'POST',
      headers: { ...AUTHORIZED, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint: '/openrtb2/auction', body: '{}' }),
    });
    expect(await response.json()).toMatchObject({ status: 400 });
  });

  test('replaces a terminated worker, and a tap receives events of its replacement as well, also after it resumes', async () => {
    const tap = await open('?kinds=auction,admin');
    const { session } = await tap.next('hello');
    await tap.next('snapshot');
    await auctionAt(host.url);
    const { seq } = await tap.event(({ kind }) => kind === 'auction');
    const [worker] = workers();
    if (worker === undefined) throw new Error('no worker is logged');
    process.kill(worker, 'SIGKILL');
    await until('its end was reported', () => isReported(tap, 'worker ended'));
    expect(tap.events().find(({ data }) => data['action'] === 'worker ended')?.data).toMatchObject({ code: null, signal: 'SIGKILL' });
    await until('its successor was reported', () => isReported(tap, 'worker ready'));
    const isReplacement = ({ kind, worker = 0 }: TapEvent): boolean => kind === 'auction' && worker > 2;
    await until('its successor has sent events', async () => {
      await auctionAt(host.url);
      return tap.events().some(isReplacement);
    });
    const resumed = await open('');
    resumed.send({ type: 'subscribe', kinds: ['auction'], resume: { session, seq } });
    expect(await resumed.next('snapshot')).toMatchObject({ resumed: true, missed: false });
    expect((await resumed.event(isReplacement)).seq).toBeGreaterThan(seq);
    resumed.close();
    tap.close();
  });

  test('ends all workers together, which write their collected data', async () => {
    const tap = await tapOf('kinds=admin');
    const closed = new Promise((resolve) => tap.socket.once('close', resolve));
    const ids = Array.from({ length: 12 }, (_, i) => `last-${i}`);
    for (const id of ids) expect(await auction(id)).toBe(200);
    await host.stop();
    await closed;
    await expect(host.get('/status')).rejects.toThrow();
    const files = readdirSync(folder).filter((name) => name.startsWith('events'));
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
    const written = lines.map((line) => JSON.parse(line) as { type: string; Request: { id: string } });
    expect(new Set(written.map(({ type }) => type))).toEqual(new Set(['/openrtb2/auction']));
    const last = written.map(({ Request }) => Request.id).filter((id) => id.startsWith('last-'));
    expect(last.sort()).toEqual(ids.sort());
  });
});
