import { describe, expect, test } from 'vitest';
import { AbortScope } from '#src/auction/abort-scope.ts';
import type { Found } from '#src/auction/services.ts';
import { type CacheLimits, createCachedStore } from '#src/stores/cached.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { storeSuite } from './shared-suite.ts';

/** A store that must be asked, and notes what for. */
function slow(inner: Store): Store & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(kind, ids, timeoutMs, accountId) {
      asked.push(`${kind} ${ids.join(',')}`);
      return inner.fetch(kind, ids, timeoutMs, accountId);
    },
  };
}

const limits: CacheLimits = { maxBytes: {}, ttlSeconds: 60, negativeTtlSeconds: 5 };
const texts = (found: Found | Promise<Found>): unknown => (found instanceof Promise ? 'asked' : Object.fromEntries(found.texts));

describe('a cached store', () => {
  storeSuite(async () => {
    const inner = createMemoryStore({
      request: { one: '{"id":"one"}' },
      imp: { two: '{"id":"two"}' },
      account: { three: '{"id":"three"}' },
    });
    return createCachedStore(slow(inner), limits, new WoundClock());
  });

  test('asks once and answers at once from then on, until the text is too old', async () => {
    const clock = new WoundClock();
    const inner = slow(createMemoryStore({ request: { a: '1', b: '2' } }));
    const store = createCachedStore(inner, limits, clock);
    await store.fetch('request', ['a'], 50);
    expect(texts(store.fetch('request', ['a'], 50))).toEqual({ a: '1' });
    expect(Object.fromEntries((await store.fetch('request', ['a', 'b'], 50)).texts)).toEqual({ a: '1', b: '2' });
    expect(inner.asked).toEqual(['request a', 'request b']);
    clock.wind(60_001);
    await store.fetch('request', ['a'], 50);
    expect(inner.asked).toHaveLength(3);
  });

  test('remembers for a while that an id is not there, but not when something went wrong', async () => {
    const clock = new WoundClock();
    const memory = createMemoryStore();
    const inner = slow(memory);
    const store = createCachedStore(inner, limits, clock);
    await store.fetch('request', ['a'], 50);
    memory.set('request', 'a', '1');
    expect(texts(store.fetch('request', ['a'], 50))).toEqual({});
    clock.wind(5_001);
    expect(Object.fromEntries((await store.fetch('request', ['a'], 50)).texts)).toEqual({ a: '1' });
    const failing = createCachedStore({ fetch: async () => ({ texts: new Map(), errors: ['down'] }) }, limits, clock);
    expect((await failing.fetch('imp', ['x'], 50)).errors).toEqual(['down']);
    expect(failing.fetch('imp', ['x'], 50)).toBeInstanceOf(Promise);
  });

  test('keeps to its bytes', async () => {
    const inner = slow(createMemoryStore({ request: { a: 'x'.repeat(60), b: 'y'.repeat(60) } }));
    const store = createCachedStore(inner, { ...limits, maxBytes: { request: 100 } }, new WoundClock());
    await store.fetch('request', ['a'], 50);
    await store.fetch('request', ['b'], 50);
    expect(texts(store.fetch('request', ['b'], 50))).toEqual({ b: 'y'.repeat(60) });
    expect(texts(store.fetch('request', ['a'], 50))).toBe('asked');
  });

  test('takes pushed texts and forgets on demand', async () => {
    const store = createCachedStore(slow(createMemoryStore()), limits, new WoundClock());
    store.save(
      'request',
      new Map([
        ['a', 'pushed'],
        ['b', 'too'],
      ]),
    );
    expect(texts(store.fetch('request', ['a', 'b'], 50))).toEqual({ a: 'pushed', b: 'too' });
    store.drop('request', ['a']);
    expect(texts(store.fetch('request', ['a'], 50))).toBe('asked');
    store.drop('request');
    expect(texts(store.fetch('request', ['b'], 50))).toBe('asked');
  });

  test('keeps accounts apart where texts belong to them', async () => {
    const inner: Store = { fetch: async (_, ids, __, account) => ({ texts: new Map(ids.map((id) => [id, account ?? ''])), errors: [] }) };
    const store = createCachedStore(inner, { ...limits, byAccount: true }, new WoundClock());
    await store.fetch('request', ['a'], 50, 'one');
    await store.fetch('request', ['a'], 50, 'two');
    expect(texts(store.fetch('request', ['a'], 50, 'one'))).toEqual({ a: 'one' });
  });

  test('answers at once around a store that does', () => {
    const store = createCachedStore(createMemoryStore({ request: { a: '1' } }, { x: '{}' }), limits, new WoundClock());
    expect(texts(store.fetch('request', ['a'], 50))).toEqual({ a: '1' });
    expect(store.categories?.('x', '', 50)).toBe('{}');
    store.close?.();
  });

  test('stops asking when all who wait for it have stopped, and not before', async () => {
    const [first, second] = [new AbortScope(), new AbortScope()];
    const signals: (AbortSignal | undefined)[] = [];
    const hanging: Store = {
      fetch(_kind, _ids, _timeoutMs, _accountId, scope) {
        signals.push(scope?.signal);
        return new Promise((resolve) => {
          scope?.signal.addEventListener('abort', () => resolve({ texts: new Map(), errors: ['aborted'] }));
        });
      },
    };
    const store = createCachedStore(hanging, limits, new WoundClock());
    const found = [first, second].map((scope) => store.fetch('request', ['a'], 50, undefined, scope));
    first.abort();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    second.abort();
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
    expect((await Promise.all(found)).map(({ errors }) => errors)).toEqual([['aborted'], ['aborted']]);
    void store.fetch('request', ['a'], 50);
    expect(signals).toHaveLength(2);
  });

  test('asks once for what many want at the same time', async () => {
    const clock = new WoundClock();
    const inner = slow(createMemoryStore({ request: { a: '1', b: '2', c: '3' } }));
    const store = createCachedStore(inner, limits, clock);
    const found = await Promise.all([
      store.fetch('request', ['a', 'b'], 50),
      store.fetch('request', ['b', 'a'], 50),
      store.fetch('request', ['b', 'c'], 50),
      store.fetch('imp', ['a'], 50),
    ]);
    expect(inner.asked).toEqual(['request a,b', 'request c', 'imp a']);
    expect(found.map(texts)).toEqual([{ a: '1', b: '2' }, { a: '1', b: '2' }, { b: '2', c: '3' }, {}]);
    expect(clock.pending).toBe(0);
  });

  test('waits for what others ask only as long as it may', async () => {
    const clock = new WoundClock();
    const store = createCachedStore({ fetch: () => new Promise(() => {}) }, limits, clock);
    void store.fetch('account', ['a'], 1000);
    const found = store.fetch('account', ['a'], 50);
    clock.wind(50);
    expect(await found).toEqual({ texts: new Map(), errors: ['context deadline exceeded'], timedOut: true });
  });

  test('serves texts past their end while their store fails, for so long', async () => {
    const clock = new WoundClock();
    let down = false;
    const inner: Store = {
      fetch: async (_, ids) =>
        down ? { texts: new Map(), errors: ['down'] } : { texts: new Map(ids.map((id) => [id, 'text'])), errors: [] },
      categories: async () => (down ? undefined : '{}'),
    };
    const stale: number[] = [];
    const watch = { looked() {}, stale: (_: string, count: number) => void stale.push(count) };
    const store = createCachedStore(inner, { ...limits, staleSeconds: 100 }, clock, watch);
    await store.fetch('request', ['a'], 50);
    await store.categories?.('dfp', '', 50);
    down = true;
    clock.wind(60_001);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ texts: new Map([['a', 'text']]), errors: [] });
    expect(await store.categories?.('dfp', '', 50)).toBe('{}');
    expect(await store.fetch('request', ['a', 'new'], 50)).toEqual({ texts: new Map([['a', 'text']]), errors: ['down'] });
    expect(stale).toEqual([1, 1]);
    clock.wind(100_000);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ texts: new Map(), errors: ['down'] });
  });

  test('does not serve what is known to be gone', async () => {
    const clock = new WoundClock();
    const memory = createMemoryStore({ request: { a: '1' } });
    const store = createCachedStore(slow(memory), { ...limits, negativeTtlSeconds: 0, staleSeconds: 100 }, clock);
    await store.fetch('request', ['a'], 50);
    memory.remove('request', 'a');
    clock.wind(60_001);
    expect(await store.fetch('request', ['a'], 50)).toEqual({ texts: new Map(), errors: [] });
  });

  test('gives what was pushed to every account, and drops it for all', async () => {
    const inner: Store = { fetch: async (_, ids, __, account) => ({ texts: new Map(ids.map((id) => [id, account ?? ''])), errors: [] }) };
    const store = createCachedStore(inner, { ...limits, byAccount: true }, new WoundClock());
    await store.fetch('request', ['a'], 50, 'one');
    store.save('request', new Map([['a', 'pushed']]));
    expect(texts(store.fetch('request', ['a'], 50, 'one'))).toEqual({ a: 'pushed' });
    expect(texts(store.fetch('request', ['a'], 50, 'two'))).toEqual({ a: 'pushed' });
    store.drop('request', ['a']);
    expect(texts(store.fetch('request', ['a'], 50, 'one'))).toBe('asked');
  });

  test('shortens lifetimes by chance, and tells hits and misses', async () => {
    const clock = new WoundClock();
    const looks: unknown[] = [];
    const watch = { looked: (...look: unknown[]) => void looks.push(look), stale() {}, shorten: () => 10_000 };
    const store = createCachedStore(slow(createMemoryStore({ request: { a: '1' } })), limits, clock, watch);
    await store.fetch('request', ['a'], 50);
    clock.wind(50_001);
    expect(texts(store.fetch('request', ['a'], 50))).toBe('asked');
    expect(looks).toEqual([
      ['request', 0, 1],
      ['request', 0, 1],
    ]);
  });
});
