/** Durations in log-linear buckets: bounded memory whatever is recorded, percentiles within 6 %. */

/** Buckets per doubling of the value. */
const PER_OCTAVE = 16;
/** Values from 2^27 µs (134 s) on share the last bucket. */
const OCTAVES = 27;

/** Index of the bucket of a value of at least one. */
function bucketOf(value: number): number {
  const octave = Math.min(OCTAVES - 1, 31 - Math.clz32(Math.min(value, 2 ** OCTAVES - 1)));
  // A shift instead of a power, which takes longer than everything else here.
  const inside = Math.min(PER_OCTAVE - 1, Math.floor((value / (1 << octave) - 1) * PER_OCTAVE));
  return octave * PER_OCTAVE + inside;
}

/** The middle of a bucket. */
const middleOf = (bucket: number): number => 2 ** Math.floor(bucket / PER_OCTAVE) * (1 + ((bucket % PER_OCTAVE) + 0.5) / PER_OCTAVE);

/** The recorded values: buckets that have any, with their number. */
export interface DurationSnapshot {
  readonly buckets: readonly (readonly [bucket: number, count: number])[];
  /** µs. */
  readonly sum: number;
  readonly count: number;
}

/**
 * The value below which the share (0 to 1) of all values lies; undefined if there are none.
 * @param counts values in ascending order, each with its number
 * @param total of these numbers
 */
export function valueAtShare(counts: Iterable<readonly [value: number, count: number]>, total: number, share: number): number | undefined {
  let left = Math.ceil(total * share);
  for (const [value, count] of counts) {
    left -= count;
    if (left <= 0 && count > 0) return value;
  }
  return undefined;
}

/** µs below which the share (0 to 1) of a snapshot's values lies; 0 if there are none. */
export function percentileIn({ buckets }: DurationSnapshot, share: number): number {
  const bucket = valueAtShare(buckets, totalOf(buckets), share);
  return bucket === undefined ? 0 : middleOf(bucket);
}

/** The sum of the numbers. */
export const totalOf = (counts: readonly (readonly [value: number, count: number])[]): number =>
  counts.reduce((sum, [, count]) => sum + count, 0);

/** The numbers of equal values added up, in ascending order of the values. */
export function mergeCounts(lists: readonly (readonly (readonly [value: number, count: number])[])[]): [value: number, count: number][] {
  const merged = new Map<number, number>();
  for (const [value, count] of lists.flat()) merged.set(value, (merged.get(value) ?? 0) + count);
  return [...merged].sort(([a], [b]) => a - b);
}

/** All values of several histograms, such as those of several processes. */
export function mergeDurations(snapshots: readonly DurationSnapshot[]): DurationSnapshot {
  return {
    buckets: mergeCounts(snapshots.map(({ buckets }) => buckets)),
    sum: snapshots.reduce((all, { sum }) => all + sum, 0),
    count: snapshots.reduce((all, { count }) => all + count, 0),
  };
}

export class DurationHistogram {
  readonly #counts = new Uint32Array(OCTAVES * PER_OCTAVE);
  #count = 0;
  #sum = 0;

  get count(): number {
    return this.#count;
  }

  /** @param micros µs; values below one count as one */
  record(micros: number): void {
    const bucket = bucketOf(Math.max(1, micros));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
    this.#sum += micros;
  }

  /** The recorded values within 6 %, µs, in ascending order, each with its number. */
  values(): [micros: number, count: number][] {
    return this.snapshot().buckets.map(([bucket, count]) => [middleOf(bucket), count]);
  }

  snapshot(): DurationSnapshot {
    const buckets = [...this.#counts.entries()].filter(([, values]) => values > 0);
    return { buckets, sum: this.#sum, count: this.#count };
  }

  clear(): void {
    this.#counts.fill(0);
    this.#count = 0;
    this.#sum = 0;
  }
}
