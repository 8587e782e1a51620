/** What a second worker adds. */
import { availableParallelism } from 'node:os';
import { Budget } from './budget.ts';
import { startLoader } from './loader.ts';
import { childPids, cpuMs, start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, type Scenario, startHost } from './scenario.ts';

const PLAIN: Scenario = { bidders: 5, delay: 0, everything: false };
const WARMING = 4000;
const AT_ONCE = 32;
/** Rounds, and the s in which they begin. */
const [ROUNDS, QUICK_ROUNDS, SECONDS] = [5, 2, 12];
/** Of one worker's CPU, for each of two that complete 1.9 × the auctions. */
const MAX_SHARE = 1 / 1.9;
const CPUS_FOR_RATES = 4;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Of each round: the CPU per auction of the worker with more of it in all rounds together, relative to a single one. */
function sharesOfBusier(alone: readonly number[], both: readonly (readonly [number, number])[]): number[] {
  const busier = sum(both.map(([first]) => first)) > sum(both.map(([, second]) => second)) ? 0 : 1;
  return both.map((workers, round) => workers[busier] / workers.length / (alone[round] ?? 1));
}

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
  /** ms of CPU of one worker, and of each of two, by round. */
  const alone: number[] = [];
  const both: [number, number][] = [];
  // Each worker is as warm as the single one.
  for (const [i, host] of hosts.entries()) await loader.send(auctionUrl(host), WARMING * (i + 1), AT_ONCE);
  for (const _ of new Budget(SECONDS).turns(quick ? QUICK_ROUNDS : ROUNDS, QUICK_ROUNDS)) {
    for (const [i, host] of hosts.entries()) {
      const workers = childPids(host.child.pid ?? 0);
      const pids = i === 0 ? [host.child.pid ?? 0] : workers;
      const before = pids.map(cpuMs);
      // As many per worker, all in all and in flight: a process that handles several responses in one turn needs less CPU for each.
      const sent = requests * pids.length;
      const { ms } = await loader.send(auctionUrl(host), sent, AT_ONCE * pids.length);
      rates[i]?.push((1000 * sent) / ms);
      const [first = 0, second = 0] = pids.map((pid, n) => cpuMs(pid) - (before[n] ?? 0));
      if (i === 0) alone.push(first);
      else both.push([first, second]);
    }
  }
  loader.stop();
  await Promise.all([...hosts, mock].map((each) => each.stop()));
  record('workers: CPU of the busier of two / of one', '×', sharesOfBusier(alone, both), MAX_SHARE);
  // Two workers, bidders and load generator: with fewer CPUs they wait for each other.
  if (availableParallelism() < CPUS_FOR_RATES) return;
  record('workers: auctions/s of one', '/s', rates[0]);
  record('workers: auctions/s of two', '/s', rates[1]);
}
