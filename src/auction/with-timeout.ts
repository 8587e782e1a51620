/** The one way to stop waiting for a promise. */
import type { Clock } from '#src/outside/clock.ts';

/** The time was over before the work was done. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';

  /** @param ms the time it had */
  constructor(ms: number) {
    super(`no answer within ${ms} ms`);
  }
}

/**
 * What `work` gives, or after `ms` what `whenLate` gives. The work itself goes on, and its later result is dropped: whoever can stop it
 * does so in `whenLate`.
 * @param whenLate by default it throws a `TimeoutError`; what it throws becomes the rejection
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
