/** The metrics of a host of real processes whose workers are killed, stopped and replaced: no sum falls. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auctionAt } from '#test/helpers/observed-calls.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { type ConfiguredProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';

const OK = 'requests{request_type="openrtb2-web",request_status="ok"}';
/** ms; a busy machine takes seconds to start a worker. */
const PATIENCE_MS = 90_000;

let bidder: LocalServer;
let host: ConfiguredProcess;
let scrapes: number;
let auctions = 0;

beforeAll(async () => {
  [bidder, scrapes] = await Promise.all([startBidder(), reservePort()]);
  host = await startAuctor({
    workers: 2,
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
    metrics: { prometheus: { port: scrapes, java_names: true } },
    worker_heartbeat: { timeout_ms: 600_000 },
    worker_timeouts: { metrics_ms: PATIENCE_MS },
  });
});
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
});

/** The messages of the log with their processes. */
const logged = (): { msg: string; pid: number; worker?: number; adminPort?: number }[] =>
  host.lines.filter((line) => line.startsWith('{"level"')).map((line) => JSON.parse(line) as { msg: string; pid: number });
/** Process ids of all workers so far. */
const workers = (): number[] =>
  logged()
    .filter(({ adminPort }) => adminPort === 0)
    .map(({ pid }) => pid);

async function run(count: number): Promise<void> {
  for (let i = 0; i < count; i++) expect(await auctionAt(host.url)).toBe(200);
  auctions += count;
}

/** The auctions that each format reports. */
async function reported(): Promise<unknown> {
  const own = `http://127.0.0.1:${scrapes}/`;
  const text = await (await fetch(own)).text();
  const open = await (await fetch(own, { headers: { accept: 'application/openmetrics-text' } })).text();
  const java = JSON.parse((await host.admin('GET', '/collected-metrics')).body) as Record<string, number>;
  const valueIn = (body: string, series: string): number =>
    Number(
      body
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.split(' ')[1],
    );
  return {
    admin: await host.metric(OK),
    text: valueIn(text, OK),
    histogram: valueIn(text, 'request_time_seconds_count{request_type="openrtb2-web"}'),
    javaNames: valueIn(text, 'requests_ok_openrtb2_web'),
    open: valueIn(open, OK),
    java: java['requests.ok.openrtb2-web'],
  };
}

const all = (): unknown =>
  Object.fromEntries(['admin', 'text', 'histogram', 'javaNames', 'open', 'java'].map((format) => [format, auctions]));

describe('every read of metrics counts all auctions', () => {
  test('of two workers', async () => {
    await run(6);
    expect(await reported()).toEqual(all());
  });

  test('although a worker was killed', async () => {
    const before = workers();
    process.kill(before[0] ?? 0, 'SIGKILL');
    await until('its successor is ready', () => workers().length > before.length, PATIENCE_MS);
    expect(await reported()).toEqual(all());
    await run(6);
    expect(await reported()).toEqual(all());
  });

  test('although all workers were replaced', async () => {
    await run(6);
    host.signal('SIGHUP');
    await until('all are replaced', () => logged().some(({ msg }) => msg === 'all workers run with the new settings'), PATIENCE_MS);
    expect(await reported()).toEqual(all());
    await run(6);
    expect(await reported()).toEqual(all());
    const { body } = await host.admin('GET', '/metrics');
    expect(body.match(/^auctions_live\{worker="\d+"\}/gm)).toHaveLength(2);
  });
});
