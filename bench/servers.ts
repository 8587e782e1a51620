/**
 * Complete servers under load: auctor and the floor program (or another server of the kind) alternate, with mock bidders and load generator
 * in processes of their own.
 */
import { Budget } from './budget.ts';
import { type Loader, startLoader } from './loader.ts';
import type { Options } from './options.ts';
import { cpuMs, rssMb, start } from './process.ts';
import { record, recordFailure } from './results.ts';
import { auctionUrl, nameOf, type Scenario, startHost } from './scenario.ts';
import { median } from './stats.ts';

/** One of the alternating servers. */
interface Server {
  readonly name: string;
  readonly url: string;
  /** Absent: its CPU is not measured. */
  readonly pid: number | undefined;
  /** Called before each round. */
  readonly prepare: () => void;
  readonly cpuMs: number[];
  readonly p50: number[];
  readonly p99: number[];
  rss: number;
  /** Measured auctions, and those without bids: rejected or failed, they cost less than an auction. */
  auctions: number;
  failed: number;
}

/** Calls of all auctions in flight, for slow bidders: few enough that a slow machine rejects none. */
const CALLS_AT_ONCE = 320;
/** Warm-up auctions with one bidder; with more bidders it takes fewer. V8 still compiles after 5,000 auctions with 5 bidders. */
const [WARMING, WARMING_WITHOUT_TARGET] = [30_000, 15_000];
/** Calls of the auctions of one round, so that rounds with many bidders take no longer. */
const [CALLS, QUICK_CALLS] = [3000, 1500];
const [ROUNDS, ROUNDS_WITHOUT_TARGET, QUICK_ROUNDS] = [7, 4, 3];
/** Of all scenarios, s: those without target begin while time remains. */
const SECONDS = 75;
/** More auctions without bids than this: nothing comparable was measured. */
const MAX_FAILED_SHARE = 0.01;

/** Those with a target first: a slow machine leaves out the last. */
const SCENARIOS: readonly (Scenario & { readonly target?: number })[] = [
  { bidders: 5, delay: 0, everything: false, target: 1.5 },
  { bidders: 15, delay: 0, everything: false, target: 1.35 },
  { bidders: 5, delay: 0, everything: true, target: 1.7 },
  { bidders: 5, delay: 0, everything: false, gzip: true },
  { bidders: 5, delay: 50, everything: false },
  { bidders: 15, delay: 50, everything: false },
  { bidders: 15, delay: 0, everything: true },
];

const serverOf = (name: string, url: string, pid: number | undefined, prepare: () => void = () => {}): Server => ({
  name,
  url,
  pid,
  prepare,
  cpuMs: [],
  p50: [],
  p99: [],
  rss: 0,
  auctions: 0,
  failed: 0,
});

async function measure(server: Server, loader: Loader, requests: number, atOnce: number): Promise<void> {
  const { pid } = server;
  server.prepare();
  const before = pid === undefined ? 0 : cpuMs(pid);
  const result = await loader.send(server.url, requests, atOnce);
  server.auctions += requests;
  server.failed += result.failed;
  server.p50.push(result.p50);
  server.p99.push(result.p99);
  if (pid === undefined) return;
  server.cpuMs.push((cpuMs(pid) - before) / requests);
  server.rss = Math.max(server.rss, rssMb(pid));
}

function report(scenario: Scenario, [base, ours]: readonly [Server, Server], target: number | undefined): void {
  const name = nameOf(scenario);
  const failing = [base, ours].filter(({ failed, auctions }) => failed > auctions * MAX_FAILED_SHARE);
  for (const { name: server, failed, auctions } of failing) {
    recordFailure(`${name}: CPU, ${ours.name} / ${base.name}`, `${failed} of ${auctions} auctions of ${server} returned no bids`);
  }
  if (failing.length > 0) return;
  for (const server of [base, ours]) {
    if (server.cpuMs.length > 0) record(`${name}: CPU of ${server.name}`, 'ms', server.cpuMs);
    record(`${name}: p50 of ${server.name}`, 'ms', server.p50);
    record(`${name}: p99 of ${server.name}`, 'ms', server.p99);
    if (server.rss > 0) record(`${name}: RSS of ${server.name}`, 'MB', [server.rss]);
  }
  if (base.cpuMs.length === 0) return;
  // Each round has its own ratio: what slows both down does not count.
  const ratios = ours.cpuMs.map((cpu, i) => cpu / (base.cpuMs[i] ?? median(base.cpuMs)));
  record(`${name}: CPU, ${ours.name} / ${base.name}`, '×', ratios, base.name === 'floor' ? target : undefined);
}

async function compare(
  scenario: Scenario & { readonly target?: number },
  options: Options,
  requests: number,
  rounds: number,
): Promise<void> {
  const { bidders, delay } = scenario;
  const mock = await start('mock-bidders.ts', options.bidderPort === undefined ? [] : [options.bidderPort]);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const floor =
    options.peer === undefined
      ? await start('floor.ts', [origin, String(bidders), String(delay)], {}, ['--max-semi-space-size=64'])
      : undefined;
  const host = await startHost(origin, scenario);
  const base = floor ? serverOf('floor', auctionUrl(floor), floor.child.pid) : serverOf('peer', options.peer ?? '', options.peerPid);
  const ours = serverOf('auctor', auctionUrl(host), host.child.pid, () => host.emptyLogs());
  // All bidders share one origin and its connections: a higher concurrency would measure waits for those, not for responses.
  const atOnce = delay > 0 ? Math.floor(CALLS_AT_ONCE / bidders) : 16;
  // Both reach their final speed before measuring: a server runs for days.
  const loader = startLoader(scenario);
  const warming = Math.floor((scenario.target === undefined ? WARMING_WITHOUT_TARGET : WARMING) / bidders);
  for (const { url } of [base, ours]) await loader.send(url, Math.max(requests, warming), atOnce);
  for (let round = 0; round < rounds; round++) for (const server of [base, ours]) await measure(server, loader, requests, atOnce);
  loader.stop();
  report(scenario, [base, ours], scenario.target);
  const started = floor ? [floor, host, mock] : [host, mock];
  await Promise.all(started.map((each) => each.stop()));
}

/** Measures all scenarios; with a peer only those without features that its settings would have to match. */
export async function runServers(options: Options): Promise<void> {
  const calls = options.quick ? QUICK_CALLS : CALLS;
  const budget = new Budget(SECONDS);
  for (const scenario of SCENARIOS) {
    if (options.peer !== undefined && (scenario.everything || scenario.gzip || scenario.delay > 0)) continue;
    if (scenario.target === undefined && budget.isOver) {
      console.log(`${nameOf(scenario)}: left out, the machine is slow`);
      continue;
    }
    const rounds = scenario.target === undefined ? ROUNDS_WITHOUT_TARGET : ROUNDS;
    await compare(scenario, options, Math.floor(calls / scenario.bidders), options.quick ? QUICK_ROUNDS : rounds);
  }
}
