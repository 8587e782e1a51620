/** The contract of every store. */
import { expect, test } from 'vitest';
import type { Store } from '#src/stores/store.ts';

/** @param make a store with request `one`, imp `two` and account `three`, each with the JSON `{"id":"<its id>"}` */
export function storeSuite(make: () => Promise<Store>): void {
  test('returns existing entries and omits the others', async () => {
    const store = await make();
    const found = await store.fetch('request', ['one', 'missing'], 50);
    expect(found).toEqual({ documents: new Map([['one', '{"id":"one"}']]), errors: [] });
    store.close?.();
  });

  test('separates kinds', async () => {
    const store = await make();
    expect((await store.fetch('imp', ['one', 'two'], 50)).documents).toEqual(new Map([['two', '{"id":"two"}']]));
    expect((await store.fetch('account', ['three'], 50)).documents).toEqual(new Map([['three', '{"id":"three"}']]));
    expect((await store.fetch('profile', ['three'], 50)).documents.size).toBe(0);
    store.close?.();
  });

  test('ignores names that lead outside', async () => {
    const store = await make();
    const ids = ['../accounts/three', '__proto__', 'constructor', '', '.', 'one.json'];
    expect(await store.fetch('request', ids, 50)).toEqual({ documents: new Map(), errors: [] });
    store.close?.();
  });
}
