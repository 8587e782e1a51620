/** What one auction costs: measured defaults, or the results of `npm run bench -- --json FILE` on the machine in question. */
import { readFileSync } from 'node:fs';

export interface UnitCosts {
  /** CPU of an auction without bidders, ms. */
  readonly auctionMs: number;
  /** CPU per bidder, its connection included, ms. */
  readonly bidderMs: number;
  /** CPU per further imp, ms. */
  readonly impMs: number;
  /** CPU per bid written to a shared cache, ms. */
  readonly cachedBidMs: number;
  /** Resident memory of a process that runs auctions, MB. */
  readonly processMb: number;
  /** Memory of an auction in flight, KB. */
  readonly auctionKb: number;
  /** Body of a request to a bidder without imps, not compressed, bytes. */
  readonly bidderRequestBytes: number;
  /** An imp in a request or response before compression, bytes. */
  readonly impBytes: number;
  /** Body of a compressed response, bytes. */
  readonly responseBytes: number;
  /** Machine and date of the figures. */
  readonly source: string;
}

/** Figures of docs/CAPACITY.md. */
export const DEFAULT_COSTS: UnitCosts = {
  auctionMs: 0.9,
  bidderMs: 0.12,
  impMs: 0.036,
  cachedBidMs: 0.02,
  processMb: 330,
  auctionKb: 300,
  bidderRequestBytes: 2300,
  impBytes: 500,
  responseBytes: 3000,
  source: 'AMD EPYC, Node 26.10, 2026-11-22, shared machine (docs/CAPACITY.md); measure yours with npm run bench -- --json FILE',
};

interface BenchFile {
  readonly machine: { readonly cpu: string; readonly cpus: number; readonly node: string };
  readonly at: string;
  readonly results: readonly { readonly name: string; readonly value: number }[];
}

/**
 * @param file results of the bench with its section `servers`; undefined: the defaults
 * @throws Error if the file is unreadable or lacks that section
 */
export function unitCosts(file: string | undefined): UnitCosts {
  if (file === undefined) return DEFAULT_COSTS;
  const { machine, at, results } = JSON.parse(readFileSync(file, 'utf8')) as BenchFile;
  const measured = (name: string): number => {
    const value = results?.find((result) => result.name === name)?.value;
    if (value === undefined) throw new Error(`${file} has no line "${name}": run npm run bench -- servers --json ${file}`);
    return value;
  };
  const [few, many] = [measured('5 bidders, 0 ms: CPU of auctor'), measured('15 bidders, 0 ms: CPU of auctor')];
  const bidderMs = Math.max(0, many - few) / 10;
  return {
    ...DEFAULT_COSTS,
    auctionMs: Math.max(0.01, few - 5 * bidderMs),
    bidderMs,
    processMb: measured('5 bidders, 0 ms: RSS of auctor'),
    source: `${machine.cpus} × ${machine.cpu}, Node ${machine.node}, ${at}`,
  };
}
