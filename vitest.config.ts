import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'src/**/*.test.tsx', 'scripts/**/*.test.ts'],
    // One Postgres server a run, one migrated template; every file that asks gets a database of its own.
    globalSetup: ['src/testing/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes; a busy machine brings it late.
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 2,
  },
});
