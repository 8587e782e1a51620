import { describe, expect, test } from 'vitest';
import type { Found } from '#src/auction/stored-data.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { type CacheLimits, createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { growth } from '#test/helpers/cost.ts';
import { storeSuite } from './shared-suite.ts';

/** An asynchronous store that records its queries. */
function slow(source: Store): Store & { readonly requested: string[] } {
  const requested: string[] = [];
  return {
    requested,
    async fetch(kind, ids, timeoutMs, accountId) {
      requested.push(`${kind} ${ids.join(',')}`);
      return source.fetch(kind, ids, timeoutMs, accountId);
    },
  };
}

const limits: CacheLimits = { maxBytes: {}, ttlSeconds: 60, negativeTtlSeconds: 5 };
const documents = (found: Found | Promise<Found>): unknown => (found instanceof Promise ? 'asked' : Object.fromEntries(found.documents));

describe('a cached store', () => {
  storeSuite(async () => {
    const source = createMemoryStore({
      request: { one: '{"id":"one"}' },
      imp: { two: '{"id":"two"}' },
      account: { three: '{"id":"three"}' },
    });
    return createCachedStore(slow(source), limits, new WoundClock());
  });

  test('passes on that a database rejected the query, to all who wait', async () => {
    const source: Store = { fetch: async () => ({ documents: new Map(), errors: ['the query failed'], rejected: true }) };
    const cached = createCachedStore(source, limits, new WoundClock());
    const found = await Promise.all([cached.fetch('request', ['a'], 50), cached.fetch('request', ['a'], 50)]);
    expect(found).toMatchObject([{ rejected: true }, { rejected: true }]);
  });

  test('fetches an id again after a fetch that throws', async () => {
    const memory = createMemoryStore({ request: { a: '1' } });
    let calls = 0;
    const source: Store = {
      async fetch(...query) {
        if (calls++ === 0) throw new RangeError('Maximum call stack size exceeded');
        return memory.fetch(...query);
      },
    };
    const cached = createCachedStore(source, limits, new WoundClock());
    expect((await cached.fetch('request', ['a'], 50)).errors).toEqual(['Maximum call stack size exceeded']);
    expect(await cached.fetch('request', ['a'], 50)).toEqual({ documents: new Map([['a', '1']]), errors: [] });
  });

  test('gives a fetch half of the time if all of its ids have expired data', async () => {
    const clock = new WoundClock();
    const times: [string, number][] = [];
    const memory = createMemoryStore({ request: { a: '1', b: '2' } });
    const source: Store = {
      async fetch(kind, ids, timeoutMs, accountId) {
        times.push([ids.join(','), timeoutMs]);
        return memory.fetch(kind, ids, timeoutMs, accountId);
      },
    };
    const store = createCachedStore(source, { ...limits, staleSeconds: 100 }, clock);
    await store.fetch('request', ['a'], 50);
    clock.wind(60_001);
    await store.fetch('request', ['a'], 50);
    clock.wind(60_001);
    await store.fetch('request', ['a', 'b'], 50);
    expect(times).toEqual([
      ['a', 50],
      ['a', 25],
      ['a,b', 50],
    ]);
  });

  test('fetches once and responds synchronously from then on, until the entry expires', async () => {
    const clock = new WoundClock();
    const source = slow(createMemoryStore({ request: { a: '1', b: '2' } }));
    const store = createCachedStore(source, limits, clock);
    await store.fetch('request', ['a'], 50);
    expect(documents(store.fetch('request', ['a'], 50))).toEqual({ a: '1' });
    expect(Object.fromEntries((await store.fetch('request', ['a', 'b'], 50)).documents)).toEqual({ a: '1', b: '2' });
    expect(source.requested).toEqual(['request a', 'request b']);
    clock.wind(60_001);
    await store.fetch('request', ['a'], 50);
    expect(source.requested).toHaveLength(3);
  });

  test('caches for a while that an id is missing, but not after an error', async () => {
    const clock = new WoundClock();
    const memory = createMemoryStore();
    const source = slow(memory);
    const store = createCachedStore(source, limits, clock);
    await store.fetch('request', ['a'], 50);
    memory.set('request', 'a', '1');
    expect(documents(store.fetch('request', ['a'], 50))).toEqual({});
    clock.wind(5_001);
    expect(Object.fromEntries((await store.fetch('request', ['a'], 50)).documents)).toEqual({ a: '1' });
    const failing = createCachedStore({ fetch: async () => ({ documents: new Map(), errors: ['down'] }) }, limits, clock);
    expect((await failing.fetch('imp', ['x'], 50)).errors).toEqual(['down']);
    expect(failing.fetch('imp', ['x'], 50)).toBeInstanceOf(Promise);
  });

  test('expires entries when the clock is set back by more than their lifetime', async () => {
    const clock = new WoundClock();
    const source = slow(createMemoryStore({ request: { a: '1' } }));
    const store = createCachedStore(source, limits, clock);
    await store.fetch('request', ['a', 'unknown'], 50);
    clock.wind(-3_600_000);
    await store.fetch('request', ['a', 'unknown'], 50);
    expect(documents(store.fetch('request', ['a', 'unknown'], 50))).toEqual({ a: '1' });
    expect(source.requested).toEqual(['request a,unknown', 'request a,unknown']);
    const unlimited = createCachedStore(source, { ...limits, ttlSeconds: 0 }, clock);
    unlimited.save('request', new Map([['a', 'pushed']]));
    clock.wind(-3_600_000);
    expect(documents(unlimited.fetch('request', ['a'], 50))).toEqual({ a: 'pushed' });
  });

  test('respects its byte limit', async () => {
    const source = slow(createMemoryStore({ request: { a: 'x'.repeat(60), b: 'y'.repeat(60) } }));
    const store = createCachedStore(source, { ...limits, maxBytes: { request: 500 } }, new WoundClock());
    await store.fetch('request', ['a'], 50);
    await store.fetch('request', ['b'], 50);
    expect(documents(store.fetch('request', ['b'], 50))).toEqual({ b: 'y'.repeat(60) });
    expect(documents(store.fetch('request', ['a'], 50))).toBe('asked');
  });

  test('respects its limits of entries and of bytes, if there are both', () => {
    const ids = Array.from({ length: 20 }, (_, i) => String(i));
    const stored = (maxEntries: number, maxBytes: number): number => {
      const store = createCachedStore(
        slow(createMemoryStore()),
        { ...limits, maxEntries, maxBytes: { request: maxBytes } },
        new WoundClock(),
      );
      store.save('request', new Map(ids.map((id) => [id, 'x'.repeat(1000)])));
      return ids.filter((id) => !(store.fetch('request', [id], 50) instanceof Promise)).length;
    };
    expect([stored(5, 12_000), stored(15, 12_000), stored(0, 12_000), stored(5, 0)]).toEqual([5, 10, 10, 5]);
  });

  test('counts memory, not characters, in its byte limit', async () => {
    const documents = { ascii: 'x'.repeat(1000), wide: 'ж'.repeat(1000) };
    const source = slow(createMemoryStore({ request: documents }));
    const stored = async (ids: readonly string[]): Promise<number> => {
      const store = createCachedStore(source, { ...limits, maxBytes: { request: 12_000 } }, new WoundClock());
      for (const id of ids) await store.fetch('request', [id], 50);
      return ids.filter((id) => !(store.fetch('request', [id], 50) instanceof Promise)).length;
    };
    const missing = Array.from({ length: 1000 }, (_, i) => `missing-${i}`);
    expect(await stored(missing)).toBeLessThan(100);
    const pushed = (text: string): number => {
      const store = createCachedStore(source, { ...limits, maxBytes: { request: 12_000 } }, new WoundClock());
      const ids = Array.from({ length: 20 }, (_, i) => String(i));
      store.save('request', new Map(ids.map((id) => [id, text])));
      return ids.filter((id) => !(store.fetch('request', [id], 50) instanceof Promise)).length;
    };
    expect([pushed(documents.ascii), pushed(documents.wide)]).toEqual([10, 5]);
  });

  test('limits the bytes of category files', async () => {
    const source: Store = { fetch: () => ({ documents: new Map(), errors: [] }), categories: async () => 'x'.repeat(1000) };
    const store = createCachedStore(source, { ...limits, maxBytes: { category: 3000 } }, new WoundClock());
    const publishers = ['a', 'b', 'c', 'd'];
    for (const publisher of publishers) await store.categories?.('dfp', publisher, 50);
    expect(publishers.filter((publisher) => store.categories?.('dfp', publisher, 50) instanceof Promise)).toEqual(['a', 'b']);
  });

  test('counts a missing id of many characters as several entries', async () => {
    const store = createCachedStore(slow(createMemoryStore()), { ...limits, maxEntries: 10 }, new WoundClock());
    for (const id of ['a', 'b'.repeat(1500), 'c'.repeat(1500)]) await store.fetch('request', [id], 50);
    expect(['c'.repeat(1500), 'a'].map((id) => documents(store.fetch('request', [id], 50)))).toEqual([{}, 'asked']);
  });

  test('accepts pushed entries and drops on demand', async () => {
    const store = createCachedStore(slow(createMemoryStore()), limits, new WoundClock());
    store.save(
      'request',
      new Map([
        ['a', 'pushed'],
        ['b', 'too'],
      ]),
    );
    expect(documents(store.fetch('request', ['a', 'b'], 50))).toEqual({ a: 'pushed', b: 'too' });
    store.drop('request', ['a']);
    expect(documents(store.fetch('request', ['a'], 50))).toBe('asked');
    store.drop('request');
    expect(documents(store.fetch('request', ['b'], 50))).toBe('asked');
  });

  test('separates accounts if entries belong to them', async () => {
    const source: Store = {
      fetch: async (_, ids, __, account) => ({ documents: new Map(ids.map((id) => [id, account ?? ''])), errors: [] }),
    };
    const store = createCachedStore(source, { ...limits, byAccount: true }, new WoundClock());
    await store.fetch('request', ['a'], 50, 'one');
    await store.fetch('request', ['a'], 50, 'two');
    expect(documents(store.fetch('request', ['a'], 50, 'one'))).toEqual({ a: 'one' });
  });

  test('responds synchronously around a synchronous store', () => {
    const store = createCachedStore(createMemoryStore({ request: { a: '1' } }, { x: '{}' }), limits, new WoundClock());
    expect(documents(store.fetch('request', ['a'], 50))).toEqual({ a: '1' });
    expect(store.categories?.('x', '', 50)).toBe('{}');
    store.close?.();
  });

  test('cancels a fetch when all waiting callers have stopped, and not before', async () => {
    const [first, second] = [new AbortScope(), new AbortScope()];
    const signals: (AbortSignal | undefined)[] = [];
    const hanging: Store = {
      fetch(_kind, _ids, _timeoutMs, _accountId, scope) {
        signals.push(scope?.signal);
        return new Promise((resolve) => {
          scope?.signal.addEventListener('abort', () => resolve({ documents: new Map(), errors: ['aborted'] }));
        });
      },
    };
    const store = createCachedStore(hanging, limits, new WoundClock());
    const found = [first, second].map(async (scope) => store.fetch('request', ['a'], 50, undefined, scope));
    first.abort();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    second.abort();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect((await Promise.all(found)).map(({ errors }) => errors)).toEqual([['aborted'], ['aborted']]);
    void store.fetch('request', ['a'], 50);
    expect(signals).toHaveLength(2);
  });

  test('shares one fetch among concurrent requests', async () => {
    const clock = new WoundClock();
    const source = slow(createMemoryStore({ request: { a: '1', b: '2', c: '3' } }));
    const store = createCachedStore(source, limits, clock);
    const found = await Promise.all([
      store.fetch('request', ['a', 'b'], 50),
      store.fetch('request', ['b', 'a'], 50),
      store.fetch('request', ['b', 'c'], 50),
      store.fetch('imp', ['a'], 50),
    ]);
    expect(source.requested).toEqual(['request a,b', 'request c', 'imp a']);
    expect(found.map(documents)).toEqual([{ a: '1', b: '2' }, { a: '1', b: '2' }, { b: '2', c: '3' }, {}]);
    expect(clock.pending).toBe(0);
  });

  test('waits for a shared fetch only as long as its own timeout', async () => {
    const clock = new WoundClock();
    const store = createCachedStore({ fetch: () => new Promise(() => {}) }, limits, clock);
    void store.fetch('account', ['a'], 1000);
    const found = store.fetch('account', ['a'], 50);
    clock.wind(50);
    expect(await found).toEqual({ documents: new Map(), errors: ['context deadline exceeded'], timedOut: true, unavailable: true });
  });

  test('shares a fetch that a caller with little time began with one that has more', async () => {
    const clock = new WoundClock();
    const source: Store = {
      fetch(_kind, _ids, timeoutMs) {
        const { promise, resolve } = Promise.withResolvers<Found>();
        clock.after(10, () =>
          resolve(timeoutMs < 10 ? { documents: new Map(), errors: ['late'] } : { documents: new Map([['a', '1']]), errors: [] }),
        );
        return promise;
      },
    };
    const store = createCachedStore(source, { ...limits, minFetchMs: 25 }, clock);
    const [brief, longer] = [store.fetch('request', ['a'], 1), store.fetch('request', ['a'], 50)];
    clock.wind(1);
    expect(await brief).toMatchObject({ errors: ['context deadline exceeded'], timedOut: true });
    clock.wind(9);
    expect(Object.fromEntries((await longer).documents)).toEqual({ a: '1' });
  });

  test('serves expired entries while their store fails, for a limited time', async () => {
    const clock = new WoundClock();
    let down = false;
    const source: Store = {
      fetch: async (_, ids) =>
        down ? { documents: new Map(), errors: ['down'] } : { documents: new Map(ids.map((id) => [id, 'text'])), errors: [] },
      categories: async () => (down ? undefined : '{}'),
    };
    const stale: number[] = [];
    const watch = { recordLookup() {}, stale: (_: string, count: number) => void stale.push(count) };
    const store = createCachedStore(source, { ...limits, staleSeconds: 100 }, clock, watch);
    await store.fetch('request', ['a'], 50);
    await store.categories?.('dfp', '', 50);
    down = true;
    clock.wind(60_001);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ documents: new Map([['a', 'text']]), errors: [] });
    expect(await store.categories?.('dfp', '', 50)).toBe('{}');
    expect(await store.fetch('request', ['a', 'new'], 50)).toEqual({ documents: new Map([['a', 'text']]), errors: ['down'] });
    expect(stale).toEqual([1, 1]);
    clock.wind(100_000);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ documents: new Map(), errors: ['down'] });
  });

  test('does not serve removed entries', async () => {
    const clock = new WoundClock();
    const memory = createMemoryStore({ request: { a: '1' } });
    const store = createCachedStore(slow(memory), { ...limits, negativeTtlSeconds: 0, staleSeconds: 100 }, clock);
    await store.fetch('request', ['a'], 50);
    memory.remove('request', 'a');
    clock.wind(60_001);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ documents: new Map(), errors: [] });
  });

  test('serves a pushed entry to every account, and drops it for all', async () => {
    const source: Store = {
      fetch: async (_, ids, __, account) => ({ documents: new Map(ids.map((id) => [id, account ?? ''])), errors: [] }),
    };
    const store = createCachedStore(source, { ...limits, byAccount: true }, new WoundClock());
    await store.fetch('request', ['a'], 50, 'one');
    store.save('request', new Map([['a', 'pushed']]));
    expect(documents(store.fetch('request', ['a'], 50, 'one'))).toEqual({ a: 'pushed' });
    expect(documents(store.fetch('request', ['a'], 50, 'two'))).toEqual({ a: 'pushed' });
    store.drop('request', ['a']);
    expect(documents(store.fetch('request', ['a'], 50, 'one'))).toBe('asked');
  });

  test('replaces many entries of accounts at a cost that grows with their number only', async () => {
    const ids = Array.from({ length: 4000 }, (_, i) => `id-${i}`);
    const replace = (count: number): void => {
      const store = createCachedStore(createMemoryStore(), { ...limits, byAccount: true }, new WoundClock());
      const documents = new Map(ids.slice(0, count).map((id) => [id, '{}']));
      store.save('request', documents);
      store.save('request', documents);
    };
    expect(await growth(replace, 500, 4000, 20)).toBeLessThan(20);
  });

  test('serves an entry of one account to that account only', async () => {
    const source: Store = {
      fetch: async (_, ids, __, account) => ({ documents: new Map(ids.map((id) => [id, account ?? ''])), errors: [] }),
    };
    const store = createCachedStore(source, { ...limits, byAccount: true }, new WoundClock());
    store.save('request', new Map([['a', 'of all']]));
    store.save('request', new Map([['a', 'of one']]), 'one');
    store.save('request', new Map([['a', 'of two']]), 'two');
    expect(documents(store.fetch('request', ['a'], 50, 'one'))).toEqual({ a: 'of one' });
    expect(documents(store.fetch('request', ['a'], 50, 'two'))).toEqual({ a: 'of two' });
    expect(documents(store.fetch('request', ['a'], 50, 'three'))).toBe('asked');
    expect(documents(store.fetch('request', ['a'], 50))).toBe('asked');
    const shared = createCachedStore(source, limits, new WoundClock());
    shared.save('request', new Map([['a', 'of one']]), 'one');
    expect(documents(shared.fetch('request', ['a'], 50, 'two'))).toEqual({ a: 'of one' });
  });

  test('shortens lifetimes randomly, and counts hits and misses', async () => {
    const clock = new WoundClock();
    const polls: unknown[] = [];
    const watch = { recordLookup: (...refresh: unknown[]) => void polls.push(refresh), stale() {}, shorten: () => 10_000 };
    const store = createCachedStore(slow(createMemoryStore({ request: { a: '1' } })), limits, clock, watch);
    await store.fetch('request', ['a'], 50);
    clock.wind(50_001);
    expect(documents(store.fetch('request', ['a'], 50))).toBe('asked');
    expect(polls).toEqual([
      ['request', 0, 1],
      ['request', 0, 1],
    ]);
  });
});
