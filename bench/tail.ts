/**
 * Latency at a fixed rate of half of what one core can complete, by turns with the floor program at the same rate on the same core. Bidders
 * and load generator have the other CPUs and collect garbage without threads of their own: their pauses would count as the host's.
 */
import { Budget } from './budget.ts';
import { type Cores, findCores } from './cores.ts';
import { type Loader, startLoader } from './loader.ts';
import { cpuMs, type Started, start } from './process.ts';
import { record, recordFailure } from './results.ts';
import { auctionUrl, flagsFor, nameOf, type Scenario, startHost } from './scenario.ts';
import { histogram, quantile } from './stats.ts';

const WARMING = 6000;
/** The floor program runs less code. */
const FLOOR_WARMING = 3000;
/** Auctions that show the CPU time of one. */
const CAPACITY = 3000;
const AT_ONCE = 16;
/** Of the floor program: calls do not wait for connections. */
const CONNECTIONS = 1024;
/** Turns, and the s of a scenario in which they begin. */
const [TURNS, MIN_TURNS, SECONDS] = [4, 2, 50];
/** Seconds of a turn. */
const [HOST_SECONDS, FLOOR_SECONDS] = [10, 3];
const [QUICK_HOST_SECONDS, QUICK_FLOOR_SECONDS] = [2, 2];
/** Seconds before the first turn of each, not counted: connections are opened; with the host the generator compiles its code. */
const [HOST_OPENING_SECONDS, FLOOR_OPENING_SECONDS] = [3, 1];

const ONE_THREAD = ['--single-threaded-gc'];
/** Of bidders and load generator. */
const AUXILIARY = [...ONE_THREAD, '--max-semi-space-size=64'];

interface TailScenario extends Scenario {
  /** p99 at most so many ms above p50. */
  readonly target?: number;
  /** p99 at most so many ms above that of the floor program, which waits for the slowest bidder only. */
  readonly addedTarget?: number;
}

const SCENARIOS: readonly TailScenario[] = [
  { bidders: 5, delay: 0, everything: false, target: 5 },
  { bidders: 5, delay: 50, everything: false, addedTarget: 3 },
];

/** The two servers, warm, and half of the host's capacity, auctions/s. */
interface Servers {
  readonly host: Started;
  readonly floor: Started;
  readonly perSecond: number;
}

async function startServers(origin: string, scenario: Scenario, { host: wrapper }: Cores, loader: Loader): Promise<Servers> {
  const { bidders, delay } = scenario;
  const host = await startHost(origin, scenario, ONE_THREAD, wrapper);
  const floorArgs = [origin, String(bidders), String(delay), String(CONNECTIONS)];
  const floor = await start('floor.ts', floorArgs, {}, flagsFor(scenario, ONE_THREAD), wrapper);
  // Slow bidders need more auctions in flight for the same load.
  const atOnce = AT_ONCE * (delay > 0 ? 4 : 1);
  const pid = host.child.pid ?? 0;
  await loader.send(auctionUrl(host), WARMING, atOnce);
  const before = cpuMs(pid);
  await loader.send(auctionUrl(host), CAPACITY, atOnce);
  const perSecond = Math.round(500 / ((cpuMs(pid) - before) / CAPACITY));
  await loader.send(auctionUrl(floor), FLOOR_WARMING, atOnce);
  return { host, floor, perSecond };
}

/** Latencies in ms, by turn. */
interface Latencies {
  readonly host: number[][];
  readonly floor: number[][];
  /** By turn of the host: how late the generator sent requests, ms. */
  readonly lateness: number[][];
  /** Auctions of the host without bids. */
  failed: number;
}

async function takeTurns({ host, floor, perSecond }: Servers, loader: Loader, budget: Budget, quick: boolean): Promise<Latencies> {
  const [hostSeconds, floorSeconds] = quick ? [QUICK_HOST_SECONDS, QUICK_FLOOR_SECONDS] : [HOST_SECONDS, FLOOR_SECONDS];
  const all: Latencies = { host: [], floor: [], lateness: [], failed: 0 };
  await loader.sendPaced(auctionUrl(host), perSecond, HOST_OPENING_SECONDS);
  await loader.sendPaced(auctionUrl(floor), perSecond, FLOOR_OPENING_SECONDS);
  for (const _ of budget.turns(TURNS, MIN_TURNS)) {
    const ofHost = await loader.sendPaced(auctionUrl(host), perSecond, hostSeconds);
    const ofFloor = await loader.sendPaced(auctionUrl(floor), perSecond, floorSeconds);
    all.host.push([...ofHost.latencies]);
    all.floor.push([...ofFloor.latencies]);
    all.lateness.push([...ofHost.lateness]);
    all.failed += ofHost.failed;
  }
  return all;
}

function report(scenario: TailScenario, perSecond: number, { host, floor, lateness, failed }: Latencies): void {
  const name = `tail: ${nameOf(scenario)}`;
  if (failed > 0) recordFailure(name, `${failed} auctions returned no bids`);
  const at = (turns: readonly number[][], share: number): number[] => turns.map((latencies) => quantile(latencies, share));
  const [p50, p99, floorP50, floorP99] = [at(host, 0.5), at(host, 0.99), at(floor, 0.5), at(floor, 0.99)];
  const minus = (above: readonly number[], below: readonly number[]): number[] => above.map((ms, turn) => ms - (below[turn] ?? 0));
  record(`${name}: half of one core's capacity`, '/s', [perSecond]);
  record(`${name}: p50`, 'ms', p50);
  record(`${name}: p99`, 'ms', p99);
  record(`${name}: p99 − p50`, 'ms', minus(p99, p50), scenario.target);
  record(`${name}: p99 − p50 of the floor at this rate`, 'ms', minus(floorP99, floorP50));
  record(`${name}: p99 − p99 of the floor`, 'ms', minus(p99, floorP99), scenario.addedTarget);
  record(`${name}: lateness of the load generator, p99`, 'ms', at(lateness, 0.99));
  for (const bar of histogram(host.flat())) console.log(bar);
}

async function measure(scenario: TailScenario, cores: Cores, quick: boolean): Promise<void> {
  const budget = new Budget(SECONDS);
  const mock = await start('mock-bidders.ts', [], {}, AUXILIARY, cores.others);
  const loader = startLoader(scenario, AUXILIARY, cores.others);
  const servers = await startServers(`http://127.0.0.1:${mock.hello['port']}`, scenario, cores, loader);
  report(scenario, servers.perSecond, await takeTurns(servers, loader, budget, quick));
  loader.stop();
  await Promise.all([servers.host, servers.floor, mock].map((each) => each.stop()));
}

/** Records p50 and p99, and prints a histogram; nothing without `taskset` or with a single CPU. */
export async function runTail(quick: boolean): Promise<void> {
  const cores = findCores();
  if (cores.host.length === 0) return console.log('tail: skipped, it needs taskset and two CPUs');
  for (const scenario of SCENARIOS) await measure(scenario, cores, quick);
}
