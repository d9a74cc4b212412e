// Configures `npm run drill -- time`. Its stand-in of Stripe uses a Postgres of its own, as in the tests of failures.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['lab/drill/time.drill.ts'],
    globalSetup: ['lab/kit/run.ts'],
    testTimeout: 3_600_000,
    hookTimeout: 300_000,
  },
});
