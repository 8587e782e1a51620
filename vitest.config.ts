import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';

/** Tests that start processes, servers or a browser. */
const PROCESSES = ['test/{browser,cli,cluster,integration}/**/*.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['./properties/setup.ts'],
    pool: 'threads',
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
          name: 'pure',
          include: ['test/**/*.test.ts', 'properties/**/*.prop.ts'],
          exclude: PROCESSES,
          // A worker loads the sources once, not per file.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'process', include: PROCESSES, exclude: BROWSER } },
      { extends: true, test: { name: 'browser', include: BROWSER, globalSetup: ['./test/browser/setup.ts'] } },
    ],
  },
});
