// A Postgres for one test run: fresh, fast, and gone afterwards.
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { look } from './find-or-start.ts';
import { type EmbeddedPostgres, holdServer, stopUnused } from './hold-server.ts';
import { findPlace } from './place.ts';

const NAME = 'throwaway';
const PREFIX = 'throwaway-postgres-';
const ABANDONED_AFTER_MS = 3_600_000; // long after the youngest may have been still on its way up
// What a crash of the machine would lose does not matter to a test run.
const CARELESS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

const MEMORY = '/dev/shm';
/** Many times what the databases of a test run need. */
const MEMORY_BYTES_LEAST = 4e9;

/** Where a cluster is made for a short time: a thousand files that come and go cost less in memory, where there is room. */
export async function quickFolder(): Promise<string> {
  const free = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > MEMORY_BYTES_LEAST ? MEMORY : tmpdir();
}

/**
 * With `durable` it writes as carefully as one that is kept: for tests of crashes and races. `folder`: where its data lie
 * meanwhile. `programs`: a package of another Postgres than our own, or the folder of
 * the system's.
 */
export async function startThrowawayPostgres(
  options: { durable?: boolean; settings?: string[]; folder?: string; programs?: string } = {},
): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? false;
  const folder = options.folder ?? tmpdir();
  await removeAbandoned(folder);
  const dataDir = await mkdtemp(join(folder, PREFIX));
  await chmod(dataDir, 0o711); // the server's account passes through
  const postgres = await holdServer({
    dataDir,
    name: NAME,
    log: () => {},
    settings: ['max_connections=300', ...(durable ? [] : CARELESS), ...(options.settings ?? [])],
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

/** What test runs left behind that were killed. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(folder, name);
    try {
      if (Date.now() - (await stat(dataDir)).mtimeMs < ABANDONED_AFTER_MS) continue;
      const stopped = await stopUnused(dataDir, NAME, () => {});
      if (stopped || (await look(dataDir, NAME)).state === 'gone') await remove(dataDir);
    } catch {
      // Another account's, or half made: not ours to clean.
    }
  }
}

async function remove(dataDir: string): Promise<void> {
  const place = await findPlace(dataDir);
  if (place) await rm(place.home, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}
