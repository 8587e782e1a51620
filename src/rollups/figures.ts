/** The figures of one key of a rollup: an account, a bidder, a media type, a country, or everything. */
import { DurationHistogram, mergeCounts, totalOf, valueAtShare } from '#src/platform/duration-histogram.ts';

/** Durations within 6 %, ms, in ascending order, each with its number: those of several intervals or processes can be added. */
export type Histogram = readonly (readonly [ms: number, count: number])[];

/** Percentiles in ms, and the durations they are taken from. */
export interface Latency {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly histogram: Histogram;
}

const toMs = (micros: number): number => Math.round(micros) / 1000;

function toLatency(histogram: Histogram): Latency {
  const total = totalOf(histogram);
  const percentile = (share: number): number => valueAtShare(histogram, total, share) ?? 0;
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99), histogram };
}

/** The durations of an interval. */
export const latencyOf = (durations: DurationHistogram): Latency =>
  toLatency(durations.values().map(([micros, count]) => [toMs(micros), count]));

/** The durations of several keys together. */
export const addLatencies = (all: readonly Latency[]): Latency => toLatency(mergeCounts(all.map(({ histogram }) => histogram)));

/** Counts of an interval. Of a bidder, `auctions` are those in which it was called. */
export interface Counts {
  auctions: number;
  /** Of a bidder: auctions in which the host did not call it because of its health. */
  rejected: number;
  /** Auctions with at least one bid. */
  withBids: number;
  /** Bidders called. */
  calls: number;
  timeouts: number;
  errors: number;
  bids: number;
  /** Bids that won their imp. */
  won: number;
  /** Win notifications. */
  wins: number;
  /** Price of the bids that won, for one impression each, USD. */
  revenue: number;
  /** Bidders not called to save the call (traffic shaping). */
  saved: number;
  /** Expected revenue of the bidders skipped, USD. */
  lostRevenue: number;
}

/** Counts of no auction. */
export const noCounts = (): Counts => ({
  auctions: 0,
  rejected: 0,
  withBids: 0,
  calls: 0,
  timeouts: 0,
  errors: 0,
  bids: 0,
  won: 0,
  wins: 0,
  revenue: 0,
  saved: 0,
  lostRevenue: 0,
});

/** Adds counts to others. */
export function addCounts(sum: Counts, more: Readonly<Counts>): void {
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += more[name];
}

export interface Figures extends Readonly<Counts> {
  readonly bidRate: number;
  readonly winRate: number;
  readonly latency: Latency;
}

/** Counts with the rates that follow from them. */
export function toFigures(counts: Readonly<Counts>, latency: Latency): Figures {
  const bidRate = counts.auctions > 0 ? counts.withBids / counts.auctions : 0;
  return { ...counts, bidRate, winRate: counts.bids > 0 ? counts.won / counts.bids : 0, latency };
}

/** Counts and durations of the current interval. */
export class Slice {
  readonly counts = noCounts();
  readonly durations = new DurationHistogram();

  get isEmpty(): boolean {
    const { auctions, wins, bids, saved } = this.counts;
    return auctions === 0 && wins === 0 && bids === 0 && saved === 0;
  }

  figures(): Figures {
    return toFigures(this.counts, latencyOf(this.durations));
  }
}
