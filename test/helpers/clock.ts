/** A clock that tests advance manually. */
import type { Clock } from '#src/platform/clock.ts';

interface Waiting {
  readonly at: number;
  readonly callback: () => void;
}

export class WoundClock implements Clock {
  #now: number;
  #correction = 0;
  #waiting: Waiting[] = [];

  constructor(now = 1_700_000_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now + this.#correction;
  }

  micros(): number {
    return this.#now * 1000;
  }

  after(ms: number, callback: () => void): () => void {
    const waiting = { at: this.#now + ms, callback };
    this.#waiting.push(waiting);
    return () => {
      this.#waiting = this.#waiting.filter((one) => one !== waiting);
    };
  }

  /** Timers that have not fired. */
  get pending(): number {
    return this.#waiting.length;
  }

  /** Sets the wall time forward (or back) by `ms`, as a time server does; timers and monotonic time continue. */
  correct(ms: number): void {
    this.#correction += ms;
  }

  /** Advances by `ms`; due timers fire in order of time. */
  wind(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#waiting.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#waiting = this.#waiting.filter((one) => one !== next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }
}
