/** What a second worker adds. */
import { availableParallelism } from 'node:os';
import { startLoader } from './loader.ts';
import { childPids, cpuMs, start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, type Scenario, startHost } from './scenario.ts';

const PLAIN: Scenario = { bidders: 5, delay: 0, everything: false };
const WARMING = 4000;
const AT_ONCE = 32;
/** Of one worker's CPU, for each of two that complete 1.9 × the auctions. */
const MAX_SHARE = 1 / 1.9;
const CPUS_FOR_RATES = 4;

/**
 * Two workers with a CPU each complete as many auctions as the busier one has time for: its CPU per auction of both, compared with that of
 * a single worker, shows this also on machines without CPUs for workers, bidders and load. Target: half of one worker's CPU, so 1.9 × the
 * auctions.
 */
export async function runWorkers(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const hosts = [await startHost(origin, PLAIN), await startHost(origin, { ...PLAIN, workers: 2 })];
  const loader = startLoader(PLAIN);
  const requests = quick ? 500 : 1000;
  const rates: [number[], number[]] = [[], []];
  const shares: number[] = [];
  // Each worker is as warm as the single one.
  for (const [i, host] of hosts.entries()) await loader.send(auctionUrl(host), WARMING * (i + 1), AT_ONCE);
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const busiest: number[] = [];
    for (const [i, host] of hosts.entries()) {
      const pids = [host.child.pid ?? 0, ...childPids(host.child.pid ?? 0)];
      const before = pids.map(cpuMs);
      const { ms } = await loader.send(auctionUrl(host), requests, AT_ONCE);
      rates[i]?.push((1000 * requests) / ms);
      busiest.push(Math.max(...pids.map((pid, n) => cpuMs(pid) - (before[n] ?? 0))));
    }
    shares.push((busiest[1] ?? 0) / (busiest[0] ?? 1));
  }
  loader.stop();
  await Promise.all([...hosts, mock].map((each) => each.stop()));
  record('workers: CPU of the busier of two / of one', '×', shares, MAX_SHARE);
  // Two workers, bidders and load generator: with fewer CPUs they wait for each other.
  if (availableParallelism() < CPUS_FOR_RATES) return;
  record('workers: auctions/s of one', '/s', rates[0]);
  record('workers: auctions/s of two', '/s', rates[1]);
}
