import { expect, test } from 'vitest';
import { RecentMap } from '#src/lang/recent-map.ts';

test('a map of recent entries returns those set last, never more than its limit', () => {
  const map = new RecentMap<number>(100);
  for (let i = 0; i < 1000; i++) {
    map.set(`key-${i}`, i);
    expect(map.size).toBeLessThanOrEqual(100);
    expect(map.get(`key-${i}`)).toBe(i);
  }
  expect([map.get('key-910'), map.get('key-899'), map.get('unknown')]).toEqual([910, undefined, undefined]);
});

test('a map of recent entries replaces the value of a key, also of an old one', () => {
  const map = new RecentMap<string>(32);
  map.set('a', 'first');
  map.set('b', 'b');
  map.set('c', 'c');
  map.set('a', 'second');
  expect([map.get('a'), map.get('b')]).toEqual(['second', 'b']);
});

test('a map of one recent entry has the last one', () => {
  const map = new RecentMap<string>(1);
  map.set('a', 'a');
  map.set('b', 'b');
  expect([map.size, map.get('a'), map.get('b')]).toEqual([1, undefined, 'b']);
});
