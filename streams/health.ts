/**
 * Bidder health (auction-exchange.md 5.7): a moving share of failures; past a limit calls are refused with a growing
 * chance, at least a tenth always let through, so that a bidder that recovers is noticed. Also the cap on calls under way.
 * The states are those of `machines/bidder-health.ts`; a bidder's row is all that a call touches.
 */
import type { HealthCourse, HealthEvent, HealthState } from '#machines/bidder-health.ts';
import type { BidderHealth } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Log } from '#src/outside/log.ts';
import type { Counter, Gauge, Metrics } from '#src/outside/metrics.ts';
import type { Random } from '#src/outside/random.ts';

/** The largest share of calls refused. */
const MOST_REFUSED = 0.9;

const LEVEL: { readonly [state in HealthState]: number } = { healthy: 0, recovering: 1, throttled: 2 };

interface Patient {
  readonly bidder: string;
  failures: number;
  live: number;
  state: HealthState;
  /** Share from which a turn is counted: the highest since it was throttled, the lowest since it recovers. */
  turn: number;
  readonly throttled: Counter;
  readonly late: Counter;
  readonly level: Gauge;
}

export interface HealthEnv {
  readonly random: Pick<Random, 'next'>;
  readonly metrics: Metrics;
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly course: HealthCourse;
  /** Those who have series before their first call. */
  readonly bidders?: Iterable<string>;
}

export class HealthBook implements BidderHealth {
  readonly #patients = new Map<string, Patient>();
  readonly #client: HostConfig['http_client'];
  readonly #env: HealthEnv;
  readonly #weight: number;

  constructor(client: HostConfig['http_client'], env: HealthEnv) {
    this.#client = client;
    this.#env = env;
    this.#weight = 1 / client.throttle.throttle_window;
    for (const bidder of env.bidders ?? []) this.#patient(bidder);
  }

  admit(bidder: string): string | undefined {
    const patient = this.#patient(bidder);
    if (patient.live >= this.#client.max_live_calls_per_bidder) return `Bidder ${bidder} has too many calls under way`;
    const { enable_throttling, simulate_throttling_only } = this.#client.throttle;
    if (enable_throttling && patient.state !== 'healthy' && this.#isRefused(patient)) {
      patient.throttled.add();
      if (!simulate_throttling_only) return `Bidder ${bidder} is temporarily throttled`;
    }
    patient.live++;
    return undefined;
  }

  note(bidder: string, well: boolean | undefined): void {
    const patient = this.#patient(bidder);
    patient.live = Math.max(0, patient.live - 1);
    if (well === undefined) return;
    patient.failures = patient.failures * (1 - this.#weight) + (well ? 0 : this.#weight);
    const event = this.#eventOf(patient);
    if (event !== undefined) this.#turn(patient, event);
  }

  late(bidder: string): void {
    this.#patient(bidder).late.add();
  }

  /** Share of failed calls, 0 to 1, weighted to the recent ones. */
  failureShare(bidder: string): number {
    return this.#patients.get(bidder)?.failures ?? 0;
  }

  state(bidder: string): HealthState {
    return this.#patients.get(bidder)?.state ?? this.#env.course.first;
  }

  /** What the share of failures now means, if anything; remembers how far it went. */
  #eventOf(patient: Patient): HealthEvent | undefined {
    const { failures, state } = patient;
    if (state === 'throttled') patient.turn = Math.max(patient.turn, failures);
    else if (state === 'recovering') patient.turn = Math.min(patient.turn, failures);
    return this.#env.course.event(state, failures, patient.turn);
  }

  #turn(patient: Patient, event: HealthEvent): void {
    const before = patient.state;
    patient.state = this.#env.course.next(before, event);
    patient.turn = patient.failures;
    patient.level.set(LEVEL[patient.state]);
    if (!this.#client.throttle.enable_throttling) return;
    const told = { bidder: patient.bidder, from: before, to: patient.state, failures: patient.failures };
    this.#env.log[patient.state === 'throttled' ? 'warn' : 'info'](told, 'the health of a bidder has changed');
  }

  #isRefused({ failures }: Patient): boolean {
    const { course, random } = this.#env;
    return random.next() < (Math.max(0, failures - course.limit) / (1 - course.limit)) * MOST_REFUSED;
  }

  #patient(bidder: string): Patient {
    let patient = this.#patients.get(bidder);
    if (!patient) {
      const { metrics, course } = this.#env;
      const labels = { adapter: bidder };
      patient = {
        bidder,
        failures: 0,
        live: 0,
        state: course.first,
        turn: 0,
        throttled: metrics.counter('adapter_throttled', 'Calls refused because the bidder is unwell.', labels),
        late: metrics.counter('adapter_late_answers', 'Answers that came after their auction had gone on.', labels),
        level: metrics.gauge('adapter_health', 'How a bidder has been answering: 0 well, 1 recovering, 2 badly.', labels),
      };
      this.#patients.set(bidder, patient);
    }
    return patient;
  }
}
