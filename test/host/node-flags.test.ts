import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseNodeFlags } from '#src/host/node-flags.ts';

const OLD = ['--heap-growing-percent=200', '--retain-maps-for-n-gc=1000'];
const CODE = ['--minimum-invocations-after-ic-update=100', '--invocation-count-for-turbofan=1000', '--concurrent-turbofan-max-threads=1'];
const OFF = ['--no-incremental-marking', '--no-allocation-site-pretenuring', '--no-turbo-inline-array-builtins'];
const SETTINGS = ['--max-semi-space-size=128', ...OLD, ...CODE, ...OFF];
const ONE_SCAVENGER = '--no-parallel-scavenge';
const alone = { cpus: 4, processes: 1, given: [] };

describe('flags of the host for Node', () => {
  test('keep the threads that collect old objects if every process has a CPU to spare', () => {
    expect(chooseNodeFlags(alone)).toEqual([...SETTINGS, ONE_SCAVENGER]);
    expect(chooseNodeFlags({ ...alone, processes: 3 })).toEqual([...SETTINGS, ONE_SCAVENGER]);
  });

  test('are those of npm start, which gives them to Node itself', () => {
    const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as { scripts: { start: string } };
    const [, flags = ''] = / exec node (.*) bin\/auctor\.js /.exec(scripts.start) ?? [];
    expect(flags.split(' ')).toEqual(chooseNodeFlags(alone));
  });

  test('leave the threads that collect young objects as given', () => {
    expect(chooseNodeFlags({ ...alone, given: ['--parallel-scavenge'] })).toEqual(SETTINGS);
  });

  test.each([
    [1, 1],
    [1, 4],
    [4, 4],
    [2, 8],
  ])('remove the threads of the collector with %i CPUs for %i processes', (cpus, processes) => {
    expect(chooseNodeFlags({ ...alone, cpus, processes })).toEqual([...SETTINGS, '--single-threaded-gc']);
  });

  test.each([['--no-single-threaded-gc'], ['--nosingle_threaded_gc'], ['--single-threaded-gc']])('leave %s as given', (flag) => {
    expect(chooseNodeFlags({ cpus: 1, processes: 1, given: [flag] })).toEqual(SETTINGS);
  });

  test('leave a given size of the young generation', () => {
    expect(chooseNodeFlags({ ...alone, given: ['--max_semi_space_size=16'] })).toEqual([...OLD, ...CODE, ...OFF, ONE_SCAVENGER]);
  });

  test('are replaced by AUCTOR_NODE_FLAGS, without those that are in effect', () => {
    const situation = { cpus: 1, processes: 1, given: ['--max-semi-space-size=32'] };
    expect(chooseNodeFlags({ ...situation, override: '' })).toEqual([]);
    expect(chooseNodeFlags({ ...situation, override: ' --max-semi-space-size=32  --expose-gc ' })).toEqual(['--expose-gc']);
  });

  test('leave what is given as on or off', () => {
    const given = ['--incremental-marking', '--allocation-site-pretenuring', '--no-turbo_inline_array_builtins'];
    expect(chooseNodeFlags({ ...alone, given })).toEqual([...SETTINGS.filter((flag) => !OFF.includes(flag)), ONE_SCAVENGER]);
  });

  test('leave a given growth of old objects', () => {
    expect(chooseNodeFlags({ ...alone, given: ['--heap_growing_percent=50'] })).toEqual([
      ...SETTINGS.filter((flag) => !flag.includes('growing')),
      ONE_SCAVENGER,
    ]);
  });

  test('restart the process once, with its own arguments and one arena of malloc', () => {
    const file = join(import.meta.dirname, '../../src/host/node-flags.ts');
    const script = `import { restartWithNodeFlags } from ${JSON.stringify(file)};
      restartWithNodeFlags();
      const { MALLOC_ARENA_MAX } = process.env;
      console.log(JSON.stringify([process.execArgv.slice(-2), process.argv.slice(2), typeof gc, MALLOC_ARENA_MAX]));`;
    const flags = '--expose-gc --no-single-threaded-gc';
    const env = { ...process.env, AUCTOR_NODE_FLAGS: flags };
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, 'file', 'a', 'b c'], { env, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([flags.split(' '), ['a', 'b c'], 'function', '1']);
  });
});
