// Finds the running server of a data directory, or starts one.
import { randomBytes, randomInt } from 'node:crypto';
import { link, mkdir, open, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBinaries } from './binaries.ts';
import { connect } from './connection.ts';
import { choosePlace, findPlace } from './place.ts';
import {
  deleteDeadPidFile,
  initialiseCluster,
  isPostgresOn,
  type Place,
  readPidFile,
  spawnPostgres,
} from './postgres-process.ts';
import { withStartLock } from './start-lock.ts';

/** The wanted server. `settings`: Postgres parameters. `durable`: false for tests. */
export type Wanted = {
  dataDir: string;
  /** Name of both the server's role and its database. It must be one word in lower case. */
  name: string;
  log: (line: string) => void;
  settings: readonly string[];
  durable: boolean;
  /** A package with other Postgres programs. If omitted, ours are used. */
  programs?: string;
};

export type Living = { state: 'living'; port: number; password: string; place: Place };
/**
 * What a search for the server found. `busy`: the process exists but does not answer, because it is starting,
 * recovering or stopping.
 */
type Sight = Living | { state: 'busy'; pid: number } | { state: 'gone' };

const RETRY_START_MS = 10_000; // after a server is killed, its back-ends must end before a new one can start
const START_LIMIT_MS = 120_000; // a server may need long to recover after a crash
// Systems give outgoing connections ports above this range, so no outgoing connection takes our port while the server
// is down.
const PORT_MIN = 20_000;
const PORT_END = 32_768;

/** Finds the running server or starts it. `fixedPort`: the only port on which the server may be started. */
export async function findOrStart(wanted: Wanted, fixedPort?: number): Promise<Living> {
  await mkdir(wanted.dataDir, { recursive: true });
  const dataDir = await realpath(wanted.dataDir);
  const askedAt = Date.now();
  let refusal: { reason: string; since: number } | undefined;
  for (;;) {
    const sight = await look(dataDir, wanted.name);
    if (sight.state === 'living') return sight;
    if (sight.state === 'gone') {
      await withStartLock(join(dataDir, 'postgres-is-starting'), async () => {
        if ((await look(dataDir, wanted.name)).state !== 'gone') return;
        const reason = await start({ ...wanted, dataDir }, fixedPort);
        refusal =
          reason === undefined ? undefined : { reason, since: refusal?.since ?? Date.now() };
      });
    }
    if (refusal && Date.now() - refusal.since > RETRY_START_MS) throw new Error(refusal.reason);
    if (Date.now() - askedAt > START_LIMIT_MS) {
      throw new Error(`The embedded Postgres in ${dataDir} does not answer.`);
    }
    await sleep(20);
  }
}

/**
 * Looks for the server. `living` means that the server accepts our password and serves exactly this directory. A
 * process id or a port would not prove that, because a zombie or another program may have the id, and another server
 * may have the port.
 */
export async function look(dataDir: string, name: string): Promise<Sight> {
  const place = await findPlace(dataDir);
  const server = place && (await readPidFile(place.cluster));
  if (!server) return { state: 'gone' };
  const password = await readPassword(dataDir);
  const outcome = await ask(name, server.port, password, place.cluster);
  if (outcome === 'yes') return { state: 'living', port: server.port, password, place };
  if (!(await isPostgresOn(server.pid, place.cluster))) return { state: 'gone' };
  if (outcome === 'wrong password') {
    throw new Error(`The password in ${passwordFile(dataDir)} does not open ${place.cluster}.`);
  }
  return { state: 'busy', pid: server.pid };
}

async function ask(
  name: string,
  port: number,
  password: string,
  cluster: string,
): Promise<'yes' | 'wrong password' | 'no'> {
  try {
    const client = await connect(name, port, password);
    try {
      const reply = await client.query<{ at: string }>(
        `select current_setting('data_directory') as at`,
      );
      return reply.rows[0]?.at === cluster ? 'yes' : 'no';
    } finally {
      await client.end();
    }
  } catch (error) {
    return (error as { code?: string }).code === '28P01' ? 'wrong password' : 'no';
  }
}

/**
 * Tries once to start the server, under the start lock. Returns undefined if the server answers, otherwise Postgres'
 * reason for not starting.
 */
async function start(wanted: Wanted, fixedPort?: number): Promise<string | undefined> {
  const { dataDir, log } = wanted;
  const place = (await findPlace(dataDir)) ?? (await choosePlace(dataDir, log));
  const bin = await findBinaries(place.account, log, wanted.programs);
  if (await stat(place.cluster).catch(() => undefined)) {
    await readPassword(dataDir);
  } else {
    const owner = { name: wanted.name, password: await makePassword(dataDir) };
    await initialiseCluster(bin, place, owner, wanted.durable);
  }
  await deleteDeadPidFile(place.cluster);

  const port = fixedPort ?? (await choosePort(dataDir));
  await writeFile(portFile(dataDir), `${port}\n`);
  const logEnd = await fileSize(place.logFile);
  const child = await spawnPostgres(bin, place, port, wanted.settings);
  let exited = false;
  child.once('exit', () => (exited = true));
  child.once('error', () => (exited = true));
  const giveUpAt = Date.now() + START_LIMIT_MS;
  while (!exited && Date.now() < giveUpAt) {
    if ((await look(dataDir, wanted.name)).state === 'living') {
      log(`Postgres started on port ${port}, its data is in ${place.cluster}.`);
      return undefined;
    }
    await sleep(20);
  }
  return `Postgres did not start: ${await lastComplaint(place.logFile, logEnd)}`;
}

/**
 * Chooses the last used port if it is free, because another process's pool may still use that port. Otherwise chooses a
 * random free port.
 */
async function choosePort(dataDir: string): Promise<number> {
  const last = Number(await readFile(portFile(dataDir), 'utf8').catch(() => ''));
  let port = last > 0 ? last : randomInt(PORT_MIN, PORT_END);
  while (!(await isFree(port))) port = randomInt(PORT_MIN, PORT_END);
  return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

async function readPassword(dataDir: string): Promise<string> {
  const path = passwordFile(dataDir);
  const password = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${path}, the password of the database, can't be read (${error.code}).`);
  });
  return password.trim();
}

/**
 * Makes the password file if it is missing. The file is written under another name and then linked, so that it never
 * exists incomplete.
 */
async function makePassword(dataDir: string): Promise<string> {
  const path = passwordFile(dataDir);
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, randomBytes(24).toString('hex'), { mode: 0o600, flush: true });
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(unfinished);
  return readPassword(dataDir);
}

function passwordFile(dataDir: string): string {
  return join(dataDir, 'postgres-password');
}

function portFile(dataDir: string): string {
  return join(dataDir, 'postgres-port');
}

async function fileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

/** The last FATAL line that Postgres logged since byte `since` of its log file, and the file's path. */
async function lastComplaint(logFile: string, since: number): Promise<string> {
  const file = await open(logFile);
  try {
    const { size } = await file.stat();
    const start = Math.min(since, size);
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    );
    const lines = buffer.toString('utf8', 0, bytesRead).trim().split('\n');
    const fatal = lines.findLast((line) => line.includes('FATAL')) ?? lines.at(-1) ?? '';
    return `${fatal} (see ${logFile})`;
  } finally {
    await file.close();
  }
}
