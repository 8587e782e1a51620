/**
 * Bidder health: a moving failure rate; beyond a limit calls are throttled with a growing probability, but at least a tenth is always let
 * through, so that a recovering bidder is noticed. Also limits the calls in flight. The states are those of `machines/bidder-health.ts`; a
 * call only touches its bidder's row.
 */
import type { HealthEvent, HealthState, HealthTransitions } from '#machines/bidder-health.ts';
import type { BidderHealth } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Gauge, Metrics } from '#src/platform/metrics.ts';
import type { Random } from '#src/platform/random.ts';

/** Max share of throttled calls. */
const MAX_REJECTED = 0.9;

const LEVEL: { readonly [state in HealthState]: number } = { healthy: 0, recovering: 1, throttled: 2 };

interface BidderState {
  readonly bidder: string;
  /** Failure rate, 0 to 1, weighted towards recent calls. */
  failures: number;
  live: number;
  state: HealthState;
  /** Extreme from which a change is measured: the highest rate since it was throttled, the lowest since it recovers. */
  turn: number;
  readonly throttled: Counter;
  readonly late: Counter;
  readonly level: Gauge;
  readonly share: Gauge;
}

export interface HealthEnv {
  readonly random: Pick<Random, 'next'>;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly transitions: HealthTransitions;
  /** Bidders whose series exist before their first call. */
  readonly bidders?: Iterable<string>;
}

export class HealthTracker implements BidderHealth {
  readonly #states = new Map<string, BidderState>();
  readonly #client: HostConfig['http_client'];
  readonly #env: HealthEnv;
  readonly #weight: number;

  constructor(client: HostConfig['http_client'], env: HealthEnv) {
    this.#client = client;
    this.#env = env;
    this.#weight = 1 / client.throttle.throttle_window;
    for (const bidder of env.bidders ?? []) this.#bidderState(bidder);
  }

  admit(bidder: string): string | undefined {
    const bidderState = this.#bidderState(bidder);
    if (bidderState.live >= this.#client.max_live_calls_per_bidder) return `Bidder ${bidder} has too many calls in flight`;
    const { enable_throttling, simulate_throttling_only } = this.#client.throttle;
    if (enable_throttling && bidderState.state !== 'healthy' && this.#isRejected(bidderState)) {
      bidderState.throttled.add();
      if (!simulate_throttling_only) return `Bidder ${bidder} is temporarily throttled`;
    }
    bidderState.live++;
    return undefined;
  }

  note(bidder: string, isSuccess: boolean | undefined): void {
    const bidderState = this.#bidderState(bidder);
    bidderState.live = Math.max(0, bidderState.live - 1);
    if (isSuccess === undefined) return;
    bidderState.failures = bidderState.failures * (1 - this.#weight) + (isSuccess ? 0 : this.#weight);
    bidderState.share.set(bidderState.failures);
    const event = this.#eventOf(bidderState);
    if (event !== undefined) this.#turn(bidderState, event);
  }

  late(bidder: string): void {
    this.#bidderState(bidder).late.add();
  }

  /** The event of the current failure rate, if any; updates the extreme. */
  #eventOf(bidderState: BidderState): HealthEvent | undefined {
    const { failures, state } = bidderState;
    if (state === 'throttled') bidderState.turn = Math.max(bidderState.turn, failures);
    else if (state === 'recovering') bidderState.turn = Math.min(bidderState.turn, failures);
    return this.#env.transitions.event(state, failures, bidderState.turn);
  }

  #turn(bidderState: BidderState, event: HealthEvent): void {
    const before = bidderState.state;
    bidderState.state = this.#env.transitions.next(before, event);
    bidderState.turn = bidderState.failures;
    bidderState.level.set(LEVEL[bidderState.state]);
    if (!this.#client.throttle.enable_throttling) return;
    const logged = { bidder: bidderState.bidder, from: before, to: bidderState.state, failures: bidderState.failures };
    this.#env.log[bidderState.state === 'throttled' ? 'warn' : 'info'](logged, 'bidder health changed');
  }

  #isRejected({ failures }: BidderState): boolean {
    const { transitions, random } = this.#env;
    return random.next() < (Math.max(0, failures - transitions.limit) / (1 - transitions.limit)) * MAX_REJECTED;
  }

  #bidderState(bidder: string): BidderState {
    let bidderState = this.#states.get(bidder);
    if (!bidderState) {
      const { metrics, transitions } = this.#env;
      const labels = { adapter: bidder };
      bidderState = {
        bidder,
        failures: 0,
        live: 0,
        state: transitions.first,
        turn: 0,
        throttled: metrics.counter('adapter_throttled', 'Throttled calls of unhealthy bidders.', labels),
        late: metrics.counter('adapter_late_responses', 'Responses that arrived after their auction had continued.', labels),
        level: metrics.gauge('adapter_health', 'Bidder health: 0 healthy, 1 recovering, 2 unhealthy.', labels),
        share: metrics.gauge('adapter_failure_share', 'Share of failed calls, weighted towards recent ones.', labels),
      };
      this.#states.set(bidder, bidderState);
    }
    return bidderState;
  }
}
