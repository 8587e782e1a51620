/**
 * Bidder health (auction-exchange.md 5.7): a moving share of failures; past a limit calls are refused with a growing
 * chance, at least a tenth always let through, so that a bidder that recovers is noticed. Also the cap on calls under way.
 */
import type { BidderHealth } from '#src/auction/services.ts';
import type { HostConfig } from '#src/config/schema.ts';
import type { Counter, Metrics } from '#src/outside/metrics.ts';
import type { Random } from '#src/outside/random.ts';

/** Share of failures up to which nobody is refused, and the largest share of calls refused. */
const LIMIT = 0.2;
const MOST_REFUSED = 0.9;

interface Patient {
  failures: number;
  live: number;
  readonly throttled: Counter;
  readonly late: Counter;
}

export class HealthBook implements BidderHealth {
  readonly #patients = new Map<string, Patient>();
  readonly #client: HostConfig['http_client'];
  readonly #random: Random;
  readonly #metrics: Metrics;

  constructor(client: HostConfig['http_client'], random: Random, metrics: Metrics) {
    this.#client = client;
    this.#random = random;
    this.#metrics = metrics;
  }

  admit(bidder: string): string | undefined {
    const patient = this.#patient(bidder);
    if (patient.live >= this.#client.max_live_calls_per_bidder) return `Bidder ${bidder} has too many calls under way`;
    const { enable_throttling, simulate_throttling_only } = this.#client.throttle;
    if (enable_throttling && this.#isSick(patient)) {
      patient.throttled.add();
      if (!simulate_throttling_only) return `Bidder ${bidder} is temporarily throttled`;
    }
    patient.live++;
    return undefined;
  }

  note(bidder: string, well: boolean): void {
    const patient = this.#patient(bidder);
    const weight = 1 / this.#client.throttle.throttle_window;
    patient.live = Math.max(0, patient.live - 1);
    patient.failures = patient.failures * (1 - weight) + (well ? 0 : weight);
  }

  late(bidder: string): void {
    this.#patient(bidder).late.add();
  }

  /** Share of failed calls, 0 to 1, weighted to the recent ones. */
  failureShare(bidder: string): number {
    return this.#patients.get(bidder)?.failures ?? 0;
  }

  #isSick(patient: Patient): boolean {
    if (patient.failures < LIMIT) return false;
    return this.#random.next() < ((patient.failures - LIMIT) / (1 - LIMIT)) * MOST_REFUSED;
  }

  #patient(bidder: string): Patient {
    let patient = this.#patients.get(bidder);
    if (!patient) {
      patient = {
        failures: 0,
        live: 0,
        throttled: this.#metrics.counter('adapter_throttled', 'Calls refused because the bidder is unwell.', { adapter: bidder }),
        late: this.#metrics.counter('adapter_late_answers', 'Answers that came after their auction had gone on.', {
          adapter: bidder,
        }),
      };
      this.#patients.set(bidder, patient);
    }
    return patient;
  }
}
