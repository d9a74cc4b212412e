// `npm test`: every check and every test, and one plain line at the end, added up from the runners'
// own reports. A runner that could not run at all counts as a failure.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { uncoveredPairs } from './contract-coverage.ts';

const CACHE = '.cache';
mkdirSync(CACHE, { recursive: true });
rmSync(`${CACHE}/answers.jsonl`, { force: true });
writeFileSync(`${CACHE}/answers.jsonl`, '');

let passed = 0;
let failed = 0;

function heading(name) {
  console.log(`\n== ${name}`);
}

function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  return status === 0;
}

/** A command that passes or fails as a whole. */
function check(name, command, args) {
  heading(name);
  if (run(command, args)) passed += 1;
  else {
    failed += 1;
    console.log(`FAILED: ${name}`);
  }
}

/** A test runner: its JSON report is counted; no report, or a report of nothing, is a failure. */
function suite(name, command, args, reportFile, count, environment) {
  heading(name);
  rmSync(reportFile, { force: true });
  const ok = run(command, args, environment);
  let counts = { passed: 0, failed: 0 };
  try {
    counts = count(JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch {
    console.log(`FAILED: ${name} left no report`);
  }
  passed += counts.passed;
  failed += counts.failed;
  // The runner knows of a fault that its report does not show (a broken file, an unhandled error).
  if ((!ok || counts.passed === 0) && counts.failed === 0) {
    failed += 1;
    console.log(`FAILED: ${name}`);
  }
}

check('format', 'oxfmt', ['--check', '.']);
check('lint', 'oxlint', ['--max-warnings', '0']);
check('types, each house by its own', 'npm', ['run', '-s', 'types']);
check('build', 'node', ['scripts/build-if-changed.mjs']);

const vitestReport = `${CACHE}/vitest.json`;
suite(
  'rules, HTTP, races',
  'vitest',
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  vitestReport,
  (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests + report.numPendingTests,
  }),
);

heading('every row of the endpoint table, and every rejection it names');
const missing = uncoveredPairs(`${CACHE}/answers.jsonl`);
for (const pair of missing) console.log(`No test: ${pair}`);
if (missing.length === 0) passed += 1;
else failed += 1;

const playwrightReport = `${CACHE}/playwright.json`;
suite(
  'journeys in a browser',
  'playwright',
  ['test', '--reporter=list,json'],
  playwrightReport,
  ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  }),
  { PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport },
);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
