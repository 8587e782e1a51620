import { describe, expect, test } from 'vitest';
import { createMemoryStore } from '#src/stores/memory.ts';
import { storeSuite } from './shared-suite.ts';

describe('the memory store', () => {
  storeSuite(async () =>
    createMemoryStore({ request: { one: '{"id":"one"}' }, imp: { two: '{"id":"two"}' }, account: { three: '{"id":"three"}' } }),
  );

  test('can be changed while it is in use', () => {
    const store = createMemoryStore();
    store.set('request', 'a', '{}');
    expect(store.fetch('request', ['a'], 50)).toEqual({ documents: new Map([['a', '{}']]), errors: [] });
    store.remove('request', 'a');
    expect(store.fetch('request', ['a'], 50)).toEqual({ documents: new Map(), errors: [] });
  });

  test('has category files by ad server and publisher', () => {
    const store = createMemoryStore({}, { freewheel: '{}', dfp_pub: '{"a":1}' });
    expect(store.categories?.('freewheel', '', 50)).toBe('{}');
    expect(store.categories?.('dfp', 'pub', 50)).toBe('{"a":1}');
    expect(store.categories?.('dfp', '', 50)).toBeNull();
  });
});
