import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdirSync, mkdtempSync, openSync, renameSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
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

const LAST = 'a stored file or folder is not readable: its last content remains';
const soon = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000, interval: 20 });

/** Watches a folder; `contents` are those of the files `one` and `two`. */
async function watched(path: string) {
  const logged: string[] = [];
  const log = { ...silentLog, error: (_: object, message: string) => void logged.push(message) };
  const idOf = (name: string): string | undefined => (name.endsWith('.json') ? name.replace('.json', '') : undefined);
  const folder = await WatchedFolder.open({ path, idOf, watch: true, clock: systemClock, log });
  return { folder, logged, contents: () => [folder.get('one'), folder.get('two')] };
}

it('a file that is not readable any more keeps its last content until it is readable or gone', async () => {
  for (const name of ['one.json', 'two.json']) writeFileSync(join(root, name), '1');
  const { folder, logged, contents } = await watched(root);
  // A link to itself is an error of the file system for any user.
  symlinkSync('one.json', join(root, 'link'));
  renameSync(join(root, 'link'), join(root, 'one.json'));
  rmSync(join(root, 'two.json'));
  await soon(() => expect([contents(), logged]).toEqual([['1', undefined], [LAST]]));
  writeFileSync(join(root, 'new'), '2');
  renameSync(join(root, 'new'), join(root, 'one.json'));
  await soon(() => expect(contents()).toEqual(['2', undefined]));
  folder.close();
});

it('a folder that is not readable any more keeps its last content until it is readable or gone', async () => {
  const [path, away] = [join(root, 'data'), join(root, 'away')];
  mkdirSync(path);
  for (const name of ['one.json', 'two.json']) writeFileSync(join(path, name), '1');
  const { folder, logged, contents } = await watched(path);
  writeFileSync(join(root, 'file'), '');
  renameSync(path, away);
  renameSync(join(root, 'file'), path);
  await soon(() => expect([contents(), folder.exists, logged]).toEqual([['1', '1'], true, [LAST]]));
  rmSync(path);
  rmSync(join(away, 'two.json'));
  renameSync(away, path);
  await soon(() => expect(contents()).toEqual(['1', undefined]));
  folder.close();
});

it('a file that is written under another name and renamed causes no scan of all files', async () => {
  for (let i = 0; i < 50; i++) writeFileSync(join(root, `${i}.json`), '1');
  let names = 0;
  const idOf = (name: string): string | undefined => {
    names++;
    return name.endsWith('.json') ? name.replace('.json', '') : undefined;
  };
  const folder = await WatchedFolder.open({ path: root, idOf, watch: true, clock: systemClock, log: silentLog });
  const before = names;
  writeFileSync(join(root, '7.json.tmp'), '2');
  renameSync(join(root, '7.json.tmp'), join(root, '7.json'));
  await soon(() => expect(folder.get('7')).toBe('2'));
  expect(names - before).toBeLessThan(50);
  mkdirSync(join(root, 'deep'));
  writeFileSync(join(root, 'deep', 'new.json'), '3');
  await soon(() => expect(folder.get('new')).toBe('3'));
  rmSync(join(root, 'deep'), { recursive: true });
  await soon(() => expect(folder.get('new')).toBeUndefined());
  folder.close();
});

it('of two files with the same id the other one remains when one is removed', async () => {
  for (const [i, name] of ['a', 'b', 'c'].entries()) {
    mkdirSync(join(root, name));
    writeFileSync(join(root, name, 'one.json'), String(i));
  }
  const { folder, contents } = await watched(root);
  const left = ['a', 'b', 'c'];
  while (left.length > 0) {
    const [used] = contents();
    rmSync(join(root, left.splice(left.indexOf('abc'[Number(used)] ?? ''), 1)[0] ?? '', 'one.json'));
    await soon(() => expect(contents()[0]).not.toBe(used));
    expect(contents()[0] === undefined).toBe(left.length === 0);
  }
  folder.close();
});

it('files are read at the same time, in their order', async () => {
  const pipes = ['one.json', 'two.json'].map((name) => join(root, name));
  spawnSync('mkfifo', pipes);
  const opening = open(root);
  const writers: number[] = [];
  // A pipe can be opened only while it is read.
  await soon(() => {
    for (const path of pipes.slice(writers.length)) writers.push(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  });
  for (const [i, writer] of writers.entries()) {
    writeSync(writer, String(i));
    closeSync(writer);
  }
  const { folder } = await opening;
  expect([folder.get('one'), folder.get('two')]).toEqual(['0', '1']);
});
