// `npm test`: runs every check and every test, and prints one plain line at the end, added up from the runners' own reports.
// Quick steps come first, and independent steps run in parallel.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { uncoveredPairs } from './contract-coverage.ts';
import { check, lastLine, playwright, sideBySide, tell, vitest } from './steps.mjs';

const ANSWERS_FILE = '.cache/answers.jsonl';
const CORES = availableParallelism();
// Each checker repeats a part of the work of the others, and other steps need the other cores.
const CHECKERS = String(Math.max(1, Math.floor(CORES / 2)));

mkdirSync('.cache', { recursive: true });
writeFileSync(ANSWERS_FILE, '');
const environment = { ANSWERS_FILE };

await sideBySide(CORES, [
  // The longest first, so that all cores are busy to the end.
  check('types, each house by its own', 'npm', 'run', '-s', 'types', '--', '--checkers', CHECKERS),
  check('lint', 'oxlint', '--max-warnings', '0'),
  vitest('rules', ['unit']),
  check('build', 'node', 'scripts/build-if-changed.mjs'),
  check('what nothing uses', 'knip'),
  check('format', 'oxfmt', '--check', '.'),
]);

// Each of these steps occupies two cores by itself. When both ran on two cores, each took more than twice as long as alone,
// and tests missed short moments that they have to catch.
await sideBySide(Math.max(1, Math.floor(CORES / 2)), [
  playwright('journeys in a browser'),
  vitest(
    'over HTTP, races, processes, runs and requests made up',
    ['http', 'race', 'process', 'model', 'fuzz'],
    { environment },
  ),
]);

tell(
  'every row of the endpoint table, and every rejection it names',
  uncoveredPairs(ANSWERS_FILE).map((pair) => `No test: ${pair}`),
);
lastLine();
