import { describe, expect, test } from 'vitest';
import { MetricsRegistry } from '#src/platform/metrics.ts';
import { createMemoryStore } from '#src/stores/memory.ts';
import type { Store } from '#src/stores/store.ts';
import { createStoredData, fetchFrom } from '#src/stores/stored-data.ts';
import { WoundClock } from '#test/helpers/clock.ts';
import { dialects } from '#test/helpers/dialects.ts';
import { nonZero } from '#test/helpers/metrics.ts';

const later = (source: Store): Store => ({
  fetch: async (...args) => source.fetch(...args),
  categories: async (...args) => source.categories?.(...args),
});
const first = createMemoryStore({ request: { a: 'first' } }, { freewheel: '{"IAB1":{"id":"404","name":"x"},"bad":5}', broken: '{' });
const second = createMemoryStore({ request: { a: 'second', b: 'second' }, imp: { i: 'imp' } });

describe('stored data', () => {
  test.each([
    ['at once', [first, second]],
    ['with a wait', [later(first), later(second)]],
    ['with a wait at the end', [first, later(second)]],
    ['with a wait at the beginning', [later(first), second]],
  ])('queries the stores in order, each for missing ids, %s', async (_, stores) => {
    const found = await fetchFrom(stores, { kind: 'request', ids: ['a', 'b', 'c'], timeoutMs: 50 });
    expect(Object.fromEntries(found.documents)).toEqual({ a: 'first', b: 'second' });
  });

  test('has one timeout for all stores', async () => {
    const clock = new WoundClock();
    const given: number[] = [];
    const slow = (ms: number): Store => ({
      async fetch(_kind, _ids, timeoutMs) {
        given.push(timeoutMs);
        clock.wind(ms);
        return { documents: new Map(), errors: [] };
      },
    });
    await fetchFrom([slow(20), slow(40), slow(1)], { kind: 'request', ids: ['a'], timeoutMs: 50, clock });
    expect(given).toEqual([50, 30, 1]);
  });

  test('stops when everything is found', async () => {
    const never: Store = { fetch: () => ({ documents: new Map(), errors: ['asked'] }) };
    const query = { kind: 'request', ids: ['a'], timeoutMs: 50 } as const;
    expect(await fetchFrom([later(first), never], query)).toEqual({ documents: new Map([['a', 'first']]), errors: [] });
    expect(fetchFrom([first, never], query)).toEqual({ documents: new Map([['a', 'first']]), errors: [] });
  });

  test.each([
    ['go', 'request', 'Stored Request with ID="x" not found.'],
    ['go', 'imp', 'Stored Imp with ID="x" not found.'],
    ['go', 'response', 'Stored Response with ID="x" not found.'],
    ['java', 'request', 'No stored request found for id: x'],
    ['java', 'imp', 'No stored imp found for id: x'],
  ] as const)('reports missing ids with the message of %s: %s', async (variant, kind, text) => {
    for (const stores of [[first, second], [later(first)]]) {
      const data = createStoredData({ stores: () => stores, categories: [], dialect: dialects[variant].stores });
      expect(await data.find(kind, ['x'], 50)).toEqual({ documents: new Map(), errors: [text], missing: true });
    }
  });

  test.each([
    ['service', ['x', 'y'], ['Stored request not found for id: x', 'Stored request not found for id: y']],
    ['database', ['x', 'y'], ['No stored requests for ids [x, y] were found']],
    ['database', ['a', 'y'], ['No stored request found for id: y']],
    ['folder', ['x', 'y'], ['No stored request found for id: x', 'No stored request found for id: y']],
  ] as const)('names them in the Java variant as its last store does: %s %j', async (last, ids, errors) => {
    const data = createStoredData({ stores: () => [first], last: () => last, categories: [], dialect: dialects.java.stores });
    expect((await data.find('request', ids, 50)).errors).toEqual(errors);
  });

  test('counts the ids that exist, and those that no store has', async () => {
    const metrics = new MetricsRegistry();
    const failing: Store = { fetch: () => ({ documents: new Map(), errors: ['failed'] }) };
    const data = (...stores: Store[]) => createStoredData({ stores: () => stores, categories: [], dialect: dialects.go.stores, metrics });
    await data(later(first), second).find('request', ['a', 'b', 'c'], 50);
    await data(second).find('imp', ['i'], 50);
    await data(failing).find('imp', ['x'], 50);
    expect(nonZero(metrics.expose())).toEqual({
      'stored_data_ids{kind="request",result="found"}': 2,
      'stored_data_ids{kind="request",result="missing"}': 1,
      'stored_data_ids{kind="imp",result="found"}': 1,
    });
  });

  test('keeps the error of a failed store', async () => {
    const failing: Store = {
      fetch: async () => ({ documents: new Map(), errors: ['Error fetching Stored Requests via HTTP. Response code was 500'] }),
    };
    const data = createStoredData({ stores: () => [first, failing], categories: [], dialect: dialects.go.stores });
    expect(await data.find('request', ['a', 'x'], 50)).toEqual({
      documents: new Map([['a', 'first']]),
      errors: ['Error fetching Stored Requests via HTTP. Response code was 500'],
    });
  });

  test('has no failure if one store has no such data at all and the next does not have the id', async () => {
    const none: Store = { fetch: () => ({ documents: new Map(), errors: ['no "stored_responses" directory found'], missing: true }) };
    for (const next of [second, later(second)]) {
      const data = createStoredData({ stores: () => [none, next], categories: [], dialect: dialects.java.stores });
      expect(await data.find('request', ['b', 'x'], 50)).toMatchObject({ documents: new Map([['b', 'second']]), missing: true });
    }
    const failing: Store = { fetch: () => ({ documents: new Map(), errors: ['failed'] }) };
    expect(await fetchFrom([none, failing], { kind: 'response', ids: ['x'], timeoutMs: 50 })).toMatchObject({ missing: undefined });
  });

  test.each([
    ['go', [], ['Stored Request with ID="x" not found.']],
    ['java', [], ['the query failed']],
    ['go', ['the service does not respond'], ['the query failed', 'the service does not respond']],
  ] as const)(
    'reports ids as missing if a database rejects the query, in the Go variant: %s, next store %j',
    async (variant, errors, reported) => {
      const database: Store = { fetch: () => ({ documents: new Map(), errors: ['the query failed'], rejected: true }) };
      const next: Store = { fetch: () => ({ documents: new Map(), errors }) };
      for (const stores of [
        [database, next],
        [later(database), later(next)],
      ]) {
        const data = createStoredData({ stores: () => [first, ...stores], categories: [], dialect: dialects[variant].stores });
        expect((await data.find('request', ['a', 'x'], 50)).errors).toEqual(reported);
      }
    },
  );

  test('is empty without a store', () => {
    const data = createStoredData({ stores: () => [], categories: [], dialect: dialects.go.stores });
    expect(data.find('imp', ['a', 'b'], 50)).toEqual({
      missing: true,
      documents: new Map(),
      errors: ['Stored Imp with ID="a" not found.', 'Stored Imp with ID="b" not found.'],
    });
    expect(data.category('a', '', 'IAB1')).toBeUndefined();
  });

  test('translates categories: an id, none in the file, no file', async () => {
    for (const store of [first, later(first)]) {
      const data = createStoredData({ stores: () => [], categories: [store], dialect: dialects.go.stores });
      expect(await data.category('freewheel', '', 'IAB1')).toBe('404');
      expect(await data.category('freewheel', '', 'IAB2')).toBeNull();
      expect(await data.category('freewheel', '', 'bad')).toBeNull();
      expect(await data.category('broken', '', 'IAB1')).toBeNull();
      expect(await data.category('dfp', 'pub', 'IAB1')).toBeUndefined();
    }
  });
});
