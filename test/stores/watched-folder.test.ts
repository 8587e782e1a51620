import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { WatchedFolder } from '#src/stores/watched-folder.ts';
import { WoundClock } from '#test/helpers/clock.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'auctor-folder-'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Opens the folder; `logged` has the paths of its errors. */
async function open(path: string): Promise<{ readonly folder: WatchedFolder; readonly logged: readonly unknown[] }> {
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (fields: object, message: string) => void logged.push([message, (fields as { path?: string }).path]) };
  const idOf = (name: string): string => name.replace('.json', '');
  return { folder: await WatchedFolder.open({ path, idOf, watch: false, clock: new WoundClock(), log }), logged };
}

it('a stored file that exists but is not readable is logged, the others are read', async () => {
  writeFileSync(join(root, 'good.json'), '{}');
  symlinkSync('loop.json', join(root, 'loop.json'));
  symlinkSync('missing', join(root, 'dangling.json'));
  const { folder, logged } = await open(root);
  expect(['good', 'loop', 'dangling'].map((id) => folder.get(id))).toEqual(['{}', undefined, undefined]);
  expect(logged).toEqual([['a stored file or folder is not readable', join(root, 'loop.json')]]);
});

it('a folder of stored data that is a file is logged, a missing one counts as empty', async () => {
  writeFileSync(join(root, 'file'), '');
  const { folder, logged } = await open(join(root, 'file'));
  expect([folder.exists, logged]).toEqual([false, [['a stored file or folder is not readable', join(root, 'file')]]]);
  expect((await open(join(root, 'none'))).logged).toEqual([]);
});

const KEPT = 'a stored file or folder is not readable: its last content remains';
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 20 });

/** Watches a folder; `texts` are those of the files `one` and `two`. */
async function watched(path: string) {
  const logged: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => void logged.push(message) };
  const idOf = (name: string): string | undefined => (name.endsWith('.json') ? name.replace('.json', '') : undefined);
  const folder = await WatchedFolder.open({ path, idOf, watch: true, clock: systemClock, log });
  return { folder, logged, texts: () => [folder.get('one'), folder.get('two')] };
}

it('a file that is not readable any more keeps its last content until it is readable or gone', async () => {
  for (const name of ['one.json', 'two.json']) writeFileSync(join(root, name), '1');
  const { folder, logged, texts } = await watched(root);
  // A link to itself is an error of the file system for any user.
  symlinkSync('one.json', join(root, 'link'));
  renameSync(join(root, 'link'), join(root, 'one.json'));
  rmSync(join(root, 'two.json'));
  await soon(() => expect([texts(), logged]).toEqual([['1', undefined], [KEPT]]));
  writeFileSync(join(root, 'new'), '2');
  renameSync(join(root, 'new'), join(root, 'one.json'));
  await soon(() => expect(texts()).toEqual(['2', undefined]));
  folder.close();
});

it('a folder that is not readable any more keeps its last content until it is readable or gone', async () => {
  const [path, away] = [join(root, 'data'), join(root, 'away')];
  mkdirSync(path);
  for (const name of ['one.json', 'two.json']) writeFileSync(join(path, name), '1');
  const { folder, logged, texts } = await watched(path);
  writeFileSync(join(root, 'file'), '');
  renameSync(path, away);
  renameSync(join(root, 'file'), path);
  await soon(() => expect([texts(), folder.exists, logged]).toEqual([['1', '1'], true, [KEPT]]));
  rmSync(path);
  rmSync(join(away, 'two.json'));
  renameSync(away, path);
  await soon(() => expect(texts()).toEqual(['1', undefined]));
  folder.close();
});
