// `npm test`: runs every check and every test, and prints one plain line at the end, added up from the runners' own
// reports. Quick steps come first, and independent steps run in parallel.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { uncoveredPairs } from './contract-coverage.ts';
import { check, lastLine, playwright, sideBySide, tell, vitest } from './steps.mjs';

const RESPONSES_FILE = '.cache/responses.jsonl';
const CORES = availableParallelism();
// Uses only half of the cores, because each checker repeats some of the other checkers' work, and other steps need
// cores too.
const CHECKERS = String(Math.max(1, Math.floor(CORES / 2)));
const TYPES = ['npm', 'run', '-s', 'types', '--', '--checkers', CHECKERS];

mkdirSync('.cache', { recursive: true });
writeFileSync(RESPONSES_FILE, '');
const environment = { RESPONSES_FILE };

await sideBySide(CORES, [
  // The longest step comes first, so that all cores are busy to the end.
  vitest('rules', ['unit']),
  check('lint', 'oxlint', '--max-warnings', '0'),
  check('build', 'node', 'scripts/build-if-changed.mjs'),
  check('what nothing uses', 'knip'),
  check('format', 'oxfmt', '--check', '.'),
]);

// Each of these steps occupies two cores by itself. When both ran together on two cores, each took more than twice as
// long as alone, and tests missed states that last only a moment.
await Promise.all([
  sideBySide(Math.max(1, Math.floor(CORES / 2)), [
    vitest(
      'over HTTP, races, processes, runs and requests made up',
      ['http', 'race', 'process', 'model', 'fuzz'],
      { environment },
    ),
    playwright('journeys in a browser'),
  ]),
  // Uses the time in which the tests over HTTP wait, and takes none of theirs.
  sideBySide(1, [check('types, each house by its own', 'nice', '-n', '19', ...TYPES)]),
]);

tell(
  'every row of the endpoint table, and every rejection it names',
  uncoveredPairs(RESPONSES_FILE).map((pair) => `No test: ${pair}`),
);
lastLine();
