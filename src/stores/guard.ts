/**
 * Between us and somebody who has to be asked: ends waits in time, and stops asking for a while where asking only costs time.
 * One call is let through after each pause; the first that is answered ends the trouble.
 */

import { untilAborted } from '#src/auction/abort-scope.ts';
import type { Abortable } from '#src/auction/services.ts';
import { TimeoutError, withTimeout } from '#src/auction/with-timeout.ts';
import type { Clock } from '#src/outside/clock.ts';
import type { Log } from '#src/outside/log.ts';
import type { Counter, Gauge, Metrics } from '#src/outside/metrics.ts';
import { toError } from '#src/wire/error-message.ts';

export interface GuardEnv {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export type Guarded<T> =
  | { readonly kind: 'answer'; readonly value: T }
  /** `refused`: not even asked. */
  | { readonly kind: 'failed'; readonly cause: Error; readonly failure: 'late' | 'lost' | 'refused' };

export interface RunOptions {
  readonly isAnswer?: ((cause: unknown) => boolean) | undefined;
  readonly scope?: Abortable | undefined;
}

/** Failures in a row after which there is a pause, and its length, doubling each time. */
const FAILURES = 3;
const PAUSE_MS = 100;
const MOST_PAUSE_MS = 2000;
/** Calls under way past which further ones are refused: somebody who hangs must not fill our memory. */
const MOST_WAITING = 1000;

export class Guard {
  readonly #name: string;
  readonly #env: GuardEnv;
  readonly #up: Gauge;
  readonly #lost: Counter;
  readonly #whenSick: () => void;
  #failures = 0;
  #waiting = 0;
  #pausedUntil = 0;
  #probing = false;

  /** @param whenSick called at each pause, to drop connections that may hang */
  constructor(name: string, env: GuardEnv, whenSick: () => void = () => {}) {
    this.#name = name;
    this.#env = env;
    this.#whenSick = whenSick;
    this.#up = env.metrics.gauge('store_up', 'Whether a store that has to be asked answers.', { store: name });
    this.#lost = env.metrics.counter('store_failures', 'Calls of a store that were not answered in time, or not at all.', { store: name });
    this.#up.set(1);
  }

  /**
   * What `work` gives within `timeoutMs`, unless whoever waits stops before. Never rejects.
   * @param isAnswer errors for which it holds count as answers: the other side is well
   */
  async run<T>(work: () => Promise<T>, timeoutMs: number, { isAnswer, scope }: RunOptions = {}): Promise<Guarded<T>> {
    const refusal = this.#refusal();
    if (refusal) return { kind: 'failed', cause: refusal, failure: 'refused' };
    this.#probing = this.#isSick();
    this.#waiting++;
    const result = await this.#inTime(work, timeoutMs, scope);
    this.#waiting--;
    if (result.kind === 'answer' || isAnswer?.(result.cause)) this.#well();
    // Nobody knows how it would have ended.
    else if (scope?.signal.aborted) this.#probing = false;
    else this.#sick(result.cause);
    return result;
  }

  #isSick(): boolean {
    return this.#failures >= FAILURES;
  }

  #refusal(): Error | undefined {
    if (this.#waiting >= MOST_WAITING) return new Error('too many calls are under way');
    if (!this.#isSick() || (!this.#probing && this.#env.clock.now() >= this.#pausedUntil)) return undefined;
    return new Error('it did not answer lately');
  }

  async #inTime<T>(work: () => Promise<T>, timeoutMs: number, scope: Abortable | undefined): Promise<Guarded<T>> {
    try {
      return { kind: 'answer', value: await withTimeout(scope ? untilAborted(work(), scope) : work(), timeoutMs, this.#env.clock) };
    } catch (cause) {
      return { kind: 'failed', cause: toError(cause), failure: cause instanceof TimeoutError ? 'late' : 'lost' };
    }
  }

  #well(): void {
    if (this.#isSick()) this.#env.log.info({ store: this.#name }, 'a store answers again');
    this.#failures = 0;
    this.#probing = false;
    this.#up.set(1);
  }

  #sick(cause: Error): void {
    this.#failures++;
    this.#probing = false;
    this.#lost.add();
    if (!this.#isSick()) return;
    if (this.#failures === FAILURES)
      this.#env.log.error({ err: cause, store: this.#name }, 'a store does not answer: what is cached serves');
    this.#up.set(0);
    const pause = Math.min(PAUSE_MS * 2 ** (this.#failures - FAILURES), MOST_PAUSE_MS);
    this.#pausedUntil = this.#env.clock.now() + pause;
    this.#whenSick();
  }
}
