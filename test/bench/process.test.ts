/** Child processes of the bench. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { start } from '../../bench/process.ts';

const folder = mkdtempSync(join(tmpdir(), 'auctor-bench-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const program = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/** Blocks this thread until a child has ended and nothing has reported it yet. */
function waitUntilEnded(pid: number): void {
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));
}

test('a child that prints its result and exits at once has a result, also if its exit is reported before its output', async () => {
  const [cue, ready] = [join(folder, 'cue'), join(folder, 'ready')];
  const onCue = `
    import { existsSync, renameSync, writeFileSync } from 'node:fs';
    writeFileSync('${ready}.part', String(process.pid));
    renameSync('${ready}.part', '${ready}');
    while (!existsSync('${cue}'));
    console.log('{"ok":true,"sent":1}');
    process.exit(0);`;
  const started = start(program('on-cue.mjs', onCue), []);
  while (!existsSync(ready));
  const other = spawn('echo', ['ended'], { stdio: ['ignore', 'pipe', 'ignore'] });
  // One turn of the loop has the output of `other`, and then its exit with that of the child, which ends in between.
  other.stdout.once('data', () => {
    writeFileSync(cue, '');
    waitUntilEnded(Number(readFileSync(ready, 'utf8')));
  });
  waitUntilEnded(other.pid ?? 0);
  expect((await started).hello).toEqual({ ok: true, sent: 1 });
});

test('a child that exits without a result is an error', async () => {
  await expect(start(program('silent.mjs', 'process.exit(3)'), [])).rejects.toThrow('silent.mjs exited with 3');
});
