// The Postgres that the system has installed, if any.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERSION_LEAST = 15;

/** The folder that holds the `bin` of the newest one, and its version; null where there is none that the shop runs on. */
export function findSystemPostgres() {
  // Debian, Red Hat's repository of Postgres, Homebrew; and wherever `pg_config` says.
  const folders = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
  ]);
  const { status, stdout } = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  if (status === 0) folders.push(stdout.trim());
  const [newest] = folders
    .filter((bin) => existsSync(join(bin, 'initdb')))
    .map((bin) => ({ programs: dirname(bin), version: versionOf(join(bin, 'postgres')) }))
    .filter(({ version }) => version >= VERSION_LEAST)
    .toSorted((one, other) => other.version - one.version);
  return newest ?? null;
}

export const NO_SYSTEM_POSTGRES = `No Postgres of the system's was tried: none of version ${VERSION_LEAST} or later is installed.`;

function versionOf(program) {
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number(/\d+/.exec(stdout)[0]) : 0;
}
