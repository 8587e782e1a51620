/** What every store must do, whatever keeps its texts. */
import { expect, test } from 'vitest';
import type { Store } from '#src/stores/store.ts';

/** @param make a store that holds request `one`, imp `two` and account `three`, each with the text `{"id":"<its id>"}` */
export function storeSuite(make: () => Promise<Store>): void {
  test('gives the texts it has and leaves out the others', async () => {
    const store = await make();
    const found = await store.fetch('request', ['one', 'missing'], 50);
    expect(found).toEqual({ texts: new Map([['one', '{"id":"one"}']]), errors: [] });
    store.close?.();
  });

  test('keeps kinds apart', async () => {
    const store = await make();
    expect((await store.fetch('imp', ['one', 'two'], 50)).texts).toEqual(new Map([['two', '{"id":"two"}']]));
    expect((await store.fetch('account', ['three'], 50)).texts).toEqual(new Map([['three', '{"id":"three"}']]));
    expect((await store.fetch('profile', ['three'], 50)).texts.size).toBe(0);
    store.close?.();
  });

  test('knows nothing of names that lead elsewhere', async () => {
    const store = await make();
    const ids = ['../accounts/three', '__proto__', 'constructor', '', '.', 'one.json'];
    expect(await store.fetch('request', ids, 50)).toEqual({ texts: new Map(), errors: [] });
    store.close?.();
  });
}
