import { expect, test } from 'vitest';
import { nestsDeeper } from '#src/json/nesting.ts';

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

test('objects and lists count towards the depth of a parsed value, at any place', () => {
  expect(nestsDeeper([[{}], [{}]], 3)).toBe(false);
  expect(nestsDeeper([[{ a: [] }]], 3)).toBe(true);
  expect(nestsDeeper({ a: 1, b: { c: null, d: '[[[[' } }, 2)).toBe(false);
  expect(nestsDeeper({ a: 1, b: { c: null, d: [] } }, 2)).toBe(true);
  expect(['text', 5, null, true].map((value) => nestsDeeper(value, 0))).toEqual([false, false, false, false]);
});

test('no message is nested deeper than 200 levels, however much deeper it is', () => {
  expect([200, 201, 100_000].map((depth) => nestsDeeper(nested(depth)))).toEqual([false, true, true]);
});
