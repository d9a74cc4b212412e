// `npm run test:long`: runs the long versions of the tests whose short versions `npm test` runs, and every documented
// command on a fresh clone. Runs them one after the other, because some take many minutes.
import { mkdirSync } from 'node:fs';
import { check, lastLine, playwright, sideBySide, vitest } from './steps.mjs';
import { findSystemPostgres, NO_SYSTEM_POSTGRES } from './system-postgres.mjs';

mkdirSync('.cache', { recursive: true });
const { MODEL_SEED = 'any', MODEL_RUNS = '300' } = process.env;
const system = findSystemPostgres();
if (system === null) console.log(NO_SYSTEM_POSTGRES);
const { FUZZ_SEED = 'any', FUZZ_REQUESTS = '10000' } = process.env;

await sideBySide(1, [
  check('build', 'node', 'scripts/build-if-changed.mjs'),
  vitest(`${FUZZ_REQUESTS} requests made up`, ['fuzz'], {
    environment: { FUZZ_SEED, FUZZ_REQUESTS },
  }),
  vitest(`${MODEL_RUNS} runs made up`, ['model'], { environment: { MODEL_SEED, MODEL_RUNS } }),
  vitest('races of whole crowds, and powers that go again and again', ['race', 'process'], {
    environment: { CROWDS: 'whole' },
  }),
  vitest('a year of the public log', ['unit'], {
    files: ['scripts/year-of-logs'],
    environment: { LOG_DAYS: '365' },
  }),
  ...(system === null ? [] : [onSystem(system)]),
  vitest('plans of every statement, in a shop with 100,000 shoppers', ['plans']),
  playwright('journeys in a browser, at every width, in both themes', {
    environment: { E2E_LONG: '1' },
  }),
  check('the last release, on the schema of today', 'node', 'scripts/test-release.mjs'),
  check(
    'the same without a column that it reads: the control',
    'node',
    'scripts/test-release.mjs',
    '--control',
  ),
  check('every documented command, on a fresh clone', 'node', 'scripts/try-commands.mjs'),
]);
lastLine();

/** The tests that `npm run test:postgres -- system` runs. */
function onSystem({ programs, version }) {
  return vitest(`over HTTP, and races, on the system's Postgres ${version}`, ['http', 'race'], {
    environment: { POSTGRES_PROGRAMS: programs },
  });
}
