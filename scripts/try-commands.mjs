// Every command of CONTRIBUTING.md in its shortest form, each on a fresh clone of what is committed, with
// nothing run before it. The packages are installed once, by the first command. `node scripts/try-commands.mjs
// check look` tries those two.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How each is run so that it ends soon; null: it ends when it is told to. */
const SHORTEST = {
  check: 'npm run check',
  start: null,
  dev: null,
  fix: 'npm run fix && git diff --exit-code',
  build: 'npm run build',
  'test:unit': 'npm run test:unit -- money',
  'test:http': 'npm run test:http -- wallet.http',
  'test:postgres': 'npm run test:postgres -- 15 wallet.http',
  'test:race': 'npm run test:race -- connections',
  'test:process': 'npm run test:process -- image',
  'test:fuzz': 'FUZZ_REQUESTS=50 npm run test:fuzz',
  'test:model': 'MODEL_RUNS=2 npm run test:model',
  e2e: 'npm run e2e -- page-head',
  'test:faults': 'FAULTS_SECONDS=2 npm run test:faults -- lost-update',
  'test:soak': 'FAULTS_SOAK_MINUTES=5 FAULTS_DROP_MINUTES=1 npm run test:soak',
  look: 'LOOK_WIDTHS=390 LOOK_THEMES=light npm run look -- home',
  lighthouse: 'npm run lighthouse',
  bench: 'BENCH_ROUND_MS=100 npm run bench -- --short',
  'bench:scale': 'npm run bench:scale -- 500 1',
  'bench:rows': 'npm run bench:rows -- 20000',
  'bench:wall': 'WALL_SECONDS=1 npm run bench:wall',
  'bench:motion': 'npm run bench:motion',
  types: 'npm run types',
  'db:schema': 'npm run db:schema && git diff --exit-code',
  packproof: 'npm run packproof -- nowhere.json || test $? = 2',
  monitor: 'npm run monitor -- http://127.0.0.1:1 --once || test $? = 2',
  shop: 'npm run shop -- audit',
};
/** `npm test` is what CI runs on a fresh clone; the long tests run this; a drill needs packages of the system. */
const ELSEWHERE = ['test', 'test:long', 'drill'];

/** In the command itself: npm leaves `pre` scripts out where it may not run install scripts. And what a shell
 * remembers of `node` is the one from before the install. */
const SET_UP = 'node scripts/setup.mjs && hash -r && ';

const OPEN_WITHIN_MS = 300_000;

const documented = namesIn(readFileSync('CONTRIBUTING.md', 'utf8'));
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const given = process.argv.slice(2);
const problems = [
  ...documented
    .filter((name) => !(name in SHORTEST) && !ELSEWHERE.includes(name))
    .map((name) => `${name} is documented, and has no shortest form here`),
  ...[...Object.keys(SHORTEST), ...ELSEWHERE]
    .filter((name) => !documented.includes(name))
    .map((name) => `${name} is not documented`),
  ...documented
    .filter((name) => !scripts[name]?.startsWith(SET_UP))
    .map((name) => `${name} does not set itself up`),
];
for (const problem of problems) console.log(problem);

const clone = mkdtempSync(join(tmpdir(), 'felt-and-foil-clone-'));
try {
  run(`git clone --quiet . ${clone}`, process.cwd());
  for (const [name, command] of Object.entries(SHORTEST)) {
    if (given.length > 0 && !given.includes(name)) continue;
    const cleaned = run('git checkout --quiet . && git clean -qfdx -e node_modules');
    const startedAt = performance.now();
    const { isWell, text } =
      cleaned.isWell && command === null ? await openAndClose(name) : run(command ?? 'false');
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${isWell ? 'works' : 'FAILS'}  ${command ?? name} (${seconds} s)`);
    if (isWell) continue;
    console.log(text);
    problems.push(name);
  }
} finally {
  rmSync(clone, { recursive: true, force: true });
}
process.exitCode = problems.length === 0 ? 0 : 1;

/** The commands in the first column of the table: `npm test`, `npm run check`, and `test:http` after another. */
function namesIn(document) {
  return document
    .split('\n')
    .filter((line) => line.startsWith('| `npm'))
    .flatMap((line) => [...line.split(' | ')[0].matchAll(/`(?:npm (?:run )?)?([\w:]+)[^`]*`/g)])
    .map(([, name]) => name);
}

function run(command, cwd = clone) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  return { isWell: status === 0, text: stdout + stderr };
}

/** Starts a shop, asks it whether it is well, and stops it as an operator would. */
async function openAndClose(name) {
  const child = spawn('npm', ['run', name], {
    cwd: clone,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  const address = await new Promise((resolve) => {
    const hear = (part) => {
      text += part;
      const found = /open at (http:\S+)/.exec(text);
      if (found !== null) resolve(found[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('close', () => resolve(null));
    setTimeout(resolve, OPEN_WITHIN_MS, null).unref();
  });
  const isReady = address !== null && (await fetch(`${address}/readyz`)).ok;
  child.kill('SIGTERM');
  await ended;
  return { isWell: isReady, text };
}
