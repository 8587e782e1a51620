import { expect, test } from 'vitest';
import { inOrder } from '#src/stores/in-order.ts';
import { type CategoryFile, NONE, type Store } from '#src/stores/store.ts';
import { WoundClock } from '#test/helpers/clock.ts';

/** Stores without anything that take so many ms each, as one; and the timeouts they get. */
function slowStores(...durations: readonly number[]) {
  const clock = new WoundClock();
  const given: number[] = [];
  const take = (ms: number, timeoutMs: number): void => {
    given.push(timeoutMs);
    clock.wind(ms);
  };
  const stores = durations.map(
    (ms): Store => ({
      async fetch(_kind, _ids, timeoutMs) {
        take(ms, timeoutMs);
        return NONE;
      },
      async categories(_adServer, _publisher, timeoutMs) {
        take(ms, timeoutMs);
        return undefined;
      },
    }),
  );
  return { store: inOrder(stores, clock), given };
}

test('several stores have one timeout for all of them together', async () => {
  const data = slowStores(20, 40, 1);
  await data.store.fetch('request', ['a'], 50);
  expect(data.given).toEqual([50, 30, 1]);
  const categories = slowStores(20, 40, 1);
  await categories.store.categories?.('dfp', '', 50);
  expect(categories.given).toEqual([50, 30, 1]);
});

test('a category file is missing if no store has it, unless one of them failed', async () => {
  const having = (file: CategoryFile): Store => ({ fetch: () => NONE, categories: () => file });
  const withoutFiles: Store = { fetch: () => NONE };
  const find = (...stores: Store[]) => inOrder(stores, new WoundClock()).categories?.('dfp', '', 50);
  expect([
    await find(having(null), withoutFiles, having(null)),
    await find(having(undefined), having(null)),
    await find(having(undefined), having('{}')),
  ]).toEqual([null, undefined, '{}']);
});
