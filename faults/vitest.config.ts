// `npm run test:faults`: one test after the other, because each of them wants the machine for itself.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['faults/*.fault.ts'],
    globalSetup: ['faults/harness/run.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 60_000,
  },
});
