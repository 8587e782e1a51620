/** The capacity model of docs/CAPACITY.md: pure functions of a load and unit costs. */
import type { UnitCosts } from './unit-costs.ts';

export interface Load {
  /** At peak, all nodes together. */
  readonly auctionsPerSecond: number;
  /** Called per auction. */
  readonly bidders: number;
  readonly imps: number;
  /** Mean duration of an auction, ms: about that of the slowest bidder. */
  readonly durationMs: number;
  readonly coresPerNode: number;
  /** Cached values per auction; 0: nothing is cached. */
  readonly cachedBids: number;
  readonly cachedBytes: number;
  readonly cacheSeconds: number;
}

export interface CapacityPlan {
  /** CPU of an auction, ms. */
  readonly cpuMs: number;
  readonly auctionsPerCoreSecond: number;
  /** Busy cores at peak, before rounding to nodes. */
  readonly cores: number;
  /** With one spare. */
  readonly nodes: number;
  readonly auctionsInFlight: number;
  readonly memoryMbPerProcess: number;
  readonly memoryMbPerNode: number;
  readonly redisMb: number;
  readonly redisWritesPerSecond: number;
  /** To bidders and clients, megabits per second. */
  readonly egressMbits: number;
}

/** Share of a core's capacity to use: above it, queueing grows. */
const TARGET_UTILISATION = 0.6;
/** Bytes of Redis per value besides the value. */
const REDIS_OVERHEAD = 200;
/** Bytes of headers of a request or response. */
const HEADER_BYTES = 500;
const MB = 1024 * 1024;

/** Nodes, cores, memory and traffic for a load (docs/CAPACITY.md): a linear model of the unit costs. */
export function capacityPlan(load: Load, costs: UnitCosts): CapacityPlan {
  const { auctionsPerSecond, bidders, imps, durationMs, coresPerNode, cachedBids, cachedBytes, cacheSeconds } = load;
  const cpuMs = costs.auctionMs + bidders * costs.bidderMs + (imps - 1) * costs.impMs + cachedBids * costs.cachedBidMs;
  const auctionsPerCoreSecond = (1000 * TARGET_UTILISATION) / cpuMs;
  const cores = auctionsPerSecond / auctionsPerCoreSecond;
  const auctionsInFlight = (auctionsPerSecond * durationMs) / 1000;
  const nodes = Math.ceil(cores / coresPerNode) + 1;
  const inFlightPerProcess = auctionsInFlight / Math.max(cores, 1);
  const memoryMbPerProcess = costs.processMb + (inFlightPerProcess * costs.auctionKb) / 1024;
  const redisWritesPerSecond = auctionsPerSecond * cachedBids;
  const impBytes = imps * costs.impBytes;
  const toBidders = bidders * (costs.bidderRequestBytes + impBytes + HEADER_BYTES);
  const toClient = costs.responseBytes + impBytes + HEADER_BYTES;
  return {
    cpuMs,
    auctionsPerCoreSecond,
    cores,
    nodes,
    auctionsInFlight,
    memoryMbPerProcess,
    memoryMbPerNode: memoryMbPerProcess * coresPerNode,
    redisMb: (redisWritesPerSecond * cacheSeconds * (cachedBytes + REDIS_OVERHEAD)) / MB,
    redisWritesPerSecond,
    egressMbits: (auctionsPerSecond * (toBidders + toClient + cachedBids * cachedBytes) * 8) / 1e6,
  };
}

const rounded = (value: number, digits = 0): string => value.toLocaleString('en-US', { maximumFractionDigits: digits });

/** The plan for people, one line per quantity. */
export function formatPlan(load: Load, costs: UnitCosts, plan: CapacityPlan): string {
  const lines: readonly (readonly [string, string])[] = [
    [
      'load',
      `${rounded(load.auctionsPerSecond)} auctions/s, ${rounded(load.bidders)} bidders, ${rounded(load.imps)} imps, ${rounded(load.durationMs)} ms`,
    ],
    [
      'CPU of an auction',
      `${rounded(plan.cpuMs, 2)} ms; ${rounded(plan.auctionsPerCoreSecond)} auctions/s per core at ${TARGET_UTILISATION * 100} %`,
    ],
    ['cores', `${rounded(plan.cores, 1)}`],
    ['nodes', `${plan.nodes} of ${load.coresPerNode} cores, one of them spare`],
    ['auctions in flight', rounded(plan.auctionsInFlight)],
    [
      'memory',
      `${rounded(plan.memoryMbPerProcess)} MB per process, ${rounded(plan.memoryMbPerNode)} MB per node, plus the caches of stored data`,
    ],
    ['Redis', load.cachedBids === 0 ? 'none' : `${rounded(plan.redisMb)} MB, ${rounded(plan.redisWritesPerSecond)} values/s`],
    ['egress', `${rounded(plan.egressMbits, 1)} Mbit/s to bidders, clients and Redis`],
    ['unit costs', costs.source],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n');
}
