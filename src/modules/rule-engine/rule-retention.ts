/** Which compiled rules are retained, and when rejected settings are compiled again. */
import type { Ext } from '#src/openrtb/ext.ts';
import type { CacheLimits, RetryLimits } from './limits.ts';

/** The settings whose rules are retained, oldest first. */
export class RetainedRules {
  readonly #compiledAt = new Map<Ext, number>();
  readonly #limits: CacheLimits;
  readonly #forget: (settings: Ext) => void;

  /** @param forget drops the compiled rules of settings */
  constructor(limits: CacheLimits, forget: (settings: Ext) => void) {
    this.#limits = limits;
    this.#forget = forget;
  }

  /** Before a use: drops rules that are too old, and the oldest ones beyond the size. */
  use(settings: Ext, now: number): void {
    const { lifetimeMs, maxSize } = this.#limits;
    const at = this.#compiledAt.get(settings);
    if (at !== undefined && now - at < lifetimeMs) return;
    if (at !== undefined) this.#drop(settings);
    this.#compiledAt.set(settings, now);
    for (const [oldest, since] of this.#compiledAt) {
      if (this.#compiledAt.size <= maxSize && now - since < lifetimeMs) break;
      this.#drop(oldest);
    }
  }

  #drop(settings: Ext): void {
    this.#compiledAt.delete(settings);
    this.#forget(settings);
  }
}

interface Wait {
  readonly delayMs: number;
  readonly until: number;
}

/** Settings that the compiler rejected. */
export class RejectedSettings {
  readonly #waits = new WeakMap<Ext, Wait>();
  readonly #limits: RetryLimits;
  readonly #random: () => number;

  constructor(limits: RetryLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Whether it is too early to compile settings again. */
  isWaiting(settings: Ext, now: number): boolean {
    const wait = this.#waits.get(settings);
    return wait !== undefined && now < wait.until;
  }

  add(settings: Ext, now: number): void {
    const delayMs = this.#delayAfter(this.#waits.get(settings)?.delayMs);
    this.#waits.set(settings, { delayMs, until: now + delayMs });
  }

  /** Delays grow; a random part spreads the accounts. */
  #delayAfter(before: number | undefined): number {
    const { firstMs, maxMs, factor, jitter } = this.#limits;
    if (before === undefined) return Math.min(firstMs, maxMs);
    const grown = before * factor;
    return Math.min(grown + grown * jitter * this.#random(), maxMs);
  }
}
