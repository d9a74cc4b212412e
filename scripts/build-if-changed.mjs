// Builds the pages if their inputs changed since the last build, or in any case with `--force`. Also records the
// commit, which the shop shows to operators. Prints one line, and fails if the home page has become too large. If
// nothing changed, it only reads and hashes files, which takes well under 150 ms.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { FIRST_ROUTE_KB_MOST, firstRouteKilobytes } from './first-route.ts';

const INPUTS = [
  'src/web',
  'src/contract',
  'src/domain',
  'public',
  'src/verifier',
  'vite.config.ts',
  'verifier.config.ts',
  'package-lock.json',
];
const STAMP = 'dist/inputs.sha256';
const COMMIT = 'dist/commit';

function filesIn(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function hashOfInputs() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesIn))
    hash.update(path).update('\0').update(readFileSync(path));
  return hash.digest('hex');
}

function build(...options) {
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', ...options];
  const { status } = spawnSync(process.execPath, vite, {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

/** The commit of the sources, from the environment (an image's build sets it) or from git. Null if both lack it. */
function findCommit() {
  if (process.env.COMMIT) return process.env.COMMIT;
  if (!existsSync('.git')) return null;
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const hash = hashOfInputs();
const isBuilt = existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash;
if (isBuilt && !process.argv.includes('--force')) {
  console.log('The pages are built already.');
} else {
  const startedAt = performance.now();
  // Removes the stamp first. If the build fails, the pages then count as not built.
  rmSync(STAMP, { force: true });
  // Builds the verifier's file first, because the pages contain its hash.
  build('--config', 'verifier.config.ts');
  build();
  build('--ssr');
  mkdirSync('dist/client/verify', { recursive: true });
  copyFileSync('dist/verifier/packproof.html', 'dist/client/verify/packproof.html');
  const kilobytes = firstRouteKilobytes();
  if (kilobytes > FIRST_ROUTE_KB_MOST) {
    console.error(
      `The home page loads ${kilobytes.toFixed(1)} KB of script; ${FIRST_ROUTE_KB_MOST} is the most.`,
    );
    process.exit(1);
  }
  mkdirSync('dist', { recursive: true });
  writeFileSync(STAMP, hash);
  rmSync(COMMIT, { force: true });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `Built the pages in ${seconds} s; the home page loads ${kilobytes.toFixed(1)} KB of script.`,
  );
}

// Records the commit even if nothing was built. The server runs from the sources, which may be newer than the pages.
const commit = findCommit();
if (commit !== null) writeFileSync(COMMIT, `${commit}\n`);
