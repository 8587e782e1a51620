import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAhead } from '#src/host/read-ahead.ts';

const MB = 2 ** 20;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'auctor-read-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Bytes that this process has read. */
const bytesRead = (): number => Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);

/** A file without blocks: it is read as zeros. */
function emptyFile(name: string, bytes: number): void {
  writeFileSync(join(folder, name), '');
  truncateSync(join(folder, name), bytes);
}

test('all files below a folder are read, and files that cannot be read are skipped', async () => {
  mkdirSync(join(folder, 'compiled'));
  symlinkSync('nowhere', join(folder, 'a-link'));
  emptyFile('locked', 1);
  chmodSync(join(folder, 'locked'), 0);
  emptyFile('module.js', 40 * MB);
  emptyFile('compiled/module', 24 * MB);
  const before = bytesRead();
  await readAhead(folder, new AbortController().signal);
  expect(bytesRead() - before).toBeGreaterThanOrEqual(64 * MB);
});

test('a folder that does not exist has no files', async () => {
  await expect(readAhead(join(folder, 'nowhere'), new AbortController().signal)).resolves.toBeUndefined();
});

test('nothing is read after the signal', async () => {
  emptyFile('module.js', 1024 * MB);
  const before = bytesRead();
  await readAhead(folder, AbortSignal.abort());
  expect(bytesRead() - before).toBeLessThan(1024 * MB);
});
