/** Durations of the last one to two intervals, for percentiles; sum and number of all. */
import { DurationHistogram, type DurationSnapshot, mergeDurations } from '#src/platform/duration-histogram.ts';

export class RecentDurations {
  #current = new DurationHistogram();
  #last = new DurationHistogram();
  #sum = 0;
  #count = 0;

  /** Takes the durations of the interval. */
  get current(): DurationHistogram {
    return this.#current;
  }

  /** Begins an interval. */
  rotate(): void {
    const { sum, count } = this.#current.snapshot();
    this.#sum += sum;
    this.#count += count;
    [this.#last, this.#current] = [this.#current, this.#last];
    this.#current.clear();
  }

  snapshot(): DurationSnapshot {
    const current = this.#current.snapshot();
    const { buckets } = mergeDurations([this.#last.snapshot(), current]);
    return { buckets, sum: this.#sum + current.sum, count: this.#count + current.count };
  }
}
