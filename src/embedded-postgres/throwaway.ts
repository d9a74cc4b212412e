// Starts a Postgres for one test run. It is new and fast, and is deleted afterwards.
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look } from './find-or-start.ts';
import { type EmbeddedPostgres, holdServer, stopUnused } from './hold-server.ts';
import { findPlace } from './place.ts';

const NAME = 'throwaway';
const PREFIX = 'throwaway-postgres-';
const ABANDONED_AFTER_MS = 3_600_000; // a younger folder may belong to a server that is still starting up
// Test runs need no protection against a crash of the machine.
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const MEMORY = '/dev/shm';
/** The folder is in memory only if this much is free, which is many times the size of a test run's databases. */
const MEMORY_BYTES_LEAST = 4e9;

/**
 * Returns a folder for short-lived clusters. The folder is in memory if there is room, because creating and deleting a
 * cluster touches a thousand files.
 */
export async function quickFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > MEMORY_BYTES_LEAST ? MEMORY : tmpdir();
}

/**
 * Starts a Postgres for tests. `durable`: writes as safely as a permanent server, for tests of crashes and races.
 * `folder`: the folder for its data. `programs`: Postgres programs other than ours (`findBinaries`). `asItComes`: keeps
 * Postgres' default settings.
 */
export async function startThrowawayPostgres(
  options: {
    durable?: boolean;
    settings?: string[];
    folder?: string;
    programs?: string;
    asItComes?: boolean;
  } = {},
): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? false;
  const folder = options.folder ?? tmpdir();
  await removeAbandoned(folder);
  const dataDir = await mkdtemp(join(folder, PREFIX));
  await chmod(dataDir, 0o711); // lets the server's account enter the folder
  const postgres = await holdServer({
    dataDir,
    name: NAME,
    log: () => {},
    settings: [
      ...(options.asItComes ? [] : ['max_connections=300']),
      ...(durable ? [] : CARELESS),
      ...(options.settings ?? []),
    ],
    durable,
    ...(options.programs !== undefined && { programs: options.programs }),
  });
  return {
    url: postgres.url,
    close: async () => {
      await postgres.close();
      await remove(dataDir);
    },
  };
}

/** Removes the folders of killed test runs. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(folder, name);
    try {
      if (Date.now() - (await stat(dataDir)).mtimeMs < ABANDONED_AFTER_MS) continue;
      const stopped = await stopUnused(dataDir, NAME, () => {});
      if (stopped || (await look(dataDir, NAME)).state === 'gone') await remove(dataDir);
    } catch {
      // The folder stays if it belongs to another account or is incomplete.
    }
  }
}

async function remove(dataDir: string): Promise<void> {
  const place = await findPlace(dataDir);
  if (place) await rm(place.home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
