import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { createYamlAccounts } from '#src/stores/accounts-yaml.ts';
import { createFileStore, foldersBelow } from '#src/stores/files.ts';
import type { Store } from '#src/stores/store.ts';
import { storeSuite } from './shared-suite.ts';

const made: string[] = [];
const open: Store[] = [];

async function folder(files: Record<string, string>): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'auctor-stores-'));
  made.push(path);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return path;
}

const KINDS = ['request', 'amp', 'imp', 'response', 'profile', 'account'] as const;
const parts = { watch: true, clock: systemClock, log: silentLog };

async function storeIn(path: string): Promise<Store> {
  const store = await createFileStore({ folders: foldersBelow(path, KINDS), categories: join(path, 'categories'), ...parts });
  open.push(store);
  return store;
}

afterAll(async () => {
  for (const store of open) store.close?.();
  for (const path of made) await rm(path, { recursive: true, force: true });
});

/** A change is live soon. */
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 20 });

const textOf = (store: Store, kind: (typeof KINDS)[number], id: string, account?: string): string | undefined => {
  const found = store.fetch(kind, [id], 50, account);
  if (found instanceof Promise) throw new Error('files are in memory');
  return found.documents.get(id);
};

describe('the file store', () => {
  storeSuite(async () =>
    storeIn(
      await folder({
        'stored_requests/one.json': '{"id":"one"}',
        'stored_imps/two.json': '{"id":"two"}',
        'accounts/three.json': '{"id":"three"}',
        'stored_requests/notes.txt': 'not ours',
      }),
    ),
  );

  test('reads a file that begins with a byte order mark', async () => {
    const store = await storeIn(await folder({ 'stored_requests/one.json': '\ufeff{"id":"one"}' }));
    expect(textOf(store, 'request', 'one')).toBe('{"id":"one"}');
  });

  test('keeps the last valid content of a half-written file, and logs file and position', async () => {
    const path = await folder({ 'accounts/one.json': '{"id":"one","price":1}' });
    const logged: object[] = [];
    const log = { ...silentLog, error: (details: object) => void logged.push(details) };
    const store = await createFileStore({ folders: foldersBelow(path, KINDS), ...parts, log });
    open.push(store);
    const file = join(path, 'accounts/one.json');
    await writeFile(file, '{"id":"one",\n"price":');
    await soon(() => expect(logged).toHaveLength(1));
    expect(logged).toEqual([{ file, reason: 'line 2, column 9: Unexpected end of JSON input' }]);
    expect(textOf(store, 'account', 'one')).toBe('{"id":"one","price":1}');
    await writeFile(file, '{"id":"one","price":2}');
    await soon(() => expect(textOf(store, 'account', 'one')).toBe('{"id":"one","price":2}'));
  });

  test('reloads files that are changed, added and removed', async () => {
    const path = await folder({ 'stored_requests/a.json': '1', 'stored_requests/deep/b.json': '2' });
    const store = await storeIn(path);
    expect([textOf(store, 'request', 'a'), textOf(store, 'amp', 'b')]).toEqual(['1', '2']);
    await writeFile(join(path, 'stored_requests/a.json'), '"changed"');
    await soon(() => expect(textOf(store, 'request', 'a')).toBe('"changed"'));
    await writeFile(join(path, 'stored_requests/new.tmp'), '"new"');
    await rename(join(path, 'stored_requests/new.tmp'), join(path, 'stored_requests/new.json'));
    await soon(() => expect(textOf(store, 'request', 'new')).toBe('"new"'));
    await rm(join(path, 'stored_requests/a.json'));
    await soon(() => expect(textOf(store, 'request', 'a')).toBeUndefined());
  });

  test('reloads files in folders that appear and disappear', async () => {
    const path = await folder({});
    const store = await storeIn(path);
    expect(textOf(store, 'imp', 'late')).toBeUndefined();
    await mkdir(join(path, 'stored_imps/deeper'), { recursive: true });
    await writeFile(join(path, 'stored_imps/deeper/late.json'), '"here"');
    await soon(() => expect(textOf(store, 'imp', 'late')).toBe('"here"'));
    await writeFile(join(path, 'stored_imps/deeper/late.json'), '"changed"');
    await soon(() => expect(textOf(store, 'imp', 'late')).toBe('"changed"'));
    await rm(join(path, 'stored_imps'), { recursive: true });
    await soon(() => expect(textOf(store, 'imp', 'late')).toBeUndefined());
  });

  test('reports a missing folder of stored responses', async () => {
    const store = await storeIn(await folder({}));
    expect(store.fetch('response', ['a'], 50)).toEqual({
      documents: new Map(),
      errors: ['no "stored_responses" directory found'],
      missing: true,
    });
  });

  test('prefers an account’s own profile', async () => {
    const store = await storeIn(await folder({ 'profiles/p.json': 'all', 'profiles/acc-p.json': 'own' }));
    expect(textOf(store, 'profile', 'p', 'acc')).toBe('own');
    expect(textOf(store, 'profile', 'p', 'other')).toBe('all');
  });

  test('finds category files in an ad server’s folder or beside it', async () => {
    const store = await storeIn(await folder({ 'categories/freewheel/freewheel.json': '1', 'categories/dfp_pub.json': '2' }));
    expect(store.categories?.('freewheel', '', 50)).toBe('1');
    expect(store.categories?.('dfp', 'pub', 50)).toBe('2');
    expect(store.categories?.('dfp', '', 50)).toBeNull();
  });
});

describe('accounts in a YAML file', () => {
  const yaml = 'accounts:\n  - id: three\n  - id: 7\n    status: inactive\n';

  test('are found by id, numbers as strings', async () => {
    const path = await folder({ 'accounts.yaml': yaml });
    const store = await createYamlAccounts(join(path, 'accounts.yaml'), parts);
    open.push(store);
    expect(textOf(store, 'account', 'three')).toBe('{"id":"three"}');
    expect(textOf(store, 'account', '7')).toBe('{"id":7,"status":"inactive"}');
    expect(textOf(store, 'request', 'three')).toBeUndefined();
  });

  test('keep their last valid state while the file is invalid', async () => {
    const path = await folder({ 'accounts.yaml': yaml });
    const error = vi.fn();
    const store = await createYamlAccounts(join(path, 'accounts.yaml'), { ...parts, log: { ...silentLog, error } });
    open.push(store);
    await writeFile(join(path, 'accounts.yaml'), 'accounts: [');
    await soon(() => {
      expect(textOf(store, 'account', 'three')).toBe('{"id":"three"}');
      expect(error).toHaveBeenCalled();
    });
    await writeFile(join(path, 'accounts.yaml'), 'accounts:\n  - id: new\n');
    await soon(() => expect(textOf(store, 'account', 'new')).toBe('{"id":"new"}'));
    await rm(join(path, 'accounts.yaml'));
    await soon(() => expect(textOf(store, 'account', 'new')).toBeUndefined());
  });
});
