import { describe, expect, test } from 'vitest';
import { copyJson, dropNulls, mergePatch } from '#src/json/merge.ts';

describe('a merge patch', () => {
  // The examples of RFC 7396, appendix A.
  test.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j with %j is %j', (base, patch, wanted) => {
    expect(mergePatch(base, patch)).toEqual(wanted);
  });

  test('never reaches a prototype', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"a":1}'));
    expect(merged).toEqual({ a: 1 });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

test('a copy shares nothing with its original', () => {
  const value = { a: [{ b: 1 }] };
  const copy = copyJson(value);
  expect(copy).toEqual(value);
  expect(copy.a[0]).not.toBe(value.a[0]);
});

test('dropping nulls reaches into lists and leaves everything else', () => {
  const value = { a: null, b: [{ c: null, d: 0 }, null], e: { f: null } };
  dropNulls(value);
  expect(value).toEqual({ b: [{ d: 0 }, null], e: {} });
});
