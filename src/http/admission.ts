/** Admission control: beyond a number of auctions in flight or an event loop delay, new auctions are rejected at once. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { HostConfig } from '#src/config/schema.ts';
import type { Gauge, Metrics } from '#src/platform/metrics.ts';

/** ms between samples of the event loop delay. */
const CHECK_MS = 250;

export class Admission {
  readonly #limits: HostConfig['admission'];
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #timer: NodeJS.Timeout;
  readonly #gauge: Gauge;
  #live = 0;
  #lagging = false;
  #onIdle: (() => void) | undefined;

  constructor(limits: HostConfig['admission'], metrics: Metrics) {
    this.#limits = limits;
    this.#gauge = metrics.gauge('auctions_live', 'Auctions in flight.');
    this.#delay.enable();
    this.#timer = setInterval(() => this.#check(), CHECK_MS).unref();
  }

  /** Whether one more auction may start; it then counts until `leave`. */
  enter(): boolean {
    if (this.#lagging || this.#live >= this.#limits.max_live_auctions) return false;
    this.#gauge.set(++this.#live);
    return true;
  }

  release(): void {
    this.#gauge.set(--this.#live);
    if (this.#live === 0) this.#onIdle?.();
  }

  /** Settles when no auction is in flight, or after `graceMs`. */
  async idle(graceMs: number): Promise<void> {
    if (this.#live === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      const idle = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#onIdle = idle;
    });
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#delay.disable();
  }

  #check(): void {
    this.#lagging = this.#delay.percentile(50) / 1e6 > this.#limits.max_loop_delay_ms;
    this.#delay.reset();
  }
}
