/** The host at start and at rest: time until ready, the first auction compared with a warm one, resident memory; and what a second worker adds. */
import { availableParallelism } from 'node:os';
import { childPids, cpuMs, rssMb, start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, load, type Scenario, startHost } from './scenario.ts';

const PLAIN: Scenario = { bidders: 5, delay: 0, everything: false };
const WARMING = 2000;
/** Of one worker's CPU, for each of two that complete 1.9 × the auctions. */
const MAX_SHARE = 1 / 1.9;
const CPUS_FOR_RATES = 4;

/** Start in ms of wall time and CPU, resident memory once ready, and the first auctions. */
export async function runRest(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const [ready, cpu, rss, ratios] = [[], [], [], []] as [number[], number[], number[], number[]];
  for (let turn = 0; turn < (quick ? 2 : 5); turn++) {
    const begun = performance.now();
    const host = await startHost(origin, PLAIN);
    ready.push(performance.now() - begun);
    const pid = host.child.pid ?? 0;
    cpu.push(cpuMs(pid));
    rss.push(rssMb(pid));
    // Whatever the client and the connections to bidders cost once is spent by the second auction.
    const { p99: first } = await load(auctionUrl(host), PLAIN, 1, 1);
    await load(auctionUrl(host), PLAIN, WARMING, 16);
    const { p99: warm } = await load(auctionUrl(host), PLAIN, 1, 1);
    ratios.push(first / warm);
    await host.stop();
  }
  await mock.stop();
  record('start: until ready', 'ms', ready, 1000);
  record('start: CPU until ready', 'ms', cpu);
  record('rest: RSS when ready', 'MB', rss, 110);
  record('start: first auction / the first of a warm host', '×', ratios, 2);
}

/**
 * What a second worker adds. Two workers with a CPU each complete as many auctions as the busier one has time for: its CPU per auction of
 * both, compared with that of a single worker, shows this also on machines without CPUs for workers, bidders and load. Target: half of one
 * worker's CPU, so 1.9 × the auctions.
 */
export async function runWorkers(quick: boolean): Promise<void> {
  const mock = await start('mock-bidders.ts', []);
  const origin = `http://127.0.0.1:${mock.hello['port']}`;
  const [one, two] = [await startHost(origin, PLAIN), await startHost(origin, { ...PLAIN, workers: 2 })];
  const requests = quick ? 500 : 2000;
  const rates: [number[], number[]] = [[], []];
  const shares: number[] = [];
  // Each worker is as warm as the single one.
  for (const [i, host] of [one, two].entries()) await load(auctionUrl(host), PLAIN, WARMING * 2 * (i + 1), 32);
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    const busiest: number[] = [];
    for (const [i, host] of [one, two].entries()) {
      const pids = [host.child.pid ?? 0, ...childPids(host.child.pid ?? 0)];
      const before = pids.map(cpuMs);
      const { ms } = await load(auctionUrl(host), PLAIN, requests, 32);
      rates[i]?.push((1000 * requests) / ms);
      busiest.push(Math.max(...pids.map((pid, n) => cpuMs(pid) - (before[n] ?? 0))));
    }
    shares.push((busiest[1] ?? 0) / (busiest[0] ?? 1));
  }
  await Promise.all([one.stop(), two.stop(), mock.stop()]);
  record('workers: CPU of the busier of two / of one', '×', shares, MAX_SHARE);
  // Two workers, bidders and load generator: with fewer CPUs they wait for each other.
  if (availableParallelism() < CPUS_FOR_RATES) return;
  record('workers: auctions/s of one', '/s', rates[0]);
  record('workers: auctions/s of two', '/s', rates[1]);
}
