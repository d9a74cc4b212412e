// Creates, starts, recognizes and stops the server as a process of the system.
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

/**
 * The account that runs the server, as the spawn options `uid` and `gid`. Without these options it is our own account.
 */
export type Account = { uid?: number; gid?: number };

/** Where a database is stored. `cluster`: the directory inside `home` that Postgres itself manages. */
export type Place = { home: string; cluster: string; logFile: string; account: Account };

const run = promisify(execFile);
// A clean environment, so that messages are in English and none of our secrets reach the server.
const ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC' };
const UNFINISHED = '.new-';
const LOG_BYTES_MAX = 10_000_000;
const STOP_LIMIT_MS = 30_000;
const HALF_WRITTEN_MS = 3_000; // Postgres writes its pid file at once, so a crash left any older incomplete file

/** Makes the cluster under another name and renames it when complete, so that a crash never leaves half a cluster. */
export async function initialiseCluster(
  bin: string,
  place: Place,
  owner: { name: string; password: string },
  durable: boolean,
): Promise<void> {
  await removeUnfinished(place);
  // The name is new each time, because the initdb of a killed process may still use its own directory.
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

/**
 * Options for initdb that choose Postgres' own collation C.UTF-8, which sorts the same on every system. Before Postgres
 * 17 there is only the system's collation of the same name.
 */
async function localeOptions(bin: string, account: Account): Promise<string[]> {
  const { stdout } = await run(join(bin, 'postgres'), ['--version'], { ...account, cwd: '/' });
  const version = Number(/\d+/.exec(stdout)![0]);
  return version < 17
    ? ['--locale=C.UTF-8']
    : ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
}

/**
 * Removes unfinished clusters as far as possible. A cluster to which an initdb still writes may stay, but is never
 * used.
 */
async function removeUnfinished(place: Place): Promise<void> {
  for (const name of await readdir(place.home)) {
    if (!name.startsWith(`${basename(place.cluster)}${UNFINISHED}`)) continue;
    await rm(join(place.home, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Starts the server in its own session, so that Ctrl+C on its users does not stop it. */
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

/** The content of `postmaster.pid`, whether or not its server still runs. */
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
 * Deletes a `postmaster.pid` whose server is gone. Otherwise Postgres would refuse to start if the file is incomplete,
 * or if any process now has the recorded id, even a zombie or another program.
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

/**
 * Whether process `pid` is running and is the server of this cluster. A zombie is recognized by its missing arguments.
 */
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

/** Stops the server of this cluster, if there is one, and waits until its process is gone. */
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
