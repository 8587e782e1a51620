/** Figures over time: one bucket per two seconds of the last five minutes. */

export const BUCKET_MS = 2000;
const BUCKETS = 150;
/** Shortest displayed range: one minute. */
const MIN_BUCKETS = 30;
/** Durations stored per bucket and name: enough for percentiles. */
const MAX_DURATIONS = 400;

const emptyBucket = (slot) => ({
  slot,
  auctions: 0,
  rejected: 0,
  unstarted: 0,
  calls: 0,
  responded: 0,
  timeouts: 0,
  failed: 0,
  durations: new Map(),
});

/** The value below which the given share of the sorted values lies; undefined for an empty list. */
export const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

export class Timeline {
  #buckets = [];

  at(time) {
    const slot = Math.floor(time / BUCKET_MS);
    let bucket = this.#buckets.findLast((one) => one.slot === slot);
    if (!bucket) {
      bucket = emptyBucket(slot);
      this.#buckets.push(bucket);
      this.#buckets.sort((a, b) => a.slot - b.slot);
      if (this.#buckets.length > BUCKETS) this.#buckets.shift();
    }
    return bucket;
  }

  note(time, name, ms) {
    const { durations } = this.at(time);
    const list = durations.get(name);
    if (!list) durations.set(name, [ms]);
    else if (list.length < MAX_DURATIONS) list.push(ms);
  }

  /** Buckets from the first one to now, including empty ones; the current bucket is excluded. */
  window(now) {
    const last = Math.floor(now / BUCKET_MS) - 1;
    const bySlot = new Map(this.#buckets.map((bucket) => [bucket.slot, bucket]));
    const length = Math.min(BUCKETS, Math.max(MIN_BUCKETS, last - (this.#buckets[0]?.slot ?? last) + 1));
    return Array.from({ length }, (_, i) => bySlot.get(last - length + 1 + i) ?? emptyBucket(last - length + 1 + i));
  }

  /** All durations of a name in the last `seconds`, sorted. */
  recent(now, name, seconds = 60) {
    const from = Math.floor((now - seconds * 1000) / BUCKET_MS);
    const all = this.#buckets.filter(({ slot }) => slot >= from).flatMap(({ durations }) => durations.get(name) ?? []);
    return all.sort((a, b) => a - b);
  }
}
