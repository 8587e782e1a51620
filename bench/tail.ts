/**
 * Latency at a fixed moderate rate with the host pinned to one core: the difference between p99 and p50 is what the garbage collector and
 * queues add. Alternates the flags for Node, so that their effect shows in one run.
 */
import { execFileSync } from 'node:child_process';
import { start } from './process.ts';
import { record } from './results.ts';
import { auctionUrl, load, nameOf, type Scenario, startHost } from './scenario.ts';
import { histogram, quantile } from './stats.ts';

/** About a third of a core's capacity. */
const RATE_PER_SECOND = 127;
const WARMING = 3000;

const FLAGS = [
  ['single-threaded collector', '--single-threaded-gc'],
  ['collector with threads', '--no-single-threaded-gc'],
] as const;

const SCENARIOS: readonly (Scenario & { readonly target?: number })[] = [
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

async function latenciesOf(url: string, { bidders }: Scenario, seconds: number): Promise<number[]> {
  const { hello } = await start('fixed-rate.ts', [url, String(bidders), String(RATE_PER_SECOND), String(seconds)]);
  return hello['latencies'] as number[];
}

/** Prints p50, p99 and a histogram per flag. */
export async function runTail(quick: boolean): Promise<void> {
  if (!canPin()) return console.log('tail: skipped, there is no taskset');
  const [turns, seconds] = quick ? [2, 4] : [3, 8];
  for (const scenario of SCENARIOS) {
    const mock = await start('mock-bidders.ts', []);
    const origin = `http://127.0.0.1:${mock.hello['port']}`;
    const hosts = [];
    for (const [name, flag] of FLAGS) {
      const host = await startHost(origin, scenario, [flag], ['taskset', '-c', '0']);
      await load(auctionUrl(host), scenario, WARMING, 16);
      hosts.push({ name, flag, host, turns: [] as number[][] });
    }
    for (let turn = 0; turn < turns; turn++)
      for (const each of hosts) each.turns.push(await latenciesOf(auctionUrl(each.host), scenario, seconds));
    for (const { name, flag, host, turns: all } of hosts) {
      const line = `tail, ${nameOf(scenario)}, ${RATE_PER_SECOND}/s on one core, ${name}`;
      const target = flag === '--single-threaded-gc' ? scenario.target : undefined;
      record(
        `${line}: p50`,
        'ms',
        all.map((latencies) => quantile(latencies, 0.5)),
      );
      record(
        `${line}: p99`,
        'ms',
        all.map((latencies) => quantile(latencies, 0.99)),
      );
      record(
        `${line}: p99 − p50`,
        'ms',
        all.map((latencies) => quantile(latencies, 0.99) - quantile(latencies, 0.5)),
        target,
      );
      for (const bar of histogram(all.flat())) console.log(bar);
      await host.stop();
    }
    await mock.stop();
  }
}
