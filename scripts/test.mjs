// `npm test`: every check and every test, and one plain line at the end, added up from the runners'
// own reports. What is quick comes first; what does not wait for another runs beside it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { uncoveredPairs } from './contract-coverage.ts';
import { check, lastLine, playwright, sideBySide, tell, vitest } from './steps.mjs';

const ANSWERS_FILE = '.cache/answers.jsonl';
const CORES = availableParallelism();

mkdirSync('.cache', { recursive: true });
writeFileSync(ANSWERS_FILE, '');
const environment = { ANSWERS_FILE };

await sideBySide(CORES, [
  check('lint', 'oxlint', '--max-warnings', '0'),
  check('types, each house by its own', 'npm', 'run', '-s', 'types'),
  check('format', 'oxfmt', '--check', '.'),
  check('what nothing uses', 'knip'),
  check('build', 'node', 'scripts/build-if-changed.mjs'),
  vitest('rules', ['unit']),
]);

await sideBySide(1, [vitest('over HTTP', ['http'], { environment })]);

// A browser waits a lot for its pages, and a race for its locks: beside each other they fill the machine.
await sideBySide(2, [
  playwright('journeys in a browser'),
  vitest('races, processes, runs and requests made up', ['race', 'process', 'model', 'fuzz'], {
    workers: Math.ceil(CORES / 2),
    environment,
  }),
]);

tell(
  'every row of the endpoint table, and every rejection it names',
  uncoveredPairs(ANSWERS_FILE).map((pair) => `No test: ${pair}`),
);
lastLine();
