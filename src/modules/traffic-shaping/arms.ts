/** What each bidder did with each kind of traffic, in bounded memory: the arms of a bandit. */
import { LRUCache } from 'lru-cache';
import type { ShapingSettings } from './settings.ts';

/** One bidder on one kind of traffic. Old calls count less than new ones. */
export interface Arm {
  readonly calls: number;
  /** Calls with a bid. */
  readonly bids: number;
  /** Price of the bids that won, for one impression each, USD. */
  readonly revenue: number;
}

/** A kind of traffic: an imp's formats in a country, of an account. */
export interface Traffic {
  readonly accountId: string;
  readonly format: string;
  readonly country: string;
}

const keyOf = (bidder: string, { accountId, format, country }: Traffic): string => `${accountId}\n${bidder}\n${format}\n${country}`;

export class Arms {
  readonly #arms: LRUCache<string, Arm>;
  readonly #windowCalls: number;

  constructor({ max_arms, window_calls }: Pick<ShapingSettings, 'max_arms' | 'window_calls'>) {
    this.#arms = new LRUCache({ max: max_arms });
    this.#windowCalls = window_calls;
  }

  get size(): number {
    return this.#arms.size;
  }

  at(bidder: string, traffic: Traffic): Arm | undefined {
    return this.#arms.get(keyOf(bidder, traffic));
  }

  /** Adds one call. @param revenue USD of its bid for one impression, if it won */
  record(bidder: string, traffic: Traffic, hasBid: boolean, revenue: number): void {
    const key = keyOf(bidder, traffic);
    const { calls, bids, revenue: sum } = this.#arms.get(key) ?? { calls: 0, bids: 0, revenue: 0 };
    const arm = { calls: calls + 1, bids: bids + (hasBid ? 1 : 0), revenue: sum + revenue };
    this.#arms.set(key, arm.calls >= this.#windowCalls ? halved(arm) : arm);
  }
}

const halved = ({ calls, bids, revenue }: Arm): Arm => ({ calls: calls / 2, bids: bids / 2, revenue: revenue / 2 });

/** Square of the 97.5th percentile of the normal distribution. */
const Z2 = 3.8416;

/** The highest bid rate that the counts leave plausible (Wilson's upper bound, 97.5 %). */
export function plausibleBidRate({ calls, bids }: Pick<Arm, 'calls' | 'bids'>): number {
  const rate = bids / calls;
  const spread = Math.sqrt(Z2 * ((rate * (1 - rate)) / calls + Z2 / (4 * calls * calls)));
  return Math.min(1, (rate + Z2 / (2 * calls) + spread) / (1 + Z2 / calls));
}

/**
 * Probability with which a bidder is called: 1 while little is known or its plausible bid rate is high enough, otherwise in proportion to
 * that rate, and never below the exploration share.
 */
export function callProbability(
  arm: Arm | undefined,
  { min_calls, min_bid_rate, exploration_share }: Pick<ShapingSettings, 'min_calls' | 'min_bid_rate' | 'exploration_share'>,
): number {
  if (!arm || arm.calls < min_calls) return 1;
  return Math.max(exploration_share, Math.min(1, plausibleBidRate(arm) / min_bid_rate));
}

/** Revenue of one call that can be expected, USD. */
export const expectedRevenue = (arm: Arm | undefined): number => (arm ? arm.revenue / arm.calls : 0);
