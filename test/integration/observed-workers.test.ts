/** Metrics and analytics of a host with several workers, in a process of its own. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auctionAt } from '#test/helpers/observed-calls.ts';
import { reservePort } from '#test/helpers/ports.ts';
import { type AuctorProcess, type LocalServer, startAuctor, startBidder } from './host.ts';
import { until } from './servers.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-observed-'));
const AUCTIONS = 12;
const OK = 'requests{request_type="openrtb2-web",request_status="ok"}';

let bidder: LocalServer;
let host: AuctorProcess;
let scrapes: number;

beforeAll(async () => {
  bidder = await startBidder();
  scrapes = await reservePort();
  host = await startAuctor({
    workers: 2,
    adapters: { generic: { enabled: true, endpoint: bidder.url } },
    analytics: { file: { filename: join(folder, 'events'), format: 'json', batch: { timeout_ms: 60_000 } } },
    metrics: { prometheus: { port: scrapes, namespace: 'pbs' } },
  });
});
afterAll(async () => {
  await host?.stop();
  await bidder?.close();
});

test('every read has the figures of all workers', { timeout: 60_000 }, async () => {
  for (let i = 0; i < AUCTIONS; i++) expect(await auctionAt(host.url)).toBe(200);
  // Both workers are read in turn: their output must be the same.
  for (let i = 0; i < 4; i++) expect(await host.metric(`pbs_${OK}`)).toBe(AUCTIONS);
  const { body } = await host.admin('GET', '/metrics');
  expect(body.match(/^pbs_process_resident_memory_bytes\{worker="\d+"\} \d+$/gm)).toHaveLength(2);
  const own = await (await fetch(`http://127.0.0.1:${scrapes}/`)).text();
  expect(own).toContain(`pbs_${OK} ${AUCTIONS}`);
});

test('collected data is written when the host stops', { timeout: 60_000 }, async () => {
  await host.stop();
  await until('the file is there', () => readdirSync(folder).length > 0);
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  expect(lines).toHaveLength(AUCTIONS);
  expect(new Set(lines.map((line) => (JSON.parse(line) as { type: string }).type))).toEqual(new Set(['/openrtb2/auction']));
});
