// Runs the steps of a test run, in parallel or one after the other. When a step ends, prints its whole output and its
// time. `lastLine` prints the total.
import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { processorSeconds } from './processor-time.mjs';

const total = { passed: 0, failed: 0 };
/**
 * The names of the failed tests and checks. They are printed last, because people read the end of a long output first.
 */
const failures = [];
const running = new Set();
let isStopped = false;

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isStopped = true;
    for (const child of running) child.kill('SIGTERM');
  });
}

/** A command that passes or fails as a whole. */
export function check(name, command, ...args) {
  return { name, command, args };
}

/** A test runner. `count` reads its JSON report; a missing or empty report is a failure. */
function suite(name, command, args, { report, count, failed, environment = {} }) {
  rmSync(report, { force: true });
  const read = () => JSON.parse(readFileSync(report, 'utf8'));
  return {
    name,
    command,
    args,
    environment,
    counts: () => count(read()),
    failed: () => failed(read()),
  };
}

/** The tests of some Vitest projects, or of those files alone. A skipped test counts as failed. */
export function vitest(name, projects, { workers, environment, files = [] } = {}) {
  const report = `.cache/vitest-${[projects[0], ...files].join('-').replaceAll('/', '-')}.json`;
  const args = [
    'run',
    ...projects.map((project) => `--project=${project}`),
    ...(workers === undefined ? [] : [`--maxWorkers=${workers}`]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...files,
  ];
  const count = ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests,
  });
  const failed = ({ testResults }) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status !== 'passed')
      .map(({ fullName }) => fullName);
  return suite(name, 'vitest', args, { report, count, failed, environment });
}

/** The tests in a browser. A test that was skipped, or passed only on a retry, counts as failed. */
export function playwright(name, { environment } = {}) {
  const report = '.cache/playwright.json';
  const count = ({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped,
  });
  return suite(name, 'playwright', ['test', '--reporter=list,json'], {
    report,
    count,
    failed: ({ suites }) => suites.flatMap(failedJourneys),
    environment: { ...environment, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
}

function failedJourneys({ suites = [], specs = [] }) {
  return [
    ...specs.filter(({ ok }) => !ok).map(({ file, title }) => `${file}: ${title}`),
    ...suites.flatMap(failedJourneys),
  ];
}

/** Runs steps in their order, at most `width` at a time. */
export async function sideBySide(width, steps) {
  const waiting = [...steps];
  const work = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await run(step);
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** Counts the result of a check that runs no command. */
export function tell(name, problems) {
  print(name, '', problems);
  if (problems.length === 0) total.passed += 1;
  else {
    total.failed += 1;
    failures.push(name);
  }
}

/** Ends the run: prints the names of failures, the processor time and the last line, and sets the exit code. */
export function lastLine() {
  const counted = processorSeconds();
  const seconds = Math.round(counted);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  const time =
    counted === null
      ? 'counted on Linux only'
      : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  console.log(`\nProcessor time of all processes of this run, Postgres and browsers too: ${time}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

async function run(step) {
  console.log(`-- ${step.name}`);
  const startedAt = performance.now();
  const { isWell, text } = isStopped
    ? { isWell: false, text: 'Not run: the run was stopped.' }
    : await runCommand(step);
  const lines = [text.trim()];
  const { passed, failed } = countStep(step, isWell, lines);
  total.passed += passed;
  total.failed += failed;
  if (failed > 0) {
    lines.push(`FAILED: ${step.name}`);
    failures.push(step.name, ...namesOf(step));
  }
  print(step.name, ` (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`, lines);
}

function countStep(step, isWell, lines) {
  if (step.counts === undefined) return { passed: Number(isWell), failed: Number(!isWell) };
  let counts = { passed: 0, failed: 0 };
  try {
    counts = step.counts();
  } catch {
    lines.push('There is no report.');
  }
  // The runner failed without a failure in its report, because of a broken file or an unhandled error.
  if ((!isWell || counts.passed === 0) && counts.failed === 0) counts.failed = 1;
  return counts;
}

function namesOf(step) {
  try {
    return (step.failed?.() ?? []).map((name) => `  ${name}`);
  } catch {
    return [];
  }
}

function runCommand({ command, args, environment }) {
  return new Promise((resolve) => {
    const parts = [];
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // Shares compiled code between processes, because many start the same server.
        NODE_COMPILE_CACHE: join(process.cwd(), '.cache/compiled'),
        // The compiler and the linter are short-lived Go programs. With these settings they collect no garbage until
        // they use a quarter of the memory.
        GOGC: 'off',
        GOMEMLIMIT: String(Math.floor(totalmem() / 4)),
        ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
        ...environment,
      },
    });
    running.add(child);
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (part) => parts.push(part));
    child.on('error', (error) => parts.push(Buffer.from(`\n${error.message}`)));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ isWell: code === 0, text: Buffer.concat(parts).toString() });
    });
  });
}

function print(name, time, lines) {
  console.log([`\n== ${name}${time}`, ...lines.filter((line) => line !== '')].join('\n'));
}
