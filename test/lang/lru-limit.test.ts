import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { entriesUpTo } from '#src/lang/lru-limit.ts';

test('a cache with a limit of entries evicts the least recently used beyond it', () => {
  const cache = new LRUCache<string, number>(entriesUpTo(2));
  cache.set('a', 1);
  cache.set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size, cache.max]).toEqual([1, undefined, 3, 2, 0]);
});
