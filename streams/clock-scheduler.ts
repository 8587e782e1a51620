/**
 * Our clock as a scheduler of RxJS: `timer`, `timeout`, `bufferTime` and the like follow the host's time, the one that tests wind
 * by hand, or the virtual time of a drawing.
 */
import { type SchedulerAction, type SchedulerLike, Subscription } from 'rxjs';
import type { Clock } from '#src/outside/clock.ts';

type Work<T> = (this: SchedulerAction<T>, state?: T) => void;

/** Work that runs once for each time it is scheduled; a second time before it ran replaces the first. */
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
