import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/order.ts';

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
    expect: { poll: { timeout: 60_000 } },
    // Two more than processors: tests of processes wait for other programs.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    include: ['test/**/*.test.ts', 'properties/**/*.prop.ts'],
    // One temporary folder for all tests; one browser and one demo host for those in the browser.
    globalSetup: ['./test/temp-folder.ts', './test/browser/setup.ts'],
  },
});
