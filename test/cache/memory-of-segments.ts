/**
 * Puts values of several sizes and prints, for each series, the most bytes that were allocated and the bytes that are stored at the end, in
 * shares of the budget. In a process of its own with `--expose-gc`: its heap is small.
 */
import { Segments } from '#src/cache/segments.ts';

const BUDGET = 16 * 1024 * 1024;
const SEGMENT = BUDGET / 16;
/** Measurements of a series. */
const SAMPLES = 12;

const lengthsOf = (count: number, length: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => Math.floor(length(i)));

const SERIES: Readonly<Record<string, readonly number[]>> = {
  'a little over half a segment': lengthsOf(60, () => SEGMENT * 0.55),
  'a little over a third of a segment': lengthsOf(100, () => SEGMENT * 0.35),
  'small ones after each that is larger than a segment': lengthsOf(60, (i) => (i % 2 === 0 ? 100 : SEGMENT * 1.05)),
  'any size': lengthsOf(2000, (i) => SEGMENT * ((i * 0.618) % 1) ** 8),
  'of the size of bids': lengthsOf(20_000, () => 1500),
  tiny: lengthsOf(200_000, () => 10),
};

/** Bytes allocated outside the heap. One collection finds what is unused, the next one counts without it. */
function allocated(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().arrayBuffers;
}

function measure(lengths: readonly number[]) {
  const before = allocated();
  const segments = new Segments(BUDGET);
  let peak = 0;
  for (const [i, length] of lengths.entries()) {
    segments.put(`id-${i}`, { type: 'json', content: 'x'.repeat(length) }, length, 1000);
    if (i % Math.ceil(lengths.length / SAMPLES) === 0) peak = Math.max(peak, allocated() - before);
  }
  const stored = lengths.reduce((sum, length, i) => sum + (segments.has(`id-${i}`, 0) ? length : 0), 0);
  return { peak: peak / BUDGET, stored: stored / BUDGET };
}

console.log(JSON.stringify(Object.fromEntries(Object.entries(SERIES).map(([name, lengths]) => [name, measure(lengths)]))));
