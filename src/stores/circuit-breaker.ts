/**
 * A circuit breaker for remote services: enforces timeouts, and stops calling a failing service for a while. One call is let through after
 * each pause; the first success ends the outage.
 */

import type { Abortable } from '#src/lang/abort-scope.ts';
import { untilAborted } from '#src/lang/abort-scope.ts';
import { toError } from '#src/lang/error-message.ts';
import { DEADLINE_EXCEEDED, TimeoutError, withTimeout } from '#src/lang/with-timeout.ts';
import { Breaker, type BreakerLimits } from '#src/net/breaker.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Log } from '#src/platform/log.ts';
import type { Counter, Gauge, Metrics } from '#src/platform/metrics.ts';

export interface GuardEnv {
  readonly limits?: BreakerLimits | undefined;
  /** ms a service has for a response, if a caller has less (its `tmax` sets the timeout). Absent: only the caller's time counts. */
  readonly minTimeoutMs?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
}

export type Guarded<T> =
  | { readonly kind: 'response'; readonly value: T }
  /** `timeout`: its own, or one that the work reports; `rejected`: not called. */
  | { readonly kind: 'failed'; readonly cause: Error; readonly failure: 'timeout' | 'lost' | 'rejected' };

export interface RunOptions {
  readonly isResponse?: ((cause: unknown) => boolean) | undefined;
  readonly scope?: Abortable | undefined;
}

const LIMITS: BreakerLimits = { failures: 3, pauseMs: 100, maxPauseMs: 2000 };
/** Max calls in flight; further ones are rejected: a hanging service must not fill our memory. */
const MAX_WAITING = 1000;

/** Timers may end earlier than said, by less than this. */
const MIN_LEFT_MS = 1;

/** Its result; an exception is a rejection. */
const begun = async <T>(work: () => Promise<T>): Promise<T> => work();

export class Guard {
  readonly #name: string;
  readonly #env: GuardEnv;
  readonly #up: Gauge;
  readonly #lost: Counter;
  readonly #onUnhealthy: () => void;
  readonly #breaker: Breaker;
  #waiting = 0;

  /** @param onUnhealthy called at each pause, to drop connections that may hang */
  constructor(name: string, env: GuardEnv, onUnhealthy: () => void = () => {}) {
    this.#name = name;
    this.#env = env;
    this.#onUnhealthy = onUnhealthy;
    this.#breaker = new Breaker(env.limits ?? LIMITS);
    this.#up = env.metrics.gauge('store_up', 'Whether a remote store responds.', { store: name });
    this.#lost = env.metrics.counter('store_failures', 'Calls of a remote store that failed or timed out.', { store: name });
    this.#up.set(1);
  }

  /**
   * The result of `work` within `timeoutMs`, unless the caller cancels earlier. Never rejects.
   * @param isResponse errors that count as responses: the service is healthy
   */
  async run<T>(work: () => Promise<T>, timeoutMs: number, options: RunOptions = {}): Promise<Guarded<T>> {
    const rejection = this.#rejection();
    if (rejection) return { kind: 'failed', cause: rejection, failure: 'rejected' };
    this.#waiting++;
    const begunUs = this.#env.clock.micros();
    const working = begun(work);
    const { scope } = options;
    const result = await this.#within(scope ? untilAborted(working, scope) : working, timeoutMs);
    const leftMs = (this.#env.minTimeoutMs ?? 0) - (this.#env.clock.micros() - begunUs) / 1000;
    const isEarly = result.kind === 'failed' && (result.failure === 'timeout' || scope?.signal.aborted === true) && leftMs > MIN_LEFT_MS;
    if (isEarly) void this.#within(working, leftMs).then((later) => this.#judge(later, options, true));
    else this.#judge(result, options, false);
    return result;
  }

  /** @param isEarly the caller went before the service's time was over: only a response, or none in that time, shows its state */
  #judge(result: Guarded<unknown>, { isResponse, scope }: RunOptions, isEarly: boolean): void {
    this.#waiting--;
    if (result.kind === 'response' || isResponse?.(result.cause)) this.#markHealthy();
    else if (isEarly ? !(result.cause instanceof TimeoutError) : scope?.signal.aborted) this.#breaker.abandoned();
    else this.#markUnhealthy(result.cause);
  }

  #rejection(): Error | undefined {
    if (this.#waiting >= MAX_WAITING) return new Error('too many calls in flight');
    return this.#breaker.admits(this.#env.clock.now()) ? undefined : new Error('unavailable after repeated failures');
  }

  async #within<T>(working: Promise<T>, timeoutMs: number): Promise<Guarded<T>> {
    try {
      return { kind: 'response', value: await withTimeout(working, timeoutMs, this.#env.clock) };
    } catch (cause) {
      const error = toError(cause);
      const isLate = error instanceof TimeoutError || error.message === DEADLINE_EXCEEDED;
      return { kind: 'failed', cause: error, failure: isLate ? 'timeout' : 'lost' };
    }
  }

  #markHealthy(): void {
    if (this.#breaker.succeeded()) this.#env.log.info({ store: this.#name }, 'store recovered');
    this.#up.set(1);
  }

  #markUnhealthy(cause: Error): void {
    const isLate = this.#breaker.isPaused;
    const opened = this.#breaker.failed(this.#env.clock.now());
    this.#lost.add();
    if (isLate || !this.#breaker.isOpen) return;
    if (opened) this.#env.log.error({ failure: cause, store: this.#name }, 'store unavailable: serving cached data');
    this.#up.set(0);
    this.#onUnhealthy();
  }
}
