// The server as a process of the system: made, started, recognised and stopped.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chown,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Whom the server runs as: the spawn options `uid` and `gid`, or none for our own account. */
export type Account = { uid?: number; gid?: number };

/** Where a database lies: the cluster is Postgres' own directory in the home. */
export type Place = { home: string; cluster: string; logFile: string; account: Account };

const run = promisify(execFile);
// A clean environment: messages in English, and none of our secrets in the server.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };
const UNFINISHED = '.new-';
const LOG_BYTES_MAX = 10_000_000;
const STOP_LIMIT_MS = 30_000;
const HALF_WRITTEN_MS = 3_000; // Postgres writes its pid file at once; half of one is a crash's

/** Makes the cluster aside and renames it when it is whole, so a crash on the way leaves none. */
export async function initialiseCluster(
  bin: string,
  place: Place,
  owner: { name: string; password: string },
  durable: boolean,
): Promise<void> {
  await removeUnfinished(place);
  // A new name each time: the initdb of a killed process may still be at work, or cleaning up, in its own.
  const unfinished = await mkdtemp(`${place.cluster}${UNFINISHED}`);
  const passwordFile = `${unfinished}.password`;
  await writeFile(passwordFile, owner.password, { mode: 0o600 });
  await give(unfinished, place.account);
  await give(passwordFile, place.account);
  try {
    await run(
      join(bin, 'initdb'),
      [
        '-D',
        unfinished,
        '-U',
        owner.name,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        ...(await localeOptions(bin, place.account)),
        ...(durable ? [] : ['--no-sync']),
      ],
      { ...place.account, cwd: place.home, env: ENVIRONMENT },
    );
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, place.cluster);
}

/** Postgres' own collation: the same order on every system, whatever locales it has. Before 17 the system's of that name. */
async function localeOptions(bin: string, account: Account): Promise<string[]> {
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/' });
  const version = Number(/\d+/.exec(stdout)![0]);
  return version < 17
    ? ['--locale=C.UTF-8']
    : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
}

/** As far as possible: what an initdb still writes to stays for now, and is never used. */
async function removeUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(`${basename(place.cluster)}${UNFINISHED}`)) continue;
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Starts the server in a session of its own, so that Ctrl+C on its users does not reach it. */
export async function spawnPostgres(
  bin: string,
  place: Place,
  port: number,
  settings: readonly string[],
): Promise<ChildProcess> {
  const log = await open(place.logFile, 'a', 0o600);
  try {
    if ((await log.stat()).size > LOG_BYTES_MAX) await truncate(place.logFile);
    await give(place.logFile, place.account);
    const given = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings];
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', place.cluster, '-p', String(port), ...given.flatMap((setting) => ['-c', setting])],
      {
        ...place.account,
        cwd: place.home,
        env: ENVIRONMENT,
        detached: true,
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

/** What `postmaster.pid` says, living or not. */
export async function readPidFile(
  cluster: string,
): Promise<{ pid: number; port: number } | undefined> {
  const text = await readFile(pidFile(cluster), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return pid > 0 && port > 0 ? { pid, port } : undefined;
}

/**
 * Deletes a `postmaster.pid` whose server is gone. Postgres takes any living process with the old
 * number for its server and refuses to start; it can't tell a zombie or a stranger, nor half a file.
 */
export async function deleteDeadPidFile(cluster: string): Promise<void> {
  const server = await readPidFile(cluster);
  const dead = server
    ? !(await isPostgresOn(server.pid, cluster))
    : (await ageMs(pidFile(cluster))) > HALF_WRITTEN_MS;
  if (dead) await rm(pidFile(cluster), { force: true });
}

async function ageMs(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
}

function pidFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Whether that process lives and is the server of this cluster. A zombie has no arguments left. */
export async function isPostgresOn(pid: number, cluster: string): Promise<boolean> {
  try {
    const commandLine =
      process.platform === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
        : (await run('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
    return commandLine.includes(` -D ${cluster} `);
  } catch {
    return false;
  }
}

/** Stops the server of this cluster, if one runs, and waits until its process is gone. */
export async function stopPostgres(cluster: string): Promise<void> {
  const server = await readPidFile(cluster);
  if (!server || !(await isPostgresOn(server.pid, cluster))) return;
  process.kill(server.pid, 'SIGINT');
  const giveUpAt = Date.now() + STOP_LIMIT_MS;
  while (await isPostgresOn(server.pid, cluster)) {
    if (Date.now() > giveUpAt) throw new Error(`Postgres (pid ${server.pid}) does not stop.`);
    await sleep(10);
  }
}

async function give(path: string, account: Account): Promise<void> {
  if (account.uid === undefined || account.gid === undefined) return;
  await chown(path, account.uid, account.gid);
}
