/** Metrics of several processes as one. */
import { expect, test } from 'vitest';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { mergeSnapshots, type ProcessSnapshot } from '#src/platform/metrics-format.ts';

function snapshotOf(worker: string, seconds: number): ProcessSnapshot {
  const metrics = new MetricsRegistry();
  metrics.counter('revenue', '').add(seconds);
  metrics.histogram('seconds', '', [1]).observe(seconds);
  const value = { buckets: [], sum: seconds * 10, count: 1 };
  return { worker, families: [...metrics.read(), { name: 'states', kind: 'summary', help: '', series: [{ labels: {}, value }] }] };
}

test('sums are the same in every order, to the last digit: a scraper takes a lower one for a restart', () => {
  const [a, b, c] = [0.1, 0.2, 0.3].map((seconds, i) => snapshotOf(String(i), seconds)) as [
    ProcessSnapshot,
    ProcessSnapshot,
    ProcessSnapshot,
  ];
  expect(0.1 + 0.2 + 0.3).not.toBe(0.3 + 0.2 + 0.1);
  const merged = mergeSnapshots([a, b, c]);
  expect(mergeSnapshots([c, b, a])).toEqual(merged);
  const sums = merged.map(({ series: [first] }) => (typeof first?.value === 'number' ? first.value : first?.value.sum));
  expect(sums.map((sum = 0) => sum.toFixed(5))).toEqual(['0.60000', '0.60000', '6.00000']);
});
