/**
 * Mixed traffic at half of the capacity for a while, while taps come and go, stored data changes and settings are read again: every response
 * is right, and at rest between the parts of the load the host holds no more than before it or after the warm-up.
 */

import { type Cores, findCores } from '../cores.ts';
import { start } from '../process.ts';
import type { MixedOptions, MixedResult } from './mixed-load.ts';
import { type Check, none } from './report.ts';
import { excess, largerOf, loadChecks, memoryChecks, type Rest, resourceChecks } from './soak-checks.ts';
import { openSoakHost, type Sample, type SoakHost } from './soak-host.ts';
import { startVisitors } from './visitors.ts';

/** The load is in so many parts, each followed by a rest. */
const PARTS = 6;
/** Code is compiled for thousands of requests. */
const WARM_UP = { requests: 5000, atOnce: 24, seconds: 60 } as const;
/** Before each part: the forced collection of the rest before it made compiled code invalid. */
const AGAIN = { requests: 500, atOnce: 8, seconds: 60 } as const;
const CAPACITY_SECONDS = 5;
const AT_ONCE = 48;
/** ms until a host without load must be at rest: its idle connections have ended. */
const REST_PATIENCE_MS = 20_000;
const REST_POLL_MS = 250;
/** ms beyond the load's own time: warming up takes long on a busy machine. */
const PATIENCE_MS = 600_000;

export interface SoakOptions {
  readonly seconds: number;
  /** Requests per second; default: half of the capacity. */
  readonly perSecond?: number | undefined;
}

/** A sample of the host once it holds no more than `before` of anything, or after the patience. */
async function rest(host: SoakHost, before: Sample): Promise<Sample> {
  const until = performance.now() + REST_PATIENCE_MS;
  while (excess(before, await host.sample(false)).length > 0 && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, REST_POLL_MS));
  }
  return host.sample(true);
}

async function attack(host: SoakHost, { seconds, perSecond: given }: SoakOptions, cores: Cores): Promise<Check[]> {
  let sent = 0;
  const load = async (options: Omit<MixedOptions, 'port'>): Promise<MixedResult> => {
    const args = [JSON.stringify({ ...options, port: host.port } satisfies MixedOptions)];
    const generator = await start('chaos/mixed-load.ts', args, {}, [], cores.others, PATIENCE_MS + options.seconds * 1000);
    const result = generator.hello as unknown as MixedResult;
    sent += result.sent;
    return result;
  };
  let idle = await host.sample(true);
  const counts = { taps: 0, changes: 0, reloads: 0 };
  const results: MixedResult[] = [];
  const rests: Rest[] = [];
  const part = async (options: Omit<MixedOptions, 'port'>): Promise<void> => {
    const visitors = startVisitors(host, counts);
    results.push(await load(options));
    await visitors.stop();
    rests.push({ ...(await rest(host, idle)), requests: sent });
  };
  await part(WARM_UP);
  idle = largerOf(idle, rests[0] ?? idle);
  const perSecond = given ?? (await load({ atOnce: AT_ONCE, seconds: CAPACITY_SECONDS })).perSecond / 2;
  for (let i = 0; i < PARTS; i++) {
    await load(AGAIN);
    await part({ perSecond, seconds: seconds / PARTS });
  }
  for (const line of new Set(host.errors())) console.error(`soak: ${line}`);
  return [
    ...loadChecks(results.slice(1), perSecond, counts),
    ...memoryChecks(rests, host.peakRssMb()),
    ...resourceChecks(idle, rests.slice(1)),
    none('soak: error lines of the log', host.errors().length),
  ];
}

/** @param options with `seconds` in total, without measuring the capacity and warming up */
export async function soak(options: SoakOptions): Promise<Check[]> {
  const cores = findCores();
  const host = await openSoakHost(cores);
  try {
    return await attack(host, options, cores);
  } finally {
    await host.close();
  }
}
