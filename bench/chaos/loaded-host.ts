/** A host with bidders that respond after 20 to 80 ms, and load on it. */

import { type Cores, findCores } from '../cores.ts';
import { cpuMs, PATIENCE_MS, peakRssMb, rssMb, start } from '../process.ts';
import { startHost } from './host.ts';
import type { LoadOptions, LoadResult } from './load.ts';

const CODES = ['bidder1', 'bidder2', 'bidder3', 'bidder4', 'bidder5'];
export const TMAX_MS = 500;
const WARM_UP_SECONDS = 6;
/** Seconds of one measurement of the capacity. */
const CAPACITY_SECONDS = 3;
/** Requests in flight at once, step by step: more of them use a host better until it is saturated. */
const CONCURRENCY = [32, 64, 96, 128, 192, 256];

/** A result, and the share of a processor that the host used meanwhile. */
export interface Loaded extends LoadResult {
  readonly hostCpu: number;
}

export interface LoadedHost {
  readonly port: number;
  load(options: Partial<LoadOptions> & { readonly seconds: number }): Promise<Loaded>;
  /** The result of the number of requests in flight with most complete auctions per second. */
  capacity(): Promise<Loaded>;
  /** Complete auctions per second with the same number of requests in flight, now: the machine's own speed varies. */
  capacityNow(): Promise<number>;
  rssMb(): number;
  peakRssMb(): number;
  close(): Promise<void>;
}

export async function openLoadedHost(cores: Cores = findCores()): Promise<LoadedHost> {
  const bidders = await start('chaos/cheap-bidders.ts', ['1', String(CODES.length)], {}, [], cores.others);
  const ports = bidders.hello['ports'] as unknown as readonly number[];
  const urls = CODES.map((code, i) => [code, `http://127.0.0.1:${ports[i]}/delay/${20 + i * 15}`]);
  const host = await startHost(Object.fromEntries(urls) as Record<string, string>, {}, { wrapper: cores.host });
  const pid = host.child.pid ?? 0;
  const port = Number(host.hello['port']);
  let [atOnce = 1] = CONCURRENCY;
  const load: LoadedHost['load'] = async (options) => {
    const all: LoadOptions = { port, bidders: CODES, tmax: TMAX_MS, seats: CODES.length, ...options };
    const [cpuBefore, before] = [cpuMs(pid), performance.now()];
    const generator = await start('chaos/load.ts', [JSON.stringify(all)], {}, [], cores.others, PATIENCE_MS + options.seconds * 1000);
    const hostCpu = (cpuMs(pid) - cpuBefore) / (performance.now() - before);
    return { ...(generator.hello as unknown as LoadResult), hostCpu };
  };
  return {
    port,
    load,
    async capacity() {
      await load({ atOnce: 64, seconds: WARM_UP_SECONDS });
      let best = await load({ atOnce, seconds: CAPACITY_SECONDS });
      for (const other of CONCURRENCY.slice(1)) {
        const result = await load({ atOnce: other, seconds: CAPACITY_SECONDS });
        if (result.completePerSecond > best.completePerSecond) [best, atOnce] = [result, other];
      }
      return best;
    },
    capacityNow: async () => (await load({ atOnce, seconds: CAPACITY_SECONDS })).completePerSecond,
    rssMb: () => rssMb(pid),
    peakRssMb: () => peakRssMb(pid),
    async close() {
      await Promise.all([host.stop(), bidders.stop()]);
    },
  };
}
