/** The state of a circuit breaker: closed; open, when calls pause; half-open, when one call tries again. */

/** Limits after which calls pause. */
export interface BreakerLimits {
  /** Consecutive failures before a pause. */
  readonly failures: number;
  /** Time window (ms) for counting failures; absent: unlimited. */
  readonly withinMs?: number | undefined;
  /** The first pause, doubled each time up to the maximum. */
  readonly pauseMs: number;
  readonly maxPauseMs: number;
}

export class Breaker {
  readonly #limits: BreakerLimits;
  #firstFailureAt = 0;
  #failures = 0;
  #pausedUntil = 0;
  #isTrying = false;

  constructor(limits: BreakerLimits) {
    this.#limits = limits;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#limits.failures;
  }

  /** Open, and no call tries again: failures are those of calls that were in flight before the pause, and say nothing new. */
  get isPaused(): boolean {
    return this.isOpen && !this.#isTrying;
  }

  /** Whether a call may be made: any while closed, one after each pause while open. An admitted call ends in one of the methods below. */
  admits(now: number): boolean {
    if (!this.isOpen) return true;
    const leftMs = this.#pausedUntil - now;
    // More than the longest pause is left if the clock was set back.
    if (this.#isTrying || (leftMs > 0 && leftMs <= this.#limits.maxPauseMs)) return false;
    this.#isTrying = true;
    return true;
  }

  /** @returns whether this ended an outage */
  succeeded(): boolean {
    const { isOpen } = this;
    this.#failures = 0;
    this.#isTrying = false;
    return isOpen;
  }

  /** @returns whether this failure opened the breaker */
  failed(now: number): boolean {
    const { failures: max, withinMs = Number.POSITIVE_INFINITY, pauseMs, maxPauseMs } = this.#limits;
    if (this.isPaused) return false;
    // Failures further apart are not counted together.
    if (this.#failures > 0 && !this.isOpen && now - this.#firstFailureAt > withinMs) this.#failures = 0;
    if (this.#failures++ === 0) this.#firstFailureAt = now;
    this.#isTrying = false;
    if (this.isOpen) this.#pausedUntil = now + Math.min(pauseMs * 2 ** (this.#failures - max), maxPauseMs);
    return this.#failures === max;
  }

  /** A call ended without a result. */
  abandoned(): void {
    this.#isTrying = false;
  }
}

/** Settings of a circuit breaker. */
export interface BreakerOptions {
  readonly opening_threshold: number;
  readonly opening_interval_ms: number;
  readonly closing_interval_ms: number;
}

/** The limits of settings: pauses of equal length. */
export const breakerLimits = (options: BreakerOptions): BreakerLimits => ({
  failures: options.opening_threshold,
  withinMs: options.opening_interval_ms,
  pauseMs: options.closing_interval_ms,
  maxPauseMs: options.closing_interval_ms,
});
