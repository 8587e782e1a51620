/** Median, quantiles and slope of samples. */

const ascending = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The value below which this share (0 to 1) of the samples lies; 0 without samples. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = ascending(values);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Least-squares slope of `y` by `x`. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const [above, below] = points.reduce(([a, b], [x, y]) => [a + (x - meanX) * (y - meanY), b + (x - meanX) ** 2], [0, 0]);
  return below === 0 ? 0 : above / below;
}

/** Bounds of the buckets of a latency histogram, ms. */
const BOUNDS = [2, 3, 5, 7, 10, 15, 20, 30, 50, 52, 54, 57, 60, 75, 100, 200, 500];

/** One line per bucket that has samples: bounds, count, bar. */
export function histogram(latencies: readonly number[]): string[] {
  const lines: string[] = [];
  for (let i = 0; i <= BOUNDS.length; i++) {
    const [low, high] = [BOUNDS[i - 1] ?? 0, BOUNDS[i] ?? Number.POSITIVE_INFINITY];
    const count = latencies.filter((ms) => ms >= low && ms < high).length;
    if (count === 0) continue;
    const share = count / latencies.length;
    lines.push(
      `  ${String(low).padStart(4)} – ${String(high).padEnd(8)} ms ${String(count).padStart(7)} ${'█'.repeat(Math.ceil(share * 50))}`,
    );
  }
  return lines;
}
