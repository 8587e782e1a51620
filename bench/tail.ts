/**
 * Latency at a fixed rate of half of what one core can complete, with the host pinned to that core: the difference between p99 and p50 is
 * what the garbage collector and queues add.
 */
import { execFileSync } from 'node:child_process';
import { startLoader } from './loader.ts';
import { cpuMs, PATIENCE_MS, start } from './process.ts';
import { record, recordFailure } from './results.ts';
import { auctionUrl, nameOf, type Scenario, startHost } from './scenario.ts';
import { histogram, quantile } from './stats.ts';

const WARMING = 6000;
/** Auctions that show the CPU time of one. */
const CAPACITY = 3000;
const AT_ONCE = 16;
const [SECONDS, QUICK_SECONDS] = [60, 8];
/** Parts of the time, so that the figures have a spread. */
const PARTS = 4;

const SCENARIOS: readonly (Scenario & { readonly target: number })[] = [
  { bidders: 5, delay: 0, everything: false, target: 5 },
  { bidders: 5, delay: 50, everything: false, target: 3 },
];

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-c', '0', 'true']);
    return true;
  } catch {
    return false;
  }
}

/** Auctions per second that use half of one core. */
async function halfOfCapacity(url: string, scenario: Scenario, pid: number): Promise<number> {
  const loader = startLoader(scenario);
  // Slow bidders need more auctions in flight for the same load.
  const atOnce = AT_ONCE * (scenario.delay > 0 ? 4 : 1);
  await loader.send(url, WARMING, atOnce);
  const before = cpuMs(pid);
  await loader.send(url, CAPACITY, atOnce);
  const cpu = (cpuMs(pid) - before) / CAPACITY;
  loader.stop();
  return Math.round(1000 / cpu / 2);
}

/** Latencies in ms by part of the time, and how many auctions returned no bids. */
async function latenciesOf(
  url: string,
  { bidders }: Scenario,
  rate: number,
  seconds: number,
): Promise<{ failed: number; parts: number[][] }> {
  const args = [url, String(bidders), String(rate), String(seconds)];
  const { hello } = await start('fixed-rate.ts', args, {}, [], [], PATIENCE_MS + seconds * 1000);
  const all = hello['latencies'] as number[];
  const size = Math.ceil(all.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, i) => all.slice(i * size, (i + 1) * size));
  return { failed: Number(hello['failed']), parts };
}

async function measure(scenario: Scenario & { readonly target: number }, seconds: number): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const host = await startHost(origin, scenario, ['--single-threaded-gc'], ['taskset', '-c', '0']);
  const url = auctionUrl(host);
  const rate = await halfOfCapacity(url, scenario, host.child.pid ?? 0);
  const { failed, parts } = await latenciesOf(url, scenario, rate, seconds);
  await Promise.all([host.stop(), mock.stop()]);
  const at = (share: number): number[] => parts.map((latencies) => quantile(latencies, share));
  const name = `tail: ${nameOf(scenario)}`;
  if (failed > 0) recordFailure(name, `${failed} auctions returned no bids`);
  record(`${name}: half of one core's capacity`, '/s', [rate]);
  record(`${name}: p50`, 'ms', at(0.5));
  record(`${name}: p99`, 'ms', at(0.99));
  const added = parts.map((latencies) => quantile(latencies, 0.99) - quantile(latencies, 0.5));
  record(`${name}: p99 − p50`, 'ms', added, scenario.target);
  for (const bar of histogram(parts.flat())) console.log(bar);
}

/** Records p50 and p99 of a minute, and prints a histogram; nothing without `taskset`. */
export async function runTail(quick: boolean): Promise<void> {
  if (!canPin()) return console.log('tail: skipped, there is no taskset');
  for (const scenario of SCENARIOS) await measure(scenario, quick ? QUICK_SECONDS : SECONDS);
}
