import { expect, test } from 'vitest';
import { overlay } from '#src/auction/enrich/overlay.ts';

test('merges objects, replaces lists and scalars, removes by null', () => {
  const base = { a: { b: 1, c: [1, 2] }, d: 'old', e: 5 };
  expect(overlay(base, { a: { b: 2, c: [3] }, d: { x: 1 }, e: null, f: true })).toEqual({ a: { b: 2, c: [3] }, d: { x: 1 }, f: true });
});

test('writes to neither side and shares what it does not touch', () => {
  const base = Object.freeze({ kept: Object.freeze({ deep: 1 }), changed: Object.freeze({ x: 1 }) });
  const patch = Object.freeze({ changed: Object.freeze({ y: 2 }) });
  const merged = overlay<object>(base, patch) as typeof base;
  expect(merged.kept).toBe(base.kept);
  expect(merged).toEqual({ kept: { deep: 1 }, changed: { x: 1, y: 2 } });
  expect(base).toEqual({ kept: { deep: 1 }, changed: { x: 1 } });
});

test('starts from nothing, and keeps clear of prototypes', () => {
  const patch = JSON.parse('{"a":{"__proto__":{"bad":1},"b":1},"constructor":{"prototype":{"bad":1}}}') as object;
  expect(overlay(undefined, patch)).toEqual({ a: { b: 1 } });
  expect(({} as { bad?: number }).bad).toBeUndefined();
});
