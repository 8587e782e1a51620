import { expect, test } from 'vitest';
import { MemoryStore } from '#src/cache/memory.ts';
import { WoundClock } from '#test/helpers/clock.ts';

const value = { type: 'xml', content: 'x'.repeat(500) } as const;

test('values of callers evict only each other', () => {
  const store = new MemoryStore({ maxBytes: 4000, maxValueBytes: 1000, publicShare: 0.5 }, new WoundClock());
  expect(store.put('auction', value, 60, true)).toBe('stored');
  for (let i = 0; i < 100; i++) store.put(`caller-${i}`, value, 60, true, true);
  expect([store.find('auction'), store.find('caller-99'), store.find('caller-1')]).toEqual([value, value, undefined]);
  expect(store.bytes).toBeLessThanOrEqual(4000);
});

test('an id that a caller wrote is taken for auctions as well', () => {
  const store = new MemoryStore({ maxBytes: 4000, maxValueBytes: 1000, publicShare: 0.5 }, new WoundClock());
  expect([store.put('id', value, 60, false, true), store.put('id', value, 60)]).toEqual(['stored', 'exists']);
});

test('a value that exceeds the callers’ share is too large', () => {
  const store = new MemoryStore({ maxBytes: 4000, maxValueBytes: 1000, publicShare: 0.1 }, new WoundClock());
  expect([store.put('a', value, 60, true, true), store.put('a', value, 60, true)]).toEqual(['tooLarge', 'stored']);
});
