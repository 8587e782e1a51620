/**
 * Our clock as an RxJS scheduler: `timer`, `timeout`, `bufferTime` and others use the host's time, the manual clock of tests, or the
 * virtual time of a marble diagram.
 */
import { type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs';
import type { Clock } from '#src/platform/clock.ts';

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

/** Work that runs once per schedule call; scheduling it again before it ran replaces the first. */
class ClockAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #work: Work<T>;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>, work: Work<T>) {
    super();
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: T, delay = 0): Subscription {
    if (this.closed) return this;
    this.#cancel?.();
    this.#cancel = this.#clock.after(delay, () => {
      this.#cancel = undefined;
      this.#work.call(this, state);
    });
    return this;
  }

  override unsubscribe(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    super.unsubscribe();
  }
}

/** @returns a scheduler whose `now` and delays (ms) are those of `clock` */
export function clockScheduler(clock: Pick<Clock, 'now' | 'after'>): SchedulerLike {
  return {
    now: () => clock.now(),
    schedule: <T>(work: Work<T>, delay?: number, state?: T) => new ClockAction(clock, work).schedule(state, delay),
  };
}
