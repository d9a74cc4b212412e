// Tries every command of CONTRIBUTING.md in its shortest form. Each command runs in a fresh clone of the committed
// files, in which no other command has run. The first command installs the packages for all clones. `node
// scripts/try-commands.mjs check look` tries only those two.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listUndocumented, SHORTEST } from './documented-commands.ts';

const OPEN_WITHIN_MS = 300_000;

const given = process.argv.slice(2);
const problems = listUndocumented();
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

function run(command, cwd = clone) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' });
  return { isWell: status === 0, text: stdout + stderr };
}

/** Starts a shop, checks its health, and stops it as an operator would. */
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
