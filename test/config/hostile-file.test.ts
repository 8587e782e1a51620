/** Settings files that try to exhaust the reader or to reach prototypes. */
import { describe, expect, test } from 'vitest';
import { settingsFiles, valuesOf } from './arrange.ts';

const { read } = settingsFiles();

describe('a hostile file', () => {
  test('sets no option by the keys of prototypes', () => {
    const settings = read('adapters: {constructor: {prototype: {enabled: true}}, __proto__: {enabled: true}}\nport: 1234');
    expect(valuesOf(settings, 'port')).toEqual([1234]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  test.each([
    ['an alias of itself', 'a: &a [*a]'],
    ['a merge of itself', 'a: &a {<<: *a}'],
    [
      'aliases of empty groups that grow exponentially',
      `{a0: &a0 {}, ${[1, 2, 3, 4, 5, 6, 7, 8].map((i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`).join(', ')}}`,
    ],
    ['lists in lists', `a: ${'['.repeat(200)}${']'.repeat(200)}`],
  ])('with %s has an error', (_, text) => {
    expect(read(text).errors[0]).toMatch(/host\.yaml:1: deeper than 100 levels, or more than 100000 options and groups$/);
  });
});
