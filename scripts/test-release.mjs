// Runs the HTTP tests of the last release, as it was committed, on a database made by today's migrations. The release's
// processes work on such a database while the next version replaces them. `--control` drops a column that the release
// reads, and passes only if the release's tests fail because of that. Other words select files.
import { spawnSync } from 'node:child_process';
import { copyFileSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';
import { databaseUrl, startMigrated, TEMPLATE } from '../src/testing/postgres.ts';
import { RELEASES, unpackRelease } from './unpack-release.ts';

const CONFIG = 'release.vitest.config.mjs';

/** The column that `--control` drops: the user's phone number, which only the user's own settings and profile show. */
const CONTROL = {
  sql: 'alter table users drop column phone_number',
  words: ['profile.http'],
  fails: /column .*phone_number.* does not exist/,
};

/** Tests of a release that can't pass on a later schema. Each comment says why this harms no process of the release. */
const APART_IN_EACH = [
  // The test is about a command, and operators run the commands of the new version. A backup must be restored by the
  // version that wrote it.
  'brings its mark along in a backup',
  // The test removes the newest migration of its release, but the newest migration in this database is one of
  // today's.
  'it asks for none as long as the database lacks what it needs',
];
const APART = {
  'v1.1.0': APART_IN_EACH,
  'v1.0.0': [
    ...APART_IN_EACH,
    // The test is about an operator's command. Since migration 0103 only the database's owner may run it, so that a
    // stolen login of the shop can't begin another log.
    'and is behind it is refused, until another log is begun, which says why',
    // These tests are about statistics of fewer than twenty sealed packs. Such statistics promised cards that were
    // gone, so since migration 0124 the database stores none (choice 760).
    'stays as it was counted last, with its day, once fewer than twenty are sealed',
    'below twenty they stay as they were, with their day',
    'the facts are true of any stock, whatever came in and left',
    'the facts are true of any drop, whatever is bought, withdrawn, taken back and added',
  ],
};

const isControl = process.argv.includes('--control');
const given = process.argv.slice(2).filter((word) => word !== '--control');

const release = findRelease();
const folder = unpack(release.commit);
refuseFunctionsAlone();
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
      ? `As it should be: without that column the tests of ${release.name} fail.`
      : `The tests of ${release.name} did not fail for this, and should have: ${CONTROL.sql}`,
  );
  return isSeen ? 0 : 1;
}

function run(words) {
  const files = words.length === 0 ? ['.http.'] : words;
  console.log(
    `The tests of ${release.name} (${release.commit.slice(0, 8)}), on today's schema: ${files.join(' ')}`,
  );
  const apart = (APART[release.name] ?? []).map((name) => RegExp.escape(name)).join('|');
  const others = apart === '' ? [] : ['-t', `^(?!.*(?:${apart})$)`];
  const vitest = ['run', `--config=${CONFIG}`, '--project=http', ...others, ...files];
  const { status, stdout, stderr } = spawnSync('vitest', vitest, {
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

/** The newest release. The file contains its commit, so the clone needs no tag. */
function findRelease() {
  const [name, commit] = Object.entries(RELEASES).at(-1);
  if (asked('cat-file', '-e', `${commit}^{commit}`) === null)
    refuse(
      `The commit of ${name}, ${commit}, is not in this clone, and without it there is nothing to try. Fetch what leads there, and run this again:\n` +
        '  git fetch --unshallow',
    );
  const tagged = asked('rev-parse', '--verify', '--quiet', `refs/tags/${name}^{commit}`);
  if (tagged !== null && tagged !== commit)
    refuse(`${name} is tagged as ${tagged}, and scripts/releases.json has it as ${commit}.`);
  return { name, commit };
}

/**
 * Refuses changed functions if there is no new migration. An old process must leave the functions of a newer version
 * alone, and recognises them by the number of migrations (choice 806).
 */
function refuseFunctionsAlone() {
  const textOf = (root) =>
    globSync('src/server/*/sql/*.sql', { cwd: root })
      .toSorted()
      .map((file) => `${file}\n${readFileSync(join(root, file), 'utf8')}`)
      .join('');
  // The migrations of releases up to 1.1.0 are in `database`.
  const lastOf = (root) =>
    globSync('src/server/{,database/}migrations/*.sql', { cwd: root })
      .map((file) => basename(file))
      .toSorted()
      .at(-1);
  if (textOf(folder) !== textOf('.') && lastOf(folder) === lastOf('.'))
    refuse(
      `Functions of the database changed since ${release.name}: that takes a migration, be it a comment.`,
    );
}

/** The output of git. Null if git fails. */
function asked(...args) {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function refuse(why) {
  console.error(why);
  process.exit(1);
}

/** Unpacks the release. The release uses its own settings, except for the database, which today's migrations made. */
function unpack(commit) {
  const place = unpackRelease(commit);
  for (const file of [CONFIG, 'release-database.mjs'])
    copyFileSync(join(import.meta.dirname, file), join(place, file));
  return place;
}
