/** The one implementation of timeouts for promises. */
import type { Clock } from '#src/platform/clock.ts';

/** The message of stores, services and bidders that did not respond in time. */
export const DEADLINE_EXCEEDED = 'context deadline exceeded';

/** The time of a step whose predecessors used it up: what does not wait still succeeds. */
const MIN_MS = 1;

/** ms left of a timeout for several steps. @param begunUs start of the first one, monotonic µs */
export const timeLeft = (timeoutMs: number, begunUs: number, clock: Pick<Clock, 'micros'>): number =>
  Math.max(timeoutMs - (clock.micros() - begunUs) / 1000, MIN_MS);

/** The timeout expired before the work was done. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  /** @param ms its timeout */
  constructor(ms: number) {
    super(`no response within ${ms} ms`);
  }
}

/**
 * The result of `work`, or after `ms` that of `whenLate`. The work itself continues, and its later result is dropped: a caller that can
 * stop it does so in `whenLate`.
 * @param whenLate by default it throws a `TimeoutError`; its exception becomes the rejection
 */
export function withTimeout<T, L = never>(work: Promise<T>, ms: number, clock: Pick<Clock, 'after'>, whenLate?: () => L): Promise<T | L> {
  const { promise, resolve, reject } = Promise.withResolvers<T | L>();
  const stop = clock.after(ms, () => {
    try {
      if (!whenLate) throw new TimeoutError(ms);
      resolve(whenLate());
    } catch (cause) {
      reject(cause);
    }
  });
  work.then(
    (value) => {
      stop();
      resolve(value);
    },
    (cause: unknown) => {
      stop();
      reject(cause);
    },
  );
  return promise;
}
