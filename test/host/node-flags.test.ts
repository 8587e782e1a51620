import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseHeapGrowth, chooseNodeFlags } from '#src/host/node-flags.ts';

const SPACE = '--max-semi-space-size=64';
const ONE_SCAVENGER = '--no-parallel-scavenge';
const alone = { cpus: 4, processes: 1, given: [] };

describe('flags of the host for Node', () => {
  test('keep the threads that collect old objects if every process has a CPU to spare', () => {
    expect(chooseNodeFlags(alone)).toEqual([SPACE, ONE_SCAVENGER]);
    expect(chooseNodeFlags({ ...alone, processes: 3 })).toEqual([SPACE, ONE_SCAVENGER]);
  });

  test('leave the threads that collect young objects as given', () => {
    expect(chooseNodeFlags({ ...alone, given: ['--parallel-scavenge'] })).toEqual([SPACE]);
  });

  test.each([
    [1, 1],
    [1, 4],
    [4, 4],
    [2, 8],
  ])('remove the threads of the collector with %i CPUs for %i processes', (cpus, processes) => {
    expect(chooseNodeFlags({ ...alone, cpus, processes })).toEqual([SPACE, '--single-threaded-gc']);
  });

  test.each([['--no-single-threaded-gc'], ['--nosingle_threaded_gc'], ['--single-threaded-gc']])('leave %s as given', (flag) => {
    expect(chooseNodeFlags({ cpus: 1, processes: 1, given: [flag] })).toEqual([SPACE]);
  });

  test('leave a given size of the young generation', () => {
    expect(chooseNodeFlags({ ...alone, given: ['--max_semi_space_size=16'] })).toEqual([ONE_SCAVENGER]);
  });

  test('are replaced by AUCTOR_NODE_FLAGS, without those that are in effect', () => {
    const situation = { cpus: 1, processes: 1, given: ['--max-semi-space-size=32'] };
    expect(chooseNodeFlags({ ...situation, override: '' })).toEqual([]);
    expect(chooseNodeFlags({ ...situation, override: ' --max-semi-space-size=32  --expose-gc ' })).toEqual(['--expose-gc']);
  });

  test('let old objects grow to three times their size before a collection, unless flags chose otherwise', () => {
    expect(chooseHeapGrowth({ given: ['--expose-gc'] })).toBe('--heap-growing-percent=200');
    expect(chooseHeapGrowth({ given: ['--heap_growing_percent=50'] })).toBeUndefined();
    expect(chooseHeapGrowth({ given: [], override: '' })).toBeUndefined();
  });

  test('restart the process once, with its own arguments', () => {
    const file = join(import.meta.dirname, '../../src/host/node-flags.ts');
    const script = `import { restartWithNodeFlags } from ${JSON.stringify(file)};
      restartWithNodeFlags();
      console.log(JSON.stringify([process.execArgv.slice(-2), process.argv.slice(2), typeof gc]));`;
    const flags = '--expose-gc --no-single-threaded-gc';
    const env = { ...process.env, AUCTOR_NODE_FLAGS: flags };
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, 'file', 'a', 'b c'], { env, encoding: 'utf8' });
    expect(JSON.parse(stdout)).toEqual([flags.split(' '), ['a', 'b c'], 'function']);
  });
});
