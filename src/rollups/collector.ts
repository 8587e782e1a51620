/** Adds up every auction by account, bidder, media type, country and state, without a sample and within bounded memory. */
import { DurationHistogram } from '#src/platform/duration-histogram.ts';
import type { AccountFigures, Slices, StateDurations } from './count-ended.ts';
import { Dimension, type DimensionLimits, type KeyFigures } from './dimension.ts';
import { addCounts, type Counts, type Figures, type Latency, latencyOf, noCounts, Slice } from './figures.ts';

export interface StateFigures extends Latency {
  readonly state: string;
  readonly count: number;
}

/** The figures of one interval. */
export interface Rollup {
  /** Epoch ms of the interval's start and end. */
  readonly from: number;
  readonly to: number;
  /** Epoch ms since which `sum` counts. */
  readonly since: number;
  readonly sum: Readonly<Counts>;
  readonly total: Figures;
  readonly accounts: readonly KeyFigures[];
  readonly bidders: readonly KeyFigures[];
  readonly mediaTypes: readonly KeyFigures[];
  readonly countries: readonly KeyFigures[];
  readonly states: readonly StateFigures[];
}

/** Durations of all accounts together. */
class StateHistograms implements StateDurations {
  readonly all = new Map<string, DurationHistogram>();

  at(state: string): DurationHistogram {
    let histogram = this.all.get(state);
    if (!histogram) {
      histogram = new DurationHistogram();
      this.all.set(state, histogram);
    }
    return histogram;
  }
}

export class RollupCollector implements Slices {
  readonly #since: number;
  readonly #sum = noCounts();
  readonly #accounts: Dimension;
  readonly #bidders: Dimension;
  readonly #mediaTypes: Dimension;
  readonly #countries: Dimension;
  readonly #states = new StateHistograms();
  #total = new Slice();
  #from: number;

  /** @param now epoch ms */
  constructor(limits: DimensionLimits, now: number) {
    this.#since = now;
    this.#from = now;
    this.#accounts = new Dimension(limits);
    this.#bidders = new Dimension(limits);
    this.#mediaTypes = new Dimension(limits);
    this.#countries = new Dimension(limits);
  }

  get total(): Slice {
    return this.#total;
  }

  account(id: string): AccountFigures {
    return { slice: this.#accounts.at(id), states: this.#states };
  }

  bidder(name: string): Slice {
    return this.#bidders.at(name);
  }

  mediaType(type: string): Slice {
    return this.#mediaTypes.at(type);
  }

  country(code: string): Slice {
    return this.#countries.at(code);
  }

  /** The figures since the last call; undefined if there was nothing to count. */
  take(now: number): Rollup | undefined {
    const { isEmpty } = this.#total;
    const from = this.#from;
    this.#from = now;
    if (isEmpty) return undefined;
    addCounts(this.#sum, this.#total.counts);
    const rollup: Rollup = {
      from,
      to: now,
      since: this.#since,
      sum: { ...this.#sum },
      total: this.#total.figures(),
      accounts: this.#accounts.take(),
      bidders: this.#bidders.take(),
      mediaTypes: this.#mediaTypes.take(),
      countries: this.#countries.take(),
      states: [...this.#states.all].map(([state, histogram]) => ({ state, count: histogram.count, ...latencyOf(histogram) })),
    };
    this.#total = new Slice();
    for (const histogram of this.#states.all.values()) histogram.clear();
    return rollup;
  }
}
