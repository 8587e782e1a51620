import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';

const BROWSER = ['test/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['./properties/setup.ts'],
    pool: 'threads',
    // A worker loads the sources once, not per file.
    isolate: false,
    // Node runs the sources unchanged, as for users: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // A test that hangs fails; a busy machine may take its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than processors: tests of processes wait for other programs. All projects share these workers.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts', 'properties/**/*.prop.ts'],
          exclude: BROWSER,
        },
      },
      { extends: true, test: { name: 'browser', include: BROWSER, globalSetup: ['./test/browser/setup.ts'] } },
    ],
  },
});
