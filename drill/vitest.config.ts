// `npm run drill`: one failure after the other on one cluster, as they would come to a shop.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['drill/failures.drill.ts', 'drill/strangers.drill.ts'],
    globalSetup: ['drill/run.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    // Longer than a cluster may take to be whole (database.ts), and the shops after it.
    hookTimeout: 900_000,
  },
});
