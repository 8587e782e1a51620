/** The workers of a primary, as real processes. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the stop of a pool waits for all workers although one of them has just died', () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(import.meta.dirname, 'dying-worker.ts')], { encoding: 'utf8' });
  expect({ stdout, stderr, status }).toEqual({ stdout: 'the other worker ended with 0\n', stderr: '', status: 0 });
});

test('a worker whose primary was killed ends without an error, although it sends to its peers', () => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [join(import.meta.dirname, 'orphan-worker.ts')], { encoding: 'utf8' });
  expect({ stdout, stderr, signal }).toEqual({ stdout: 'the worker ended with 0\n', stderr: '', signal: 'SIGKILL' });
});
