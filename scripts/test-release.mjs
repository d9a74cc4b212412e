// The HTTP tests of the last release, as it was tagged, on a database that today's migrations made: what its processes meet
// while the next version takes their place. `--control` takes away a column that the release reads, and passes only if its tests
// fail for that. Other words select files.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { databaseUrl, startMigrated, TEMPLATE } from '../src/testing/postgres.ts';

const IS_RELEASE = 'v[0-9]*';
const NO_TAG = `There is no tag of a release here (v1.0.0 or later), and without it nothing to try: it is left out of a shallow clone, and of one
that was made without tags. Fetch them, with what leads there, and run this again:
  git fetch --tags --unshallow      (in a whole clone: git fetch --tags)`;

/** The person's number, which only their own settings and profile show. */
const CONTROL = {
  sql: 'alter table users drop column phone_number',
  words: ['profile.http'],
  fails: /column .*phone_number.* does not exist/,
};

const isControl = process.argv.includes('--control');
const given = process.argv.slice(2).filter((word) => word !== '--control');

const [release] = git('tag', '--list', IS_RELEASE, '--merged', 'HEAD', '--sort=-v:refname').split(
  '\n',
);
if (release === '') {
  console.error(NO_TAG);
  process.exit(1);
}
const folder = unpack(release);
const server = await startMigrated('');
try {
  process.exitCode = isControl ? await runControl() : run(given).status;
} finally {
  await server.close();
}

async function runControl() {
  const owner = new pg.Client({ connectionString: databaseUrl(server.url, TEMPLATE) });
  await owner.connect();
  await owner.query(CONTROL.sql);
  await owner.end();
  const { status, text } = run(CONTROL.words);
  const isSeen = status !== 0 && CONTROL.fails.test(text);
  console.log(
    isSeen
      ? `As it should be: without that column the tests of ${release} fail.`
      : `The tests of ${release} did not fail for this, and should have: ${CONTROL.sql}`,
  );
  return isSeen ? 0 : 1;
}

function run(words) {
  const files = words.length === 0 ? ['.http.'] : words;
  console.log(`The tests of ${release}, on today's schema: ${files.join(' ')}`);
  const { status, stdout, stderr } = spawnSync('vitest', ['run', '--project=http', ...files], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: Infinity,
    env: {
      ...process.env,
      PATH: `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`,
      POSTGRES_SERVER: server.url,
    },
  });
  console.log(stdout + stderr);
  return { status: status ?? 1, text: stdout + stderr };
}

/** The release as it was committed, in a folder of its own with its own packages; made once. */
function unpack(tag) {
  const commit = git('rev-parse', `${tag}^{commit}`);
  const place = resolve('.cache', `release-${commit.slice(0, 12)}`);
  if (existsSync(place)) return place;
  const unfinished = `${place}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = join(unfinished, 'release.tar');
  git('archive', '--output', archive, commit);
  execFileSync('tar', ['-xf', archive, '-C', unfinished]);
  rmSync(archive);
  if (isSame(join(unfinished, 'package-lock.json'), 'package-lock.json'))
    symlinkSync(resolve('node_modules'), join(unfinished, 'node_modules'));
  else
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: unfinished,
      stdio: 'inherit',
    });
  renameSync(unfinished, place);
  return place;
}

function isSame(a, b) {
  return readFileSync(a, 'utf8') === readFileSync(b, 'utf8');
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
