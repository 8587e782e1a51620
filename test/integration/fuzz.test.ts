/** `npm run fuzz` from start to end. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const RUN = join(import.meta.dirname, '../fuzz/run.ts');
const run = (...args: readonly string[]) => promisify(execFile)(process.execPath, [RUN, ...args]);

test('a short run of the fuzzer reports executions and blocks, and no failure', async () => {
  const { stdout } = await run('us-privacy', '--minutes', '0.005', '--dry', '--compare');
  expect(stdout).toMatch(/^us-privacy: \d+ executions, \d+ blocks by seeds, (\d+ unguided, )?\d+ guided, \d+ inputs, 0 failures\n$/);
});

test('an unknown decoder is an error that lists the known ones', async () => {
  await expect(run('nothing')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('unknown decoder nothing; there are request-go'),
  });
});
