/** Complete servers under load: auctor and the floor program alternate, with mock bidders and load generator in processes of their own. */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMs, rssMb, type Started, start } from './process.ts';
import { bidderNames } from './request.ts';

interface LoadResult {
  readonly ok: number;
  readonly failed: number;
  readonly p50: number;
  readonly p99: number;
  readonly ms: number;
}

/** The compared scenario: `everything` also caches bids, tracks events and computes floors. */
interface Scenario {
  readonly bidders: number;
  readonly delay: number;
  readonly everything: boolean;
}

interface Measured {
  readonly cpuMs: number[];
  readonly p50: number[];
  readonly p99: number[];
  readonly perSecond: number[];
  rss: number;
}

/** Calls of all auctions in flight, for slow bidders. */
const CALLS_AT_ONCE = 640;
/** Warm-up rounds with one bidder; with more bidders it takes fewer auctions. */
const WARMING = 30;

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** A host whose bidders all respond at `origin`: plain OpenRTB bidders by configuration, without code. */
function writeConfig(origin: string, { bidders, delay, everything }: Scenario): string {
  const adapters = Object.fromEntries(
    bidderNames(bidders).map((name) => [
      name,
      // The floor program forwards requests unchanged: so do these bidders.
      { alias_of: 'generic', enabled: true, endpoint: `${origin}/${name}?delay=${delay}`, openrtb: { version: '2.6' } },
    ]),
  );
  const file = join(tmpdir(), `auctor-bench-${process.pid}-${bidders}-${delay}-${everything}.yaml`);
  const config = {
    port: 0,
    admin_port: 0,
    log: { level: 'warn' },
    adapters,
    gdpr: { default_value: '0', vendor_list_wait_ms: 0 },
    data_dir: '',
    account_defaults: { events: { enabled: everything } },
    price_floors: { enabled: everything },
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function load(port: unknown, { bidders, everything }: Scenario, requests: number, atOnce: number): Promise<LoadResult> {
  const started = await start('load.ts', [
    `http://127.0.0.1:${port}/openrtb2/auction`,
    String(bidders),
    String(requests),
    String(atOnce),
    '3',
    everything ? 'everything' : 'plain',
  ]);
  return started.hello as unknown as LoadResult;
}

async function measure(server: Started, scenario: Scenario, requests: number, atOnce: number, into: Measured): Promise<void> {
  const pid = server.child.pid ?? 0;
  const before = cpuMs(pid);
  const result = await load(server.hello['port'], scenario, requests, atOnce);
  if (result.failed > 0) throw new Error(`${result.failed} of ${requests} auctions returned no bids`);
  const used = cpuMs(pid) - before;
  into.cpuMs.push(used / requests);
  into.perSecond.push((1000 * requests) / used);
  into.p50.push(result.p50);
  into.p99.push(result.p99);
  into.rss = Math.max(into.rss, rssMb(pid));
}

const fresh = (): Measured => ({ cpuMs: [], p50: [], p99: [], perSecond: [], rss: 0 });

async function compare(scenario: Scenario, requests: number, rounds: number): Promise<void> {
  const { bidders, delay } = scenario;
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const nodeArgs = ['--max-semi-space-size=64'];
  const floor = await start('floor.ts', [origin, String(bidders), String(delay)], {}, nodeArgs);
  const main = join(import.meta.dirname, '../src/main.ts');
  const ours = await start(main, ['--config', writeConfig(origin, scenario), '--hello'], {}, nodeArgs);
  // All bidders share one origin and its connections: a higher concurrency would measure waits for those, not for responses.
  const atOnce = delay > 0 ? Math.floor(CALLS_AT_ONCE / bidders) : 16;
  // Both reach their final speed before measuring: a server runs for days.
  const warming = Math.max(requests, Math.floor((requests * WARMING) / bidders));
  await load(floor.hello['port'], scenario, warming, atOnce);
  await load(ours.hello['port'], scenario, warming, atOnce);
  const [a, b] = [fresh(), fresh()];
  for (let round = 0; round < rounds; round++) {
    await measure(floor, scenario, requests, atOnce, a);
    await measure(ours, scenario, requests, atOnce, b);
  }
  report(scenario, a, b);
  await Promise.all([floor.stop(), ours.stop(), mock.stop()]);
}

function report({ bidders, delay, everything }: Scenario, floor: Measured, ours: Measured): void {
  const ratio = median(ours.cpuMs) / median(floor.cpuMs);
  const line = (name: string, m: Measured): string =>
    `${name.padEnd(8)} ${median(m.cpuMs).toFixed(3).padStart(8)} ms CPU/auction ${median(m.perSecond).toFixed(0).padStart(6)} auctions/s/core  ` +
    `p50 +${(median(m.p50) - delay).toFixed(1)} ms  p99 +${(median(m.p99) - delay).toFixed(1)} ms  RSS ${m.rss.toFixed(0)} MB`;
  console.log(
    `-- ${bidders} bidders, ${delay} ms, ${everything ? 'all features enabled (targeting, cache, floors, events)' : 'targeting'}`,
  );
  console.log(line('floor', floor));
  console.log(line('auctor', ours));
  console.log(`ratio    ${ratio.toFixed(2)} × the floor's CPU`);
}

/** Prints the table; `quick` makes fewer and shorter rounds. */
export async function runServers(quick: boolean): Promise<void> {
  const rounds = quick ? 3 : 7;
  const requests = quick ? 800 : 2000;
  for (const delay of [0, 50]) for (const bidders of [5, 15]) await compare({ bidders, delay, everything: false }, requests, rounds);
  for (const bidders of [5, 15, 50]) await compare({ bidders, delay: 0, everything: true }, bidders > 15 ? requests / 2 : requests, rounds);
}
