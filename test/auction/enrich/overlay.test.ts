import { expect, test } from 'vitest';
import { overlay } from '#src/auction/enrich/overlay.ts';

test('an overlay merges objects, replaces lists and scalars, removes by null', () => {
  const base = { a: { b: 1, c: [1, 2] }, d: 'old', e: 5 };
  expect(overlay(base, { a: { b: 2, c: [3] }, d: { x: 1 }, e: null, f: true })).toEqual({ a: { b: 2, c: [3] }, d: { x: 1 }, f: true });
});

test('an overlay modifies neither side and shares unchanged parts', () => {
  const base = Object.freeze({ retained: Object.freeze({ deep: 1 }), changed: Object.freeze({ x: 1 }) });
  const patch = Object.freeze({ changed: Object.freeze({ y: 2 }) });
  const merged = overlay<object>(base, patch) as typeof base;
  expect(merged.retained).toBe(base.retained);
  expect(merged).toEqual({ retained: { deep: 1 }, changed: { x: 1, y: 2 } });
  expect(base).toEqual({ retained: { deep: 1 }, changed: { x: 1 } });
});

test('an overlay accepts an absent base, and never reaches prototypes', () => {
  const patch = JSON.parse('{"a":{"__proto__":{"bad":1},"b":1},"constructor":{"prototype":{"bad":1}}}') as object;
  expect(overlay(undefined, patch)).toEqual({ a: { b: 1 } });
  expect(({} as { bad?: number }).bad).toBeUndefined();
});
