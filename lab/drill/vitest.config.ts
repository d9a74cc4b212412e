// `npm run drill`: one failure after the other on one cluster, as they would come to a shop.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/drill/failures.drill.ts', 'lab/drill/strangers.drill.ts'],
    globalSetup: ['lab/drill/run.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    // Longer than a cluster may take to be whole (database.ts), and the shops after it.
    hookTimeout: 900_000,
  },
});
