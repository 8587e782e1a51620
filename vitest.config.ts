import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'properties/**/*.prop.ts'],
    setupFiles: ['./properties/setup.ts'],
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
