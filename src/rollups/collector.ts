/** Adds up every auction by account, bidder, media type, country and state, without a sample and within bounded memory. */
import type { Auction } from '#src/auction/auction.ts';
import type { AuctionEnded } from '#src/auction/publish.ts';
import { countAuction, countOutcome, countWinner, MEDIA_TYPES, revenueOf } from './auction-counts.ts';
import { Dimension, type DimensionLimits, type KeyFigures } from './dimension.ts';
import { addCounts, type Counts, type Figures, type Latency, latencyOf, noCounts, Slice } from './figures.ts';
import { DurationHistogram } from './histogram.ts';

/** The key of requests without this field. */
const UNKNOWN = 'unknown';

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

export class RollupCollector {
  readonly #since: number;
  readonly #sum = noCounts();
  readonly #accounts: Dimension;
  readonly #bidders: Dimension;
  readonly #mediaTypes: Dimension;
  readonly #countries: Dimension;
  readonly #states = new Map<string, DurationHistogram>();
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

  /** Adds an ended auction. */
  add({ auction, tookMs }: AuctionEnded): void {
    const account = this.#accounts.at(auction.accountId || UNKNOWN);
    const country = this.#countries.at(countryOf(auction));
    for (const slice of [this.#total, account, country]) countAuction(slice, auction, tookMs);
    for (const outcome of auction.outcomes) countOutcome(this.#bidders.at(outcome.bidder), outcome);
    for (const type of MEDIA_TYPES) if (auction.request.imp.some((imp) => imp[type] !== undefined)) this.#addMedia(type, tookMs);
    this.#addBids(auction);
    for (const winner of auction.winners.values()) {
      const revenue = revenueOf(winner, auction);
      for (const slice of [this.#total, account, country, this.#bidders.at(winner.bidder), this.#mediaTypes.at(winner.type)])
        countWinner(slice, revenue);
    }
    for (const { state, tookUs } of auction.timeline) if (tookUs >= 0) this.#stateOf(state).record(tookUs);
  }

  /** Adds a win notification. */
  addWin(account: string | undefined, bidder: string | undefined): void {
    this.#total.counts.wins++;
    this.#accounts.at(account || UNKNOWN).counts.wins++;
    this.#bidders.at(bidder || UNKNOWN).counts.wins++;
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
      states: [...this.#states].map(([state, histogram]) => ({ state, count: histogram.count, ...latencyOf(histogram) })),
    };
    this.#total = new Slice();
    for (const histogram of this.#states.values()) histogram.clear();
    return rollup;
  }

  #addMedia(type: string, tookMs: number): void {
    const { counts, durations } = this.#mediaTypes.at(type);
    counts.auctions++;
    durations.record(tookMs * 1000);
  }

  /** Bids count for their own type, not for those of their imp. */
  #addBids({ outcomes }: Auction): void {
    const types = new Set<string>();
    for (const { calls } of outcomes) {
      for (const { result } of calls) {
        for (const { type } of result?.bids ?? []) {
          types.add(type);
          this.#mediaTypes.at(type).counts.bids++;
        }
      }
    }
    for (const type of types) this.#mediaTypes.at(type).counts.withBids++;
  }

  #stateOf(state: string): DurationHistogram {
    let histogram = this.#states.get(state);
    if (!histogram) {
      histogram = new DurationHistogram();
      this.#states.set(state, histogram);
    }
    return histogram;
  }
}

/** Callers choose the country's text: a long one is no country. */
function countryOf({ request }: Auction): string {
  const country: unknown = request.device?.geo?.country;
  return typeof country === 'string' && /^[A-Za-z]{2,3}$/.test(country) ? country.toUpperCase() : UNKNOWN;
}
