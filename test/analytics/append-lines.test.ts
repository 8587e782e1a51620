/** Lines of a file on a disk that is full: a limit of the process on the size of files has the same effect. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { appendLines } from '#src/analytics/append-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MODULE = join(import.meta.dirname, '../../src/analytics/append-lines.ts');
const SCRIPT = `import { appendLines } from ${JSON.stringify(MODULE)};
const [file, ...lines] = process.argv.slice(1);
await appendLines(file, lines).catch(({ code }) => console.log(code));`;

/** Appends in a process that may write files of 1 KiB or of two blocks of 512 bytes; returns the error's code. */
const appendLimited = (file: string, lines: readonly string[]): string =>
  spawnSync('sh', ['-c', 'ulimit -f 2; exec "$@"', 'sh', process.execPath, '--input-type=module', '-e', SCRIPT, file, ...lines], {
    encoding: 'utf8',
  }).stdout.trim();

test('after a failed write the file ends with its last complete line, and later lines follow it', async () => {
  const file = join(folder, 'events');
  const [first, long, last] = [`{"n":1,"a":"${'a'.repeat(500)}"}`, `{"n":2,"a":"${'b'.repeat(3000)}"}`, '{"n":3}'];
  expect(appendLimited(file, [first])).toBe('');
  expect(appendLimited(file, [last, long])).toBe('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n`);
  await appendLines(file, [last]);
  expect(readFileSync(file, 'utf8')).toBe(`${first}\n${last}\n`);
});

test('a file that is created and cannot be written stays empty', () => {
  const file = join(folder, 'new');
  writeFileSync(file, '');
  expect(appendLimited(file, ['c'.repeat(5000)])).toBe('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe('');
});
