// Finds the system's installed Postgres, if there is one.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';

const VERSION_LEAST = 15;

/**
 * Returns the newest installed Postgres: its version, and as `programs` the folder that contains its `bin`. Returns
 * null if none is installed, or only versions that are too old for the shop.
 */
export function findSystemPostgres() {
  // Debian, Red Hat's repository of Postgres, Homebrew, and the folder that `pg_config` prints.
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
