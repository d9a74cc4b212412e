// `npm run drill`: one failure after the other on one cluster, as they would happen to a real shop.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/drill/failures.drill.ts', 'lab/drill/strangers.drill.ts'],
    globalSetup: ['lab/drill/run.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    // Longer than a cluster may take to become whole (database.ts), and the shops to start after it.
    hookTimeout: 900_000,
  },
});
