import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#src/platform/clock.ts';
import { silentLog } from '#src/platform/log.ts';
import { WatchedFolder } from '#src/stores/watched-folder.ts';

/** A volume as Kubernetes mounts a ConfigMap: files are links through `..data`, a link to the folder of the current version. */
class Volume {
  readonly root = mkdtempSync(join(tmpdir(), 'auctor-volume-'));
  #version = 0;

  constructor(files: Readonly<Record<string, string>>) {
    this.#write(files);
    symlinkSync(`..${this.#version}`, join(this.root, '..data'));
    for (const name of new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))) {
      symlinkSync(join('..data', name), join(this.root, name));
    }
  }

  /** Replaces all files at once, then removes the old ones. */
  swap(files: Readonly<Record<string, string>>): void {
    const old = this.#version;
    this.#write(files);
    symlinkSync(`..${this.#version}`, join(this.root, '..data_tmp'));
    renameSync(join(this.root, '..data_tmp'), join(this.root, '..data'));
    rmSync(join(this.root, `..${old}`), { recursive: true });
  }

  #write(files: Readonly<Record<string, string>>): void {
    this.#version++;
    for (const [path, text] of Object.entries(files)) {
      const file = join(this.root, `..${this.#version}`, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
}

describe('files of a mounted volume', () => {
  let folder: WatchedFolder | undefined;
  let volume: Volume;
  beforeEach(() => {
    folder = undefined;
  });
  afterEach(() => {
    folder?.close();
    rmSync(volume.root, { recursive: true, force: true });
  });

  const open = (path: string): Promise<WatchedFolder> =>
    WatchedFolder.open({
      path,
      idOf: (name) => (name.endsWith('.json') ? name.slice(0, -5) : undefined),
      watch: true,
      clock: systemClock,
      log: silentLog,
    });

  test('follow every swap', async () => {
    volume = new Volume({ 'a.json': '1', 'b.json': '1' });
    folder = await open(volume.root);
    expect([folder.get('a'), folder.get('b')]).toEqual(['1', '1']);
    for (const version of ['2', '3', '4']) {
      volume.swap({ 'a.json': version, 'b.json': `${version}b` });
      await expect.poll(() => [folder?.get('a'), folder?.get('b')]).toEqual([version, `${version}b`]);
    }
  });

  test('that a swap removes are gone', async () => {
    volume = new Volume({ 'a.json': '1', 'b.json': '1' });
    folder = await open(volume.root);
    volume.swap({ 'a.json': '2' });
    await expect.poll(() => [folder?.get('a'), folder?.get('b')]).toEqual(['2', undefined]);
  });

  test('follow every swap in a folder that is a link itself', async () => {
    volume = new Volume({ 'accounts/a.json': '1' });
    folder = await open(join(volume.root, 'accounts'));
    for (const version of ['2', '3', '4']) {
      volume.swap({ 'accounts/a.json': version });
      await expect.poll(() => folder?.get('a')).toBe(version);
    }
  });

  test('may stand in folders that are links', async () => {
    volume = new Volume({ 'accounts/a.json': '1' });
    folder = await open(volume.root);
    expect(folder.get('a')).toBe('1');
    for (const version of ['2', '3', '4']) {
      volume.swap({ 'accounts/a.json': version });
      await expect.poll(() => folder?.get('a')).toBe(version);
    }
  });
});
