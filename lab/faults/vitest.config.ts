// Configures `npm run test:faults` and `npm run test:soak`. Runs one test at a time, because each needs the whole
// machine.
import { defineConfig } from 'vitest/config';
import { DROP_MINUTES, SOAK_MINUTES } from './harness/settings.ts';

const isSoak = process.env['FAULTS'] === 'soak';

export default defineConfig({
  test: {
    include: [isSoak ? 'lab/faults/*.soak.ts' : 'lab/faults/*.fault.ts'],
    globalSetup: ['lab/kit/run.ts'],
    fileParallelism: false,
    testTimeout: isSoak ? (Math.max(SOAK_MINUTES, DROP_MINUTES) + 10) * 60_000 : 240_000,
    hookTimeout: 60_000,
  },
});
