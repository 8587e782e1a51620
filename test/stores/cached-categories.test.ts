import { expect, test } from 'vitest';
import type { Abortable } from '#src/lang/abort-scope.ts';
import { AbortScope } from '#src/lang/abort-scope.ts';
import { createCachedStore } from '#src/stores/cached.ts';
import { type CategoryFile, NONE, type Store } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** A store whose fetches end on command, behind a cache. */
function behindCache() {
  const clock = new WoundClock();
  const fetches: {
    readonly end: (file: CategoryFile) => void;
    readonly fail: () => void;
    readonly scope: Abortable | undefined;
    readonly timeoutMs: number;
  }[] = [];
  const source: Store = {
    fetch: () => NONE,
    categories(_adServer, _publisher, timeoutMs, scope) {
      const { promise, resolve, reject } = Promise.withResolvers<CategoryFile>();
      fetches.push({ end: resolve, fail: () => reject(new Error('bug')), scope, timeoutMs });
      return promise;
    },
  };
  const store = createCachedStore(source, { maxBytes: {}, ttlSeconds: 60, negativeTtlSeconds: 5, staleSeconds: 60 }, clock);
  return { clock, fetches, find: (scope?: Abortable) => store.categories?.('dfp', '', 50, scope) };
}

test('look-ups of one file at once share a fetch', async () => {
  const { fetches, find } = behindCache();
  const found = [find(), find(), find()].map((each) => Promise.resolve(each));
  fetches[0]?.end('{}');
  expect([await Promise.all(found), fetches.length, find()]).toEqual([['{}', '{}', '{}'], 1, '{}']);
});

test('a file that does not exist is not requested again for a while', async () => {
  const { clock, fetches, find } = behindCache();
  const found = find();
  fetches[0]?.end(null);
  expect([await found, find(), fetches.length]).toEqual([null, null, 1]);
  clock.wind(5001);
  void find();
  expect(fetches.length).toBe(2);
});

test.each(['end', 'fail'] as const)('a file whose fetch failed is requested again: %s', async (how) => {
  const { fetches, find } = behindCache();
  const found = find();
  fetches[0]?.[how](undefined);
  expect(await found).toBeUndefined();
  const again = find();
  fetches[1]?.end('{}');
  expect(await again).toBe('{}');
});

test('an expired file is served after half of the timeout while the store fails', async () => {
  const { clock, fetches, find } = behindCache();
  const found = find();
  fetches[0]?.end('{}');
  expect(await found).toBe('{}');
  clock.wind(60_001);
  const again = find();
  fetches[1]?.end(undefined);
  expect([await again, fetches.map(({ timeoutMs }) => timeoutMs)]).toEqual(['{}', [50, 25]]);
});

test('a shared fetch ends when none of its callers waits any more', async () => {
  const { fetches, find } = behindCache();
  const callers = [new AbortScope(), new AbortScope()];
  for (const caller of callers) void find(caller);
  callers[0]?.abort();
  expect(fetches[0]?.scope?.signal.aborted).toBe(false);
  callers[1]?.abort();
  expect(fetches[0]?.scope?.signal.aborted).toBe(true);
});
