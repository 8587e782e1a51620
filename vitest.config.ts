import { defineConfig } from 'vitest/config';

/** Tests that start processes, servers or a browser. */
const PROCESSES = ['test/{browser,cli,cluster,integration}/**/*.test.ts'];
const BROWSER = ['test/browser/**/*.test.ts'];

export default defineConfig({
  test: {
    setupFiles: ['./properties/setup.ts'],
    pool: 'threads',
    // Node runs the sources unchanged, as for users: nothing is transformed.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Groups run in sequence: tests that wait for other programs should not also compete for the processors.
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['test/**/*.test.ts', 'properties/**/*.prop.ts'],
          exclude: PROCESSES,
          // A worker loads the sources once, not per file.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'process', include: PROCESSES, exclude: BROWSER, sequence: { groupOrder: 1 }, maxWorkers: 2 } },
      {
        extends: true,
        test: { name: 'browser', include: BROWSER, globalSetup: ['./test/browser/setup.ts'], sequence: { groupOrder: 1 }, maxWorkers: 2 },
      },
    ],
  },
});
