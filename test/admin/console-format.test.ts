import { expect, test } from 'vitest';

// The console's scripts have no types.
const script = new URL('../../src/admin/console/dom.js', import.meta.url).href;
const { millis } = (await import(script)) as { millis(ms: number | undefined): string };

test('the console shows times, and negative differences of them, in the unit of their size', () => {
  expect([0.0466, 0.9, 1.2, 99.94, 100, 1475.4].map(millis)).toEqual(['47 µs', '900 µs', '1.2 ms', '99.9 ms', '100 ms', '1475 ms']);
  expect([-0.0466, -3.352, -6833].map(millis)).toEqual(['-47 µs', '-3.4 ms', '-6833 ms']);
  expect([undefined, Number.NaN].map(millis)).toEqual(['–', '–']);
});
