// Decides where the database of a data directory is stored, and which account runs its server.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SHARED_HOME } from './binaries.ts';
import { type Account, type Place, stopPostgres } from './postgres-process.ts';

// The account `nobody`, because Postgres refuses to run as root. A number needs no entry in the system's list of
// accounts.
const NOBODY = { uid: 65534, gid: 65534 };

/** Returns the place that was chosen at an earlier start, or undefined if no place was chosen yet. */
export async function findPlace(dataDir: string): Promise<Place | undefined> {
  if (!isRoot()) return place(dataDir, {});
  const elsewhere = await readFile(join(dataDir, 'postgres-is-at'), 'utf8').catch(() => undefined);
  if (elsewhere !== undefined) return place(elsewhere.trim(), NOBODY);
  // If root starts another account's database, the server runs as that account.
  const owner = await stat(join(dataDir, 'postgres')).catch(() => undefined);
  return owner && place(dataDir, { uid: owner.uid, gid: owner.gid });
}

/** Chooses the place at the very first start. Call this under the start lock. */
export async function choosePlace(dataDir: string, log: (line: string) => void): Promise<Place> {
  if (await canEnter(dataDir)) return place(dataDir, NOBODY);

  const home = join(SHARED_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await setAside(home, log);
  await writeFile(join(dataDir, 'postgres-is-at'), `${home}\n`);
  await mkdir(home, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
  await chmod(home, 0o711);
  log(`The database is kept in ${home}, because uid ${NOBODY.uid} can't enter ${dataDir}.`);
  return place(home, NOBODY);
}

function place(home: string, account: Account): Place {
  return {
    home,
    cluster: join(home, 'postgres'),
    logFile: join(home, 'postgres.log'),
    account,
  };
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Whether the server's account can enter a directory. This is tried out, because modes, groups and access lists all
 * matter.
 */
async function canEnter(directory: string): Promise<boolean> {
  try {
    await promisify(execFile)('/bin/sh', ['-c', 'cd -- "$1"', 'sh', directory], {
      ...NOBODY,
      cwd: '/',
    });
    return true;
  } catch {
    return false;
  }
}

/**
 * Renames the cluster of a deleted data directory. Its password was deleted with the directory, so nobody can use the
 * cluster, but its data is kept.
 */
async function setAside(home: string, log: (line: string) => void): Promise<void> {
  if (!(await stat(home).catch(() => undefined))) return;
  await stopPostgres(join(home, 'postgres'));
  const aside = `${home}.left-${Date.now()}`;
  await rename(home, aside);
  log(`The database of an earlier, deleted data directory was set aside as ${aside}.`);
}
