/** Durations in log-linear buckets: bounded memory whatever is recorded, percentiles within 6 %. */

/** Buckets per doubling of the value. */
const PER_OCTAVE = 16;
/** Values from 2^27 µs (134 s) on share the last bucket. */
const OCTAVES = 27;

/** Index of the bucket of a value of at least one. */
function bucketOf(value: number): number {
  const octave = Math.min(OCTAVES - 1, 31 - Math.clz32(Math.min(value, 2 ** OCTAVES - 1)));
  const inside = Math.min(PER_OCTAVE - 1, Math.floor((value / 2 ** octave - 1) * PER_OCTAVE));
  return octave * PER_OCTAVE + inside;
}

/** The middle of a bucket. */
const middleOf = (bucket: number): number => 2 ** Math.floor(bucket / PER_OCTAVE) * (1 + ((bucket % PER_OCTAVE) + 0.5) / PER_OCTAVE);

export class DurationHistogram {
  readonly #counts = new Uint32Array(OCTAVES * PER_OCTAVE);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** @param micros µs; values below one count as one */
  record(micros: number): void {
    const bucket = bucketOf(Math.max(1, micros));
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
  }

  /** µs below which the share (0 to 1) of the recorded values lies; 0 if there are none. */
  percentile(share: number): number {
    let left = Math.ceil(this.#count * share);
    for (let bucket = 0; bucket < this.#counts.length; bucket++) {
      left -= this.#counts[bucket] ?? 0;
      if (left <= 0 && this.#count > 0) return middleOf(bucket);
    }
    return 0;
  }

  clear(): void {
    this.#counts.fill(0);
    this.#count = 0;
  }
}
