// Configures `npm run drill`, which causes one failure after the other on one cluster, as they would happen to a real
// shop.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/drill/failures.drill.ts', 'lab/drill/strangers.drill.ts'],
    globalSetup: ['lab/drill/run.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    // Enough time for a cluster to become whole (database.ts) and for the shops to start after that.
    hookTimeout: 900_000,
  },
});
