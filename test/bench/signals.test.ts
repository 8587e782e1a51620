/** A bench that a signal ends leaves neither processes nor folders. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const BENCH = join(import.meta.dirname, '../../bench');

const PROGRAM = `
  import { newFolder } from '${BENCH}/folder.ts';
  import { start } from '${BENCH}/process.ts';
  const { child } = await start('mock-bidders.ts', []);
  console.log(JSON.stringify({ folder: newFolder('test'), pid: child.pid }));
`;

const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}`);

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s ends the children and removes the folders', async (signal, code) => {
  const bench = spawn(process.execPath, ['--input-type=module-typescript', '--eval', PROGRAM], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(bench.stdout, 'data')) as [Buffer];
  const { folder, pid } = JSON.parse(line.toString()) as { readonly folder: string; readonly pid: number };
  expect([existsSync(folder), isRunning(pid)]).toEqual([true, true]);
  bench.kill(signal);
  expect(await once(bench, 'exit')).toEqual([code, null]);
  expect(existsSync(folder)).toBe(false);
  await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false);
});
