/** Rollups as metrics: figures of the busiest accounts, bidders and countries, and of everything else together, within a number of series. */
import type { DurationHistogram } from '#src/platform/duration-histogram.ts';
import type { FamilySnapshot } from '#src/platform/metrics-format.ts';
import type { AccountFigures, Slices, StateDurations } from '#src/rollups/count-ended.ts';
import { type Counts, Slice } from '#src/rollups/figures.ts';
import { RecentDurations } from './recent-durations.ts';
import { TopKeys } from './top-keys.ts';

const DIMENSIONS = ['account', 'bidder', 'media_type', 'country'] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** The busiest keys of each dimension, for other processes. */
export type Activity = { readonly [dimension in Dimension]: readonly (readonly [key: string, activity: number])[] };

const FAMILIES: { readonly [count in keyof Counts]: readonly [name: string, help: string] } = {
  auctions: ['rollup_auctions', 'Auctions; of a bidder those in which it was called.'],
  rejected: ['rollup_rejected', 'Rejected auctions; of a bidder those in which a module rejected its request or response.'],
  withBids: ['rollup_auctions_with_bids', 'Auctions with at least one bid.'],
  calls: ['rollup_calls', 'Bidders called.'],
  timeouts: ['rollup_timeouts', 'Bidders that did not respond in time.'],
  errors: ['rollup_errors', 'Bidders that failed, or were not called because of their health.'],
  bids: ['rollup_bids', 'Bids before any check.'],
  won: ['rollup_won_bids', 'Bids that won their imp.'],
  wins: ['rollup_wins', 'Win notifications.'],
  revenue: ['rollup_revenue_usd', 'Price of the bids that won, for one impression each, USD.'],
  saved: ['rollup_saved_calls', 'Bidders not called to save the call (traffic shaping).'],
  lostRevenue: ['rollup_lost_revenue_usd', 'Expected revenue of the bidders skipped, USD.'],
};

/** The durations of states in an account's auctions. */
class RecentStates implements StateDurations {
  readonly all = new Map<string, RecentDurations>();

  at(state: string): DurationHistogram {
    let durations = this.all.get(state);
    if (!durations) {
      durations = new RecentDurations();
      this.all.set(state, durations);
    }
    return durations.current;
  }
}

interface AccountSeries extends AccountFigures {
  readonly states: RecentStates;
}

export class RollupMetrics implements Slices {
  readonly total = new Slice();
  readonly #accounts: TopKeys<AccountSeries>;
  readonly #others: { readonly [dimension in Exclude<Dimension, 'account'>]: TopKeys<Slice> };

  /** @param top number of keys with series of their own, in each dimension */
  constructor(top: number) {
    const slices = (): TopKeys<Slice> => new TopKeys(top, () => new Slice());
    this.#accounts = new TopKeys(top, () => ({ slice: new Slice(), states: new RecentStates() }));
    this.#others = { bidder: slices(), media_type: slices(), country: slices() };
  }

  account(id: string): AccountFigures {
    return this.#accounts.at(id);
  }

  bidder(name: string): Slice {
    return this.#others.bidder.at(name);
  }

  mediaType(type: string): Slice {
    return this.#others.media_type.at(type);
  }

  country(code: string): Slice {
    return this.#others.country.at(code);
  }

  activity(): Activity {
    const { bidder, media_type, country } = this.#others;
    return {
      account: this.#accounts.busiest(),
      bidder: bidder.busiest(),
      media_type: media_type.busiest(),
      country: country.busiest(),
    };
  }

  /** Ends an interval. @param peers activity of other processes in theirs */
  rotate(peers: readonly Activity[]): void {
    this.#accounts.choose(peers.flatMap(({ account }) => account));
    for (const dimension of ['bidder', 'media_type', 'country'] as const)
      this.#others[dimension].choose(peers.flatMap((peer) => peer[dimension]));
    for (const [, { states }] of this.#accounts.entries()) for (const durations of states.all.values()) durations.rotate();
  }

  families(): FamilySnapshot[] {
    const slices = DIMENSIONS.flatMap((by) => [...this.#slicesOf(by)].map(([key, { counts }]) => ({ labels: { by, key }, counts })));
    const counters = (Object.keys(FAMILIES) as (keyof Counts)[]).map((count): FamilySnapshot => {
      const [name, help] = FAMILIES[count];
      return { name, kind: 'counter', help, series: slices.map(({ labels, counts }) => ({ labels, value: counts[count] })) };
    });
    return [...counters, this.#states()];
  }

  *#slicesOf(by: Dimension): Iterable<readonly [key: string, slice: Slice]> {
    if (by !== 'account') yield* this.#others[by].entries();
    else for (const [key, { slice }] of this.#accounts.entries()) yield [key, slice];
  }

  #states(): FamilySnapshot {
    const series = [...this.#accounts.entries()].flatMap(([account, { states }]) =>
      [...states.all].map(([state, durations]) => ({ labels: { account, state }, value: durations.snapshot() })),
    );
    return { name: 'rollup_state_seconds', kind: 'summary', help: 'Time of auctions in a state; quantiles of the last minutes.', series };
  }
}
