// Runs a primary and its standby, both on this run's version of Postgres, behind one address that can move from the
// primary to the standby.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { findBinaries } from '../../../src/embedded-postgres/binaries.ts';
import { connect, databaseUrl, ensureDatabase } from '../../../src/embedded-postgres/connection.ts';
import {
  initialiseCluster,
  isPostgresOn,
  type Place,
  readPidFile,
  spawnPostgres,
  stopPostgres,
} from '../../../src/embedded-postgres/postgres-process.ts';
import { openProxy, throughProxy } from './proxy.ts';
import { freePort } from '../../../src/testing/process.ts';

export type Pair = {
  /** The owner's address on the current primary. */
  url: string;
  /** Stops replication, so that the standby receives no more changes. */
  holdBackStream: () => void;
  /** Kills the primary with all its processes, promotes the standby, and moves the address to the standby. */
  failOver: () => Promise<void>;
  close: () => Promise<void>;
};

const NAME = 'pair';
const STANDBY = 'standby';
// Postgres refuses to run as root. A bare user id needs no account, and this one is `nobody`.
const NOBODY = { uid: 65534, gid: 65534 };
const account = process.getuid?.() === 0 ? NOBODY : {};

/**
 * If `synchronous` is set, the primary confirms no commit before the standby has it on disk. `programs` is a folder
 * of Postgres programs to use in place of the embedded ones.
 */
export async function openPair({
  synchronous,
  programs,
}: {
  synchronous: boolean;
  programs: string | undefined;
}): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'felt-and-foil-pair-'));
  await chmod(folder, 0o711);
  const password = randomBytes(16).toString('hex');
  const bin = await findBinaries(account, () => {}, programs);
  const [primary, standby] = [await placeIn(folder, 'primary'), await placeIn(folder, 'standby')];
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const start = async (place: Place, port: number, settings: string[]): Promise<pg.Client> => {
    await spawnPostgres(bin, place, port, ['max_connections=100', ...settings]);
    for (;;) {
      const client = await connect(NAME, port, password).catch(() => null);
      if (client !== null) return client;
      await wait(20);
    }
  };

  // The package lacks the programs that copy a running server, so this copies the files of a stopped server.
  await initialiseCluster(bin, primary, { name: NAME, password }, true);
  await (await start(primary, primaryPort, [])).end();
  await stopPostgres(primary.cluster);
  execFileSync('cp', ['-a', primary.cluster, standby.cluster]);
  const signal = join(standby.cluster, 'standby.signal');
  await writeFile(signal, '');
  await give(signal);

  const onPrimary = await start(primary, primaryPort, [
    'wal_keep_size=512MB',
    ...(synchronous ? [`synchronous_standby_names=${STANDBY}`] : []),
  ]);
  const stream = await openProxy({ host: '127.0.0.1', port: primaryPort });
  const onStandby = await start(standby, standbyPort, [
    `primary_conninfo=host=127.0.0.1 port=${stream.port} user=${NAME} password=${password} application_name=${STANDBY}`,
  ]);
  await untilFollowed(onPrimary, synchronous ? 'sync' : 'async');
  await ensureDatabase(onPrimary, NAME);
  const front = await openProxy({ host: '127.0.0.1', port: primaryPort });

  return {
    url: throughProxy(databaseUrl(NAME, primaryPort, password), front),
    holdBackStream: stream.stall,
    failOver: async () => {
      await killAll(primary);
      await onStandby.query('select pg_promote()');
      front.leadTo({ host: '127.0.0.1', port: standbyPort });
    },
    close: async () => {
      await Promise.all([onPrimary.end().catch(() => {}), onStandby.end()]);
      await front.close();
      await stream.close();
      for (const { cluster } of [standby, primary]) await stopPostgres(cluster);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function placeIn(folder: string, name: string): Promise<Place> {
  const home = join(folder, name);
  await mkdir(home);
  await give(home);
  return { home, cluster: join(home, 'postgres'), logFile: join(home, 'postgres.log'), account };
}

async function give(path: string): Promise<void> {
  if (account === NOBODY) await chown(path, NOBODY.uid, NOBODY.gid);
}

async function untilFollowed(onPrimary: pg.Client, state: 'sync' | 'async'): Promise<void> {
  for (;;) {
    const { rowCount } = await onPrimary.query(
      `select from pg_stat_replication where application_name = $1 and state = 'streaming' and sync_state = $2`,
      [STANDBY, state],
    );
    if (rowCount === 1) return;
    await wait(20);
  }
}

/** Kills the server and all of its child processes together, as if the machine lost its power. */
async function killAll({ cluster }: Place): Promise<void> {
  const { pid } = (await readPidFile(cluster))!;
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === pid)
    .map(([child]) => child!);
  for (const one of [pid, ...children]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The server has exited by itself in the meantime.
    }
  }
  while (await isPostgresOn(pid, cluster)) await wait(5);
}
