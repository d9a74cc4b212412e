import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

// The name of a test file says what it needs: `.http.` and `.race.` a Postgres, `.process.` the built pages as well. Files
// that need the same but lack such a name are listed below.
const MODEL = 'src/**/model.test.ts';
const FUZZ = 'src/**/fuzz.test.ts';
const RACES = 'src/**/*.race.test.ts';
const PROCESSES = [
  'src/**/*.process.test.ts',
  'src/**/{backup,command-line,jobs}.test.ts',
  'src/embedded-postgres/*.test.ts',
];
const OVER_POSTGRES = [
  '{src,client}/**/*.http.test.ts',
  'src/**/{audit-log,delivery,login,mail,migrate,prices,promises,seed,shipping-promises}.test.ts',
];

const POSTGRES = 'src/testing/postgres.ts';
const PAGES = 'scripts/build-pages.ts';

export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // A test that takes longer hangs and is not only slow, unless it sets a longer limit itself.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Long, because on a busy machine an expected state appears late.
    expect: { poll: { timeout: 60_000 } },
    provide: {
      responsesFile: process.env['RESPONSES_FILE'] ?? '',
      postgresPrograms: process.env['POSTGRES_PROGRAMS'] ?? '',
      areCrowdsWhole: process.env['CROWDS'] === 'whole',
    },
    projects: [
      project('unit', ['src/**/*.test.{ts,tsx}', '{scripts,client}/**/*.test.ts'], {
        exclude: [...OVER_POSTGRES, RACES, ...PROCESSES, MODEL, FUZZ],
      }),
      project('http', OVER_POSTGRES, { globalSetup: [POSTGRES] }),
      project('race', [RACES], { globalSetup: [POSTGRES] }),
      project('model', [MODEL], { globalSetup: [POSTGRES] }),
      project('fuzz', [FUZZ], { globalSetup: [POSTGRES] }),
      // The time limit is long, because the audit in these tests reads what a hundred thousand shoppers did.
      project('plans', ['lab/bench/*.test.ts'], {
        globalSetup: [POSTGRES],
        hookTimeout: 7_200_000,
      }),
      project('process', PROCESSES, { globalSetup: [PAGES, POSTGRES] }),
    ],
  },
});

/**
 * Files of one project share a worker's modules, so that the server is loaded once for each worker instead of once for each
 * file.
 */
function project(
  name: string,
  include: string[],
  more: { exclude?: string[]; globalSetup?: string[]; hookTimeout?: number },
): TestProjectConfiguration {
  return { extends: true, test: { name, include, isolate: false, ...more } };
}
