import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
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
