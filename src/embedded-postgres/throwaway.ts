// A Postgres for one test run: fresh, fast, and gone afterwards.
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
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

/** With `durable` it writes as carefully as one that is kept: for tests of crashes and races. */
export async function startThrowawayPostgres(
  options: { durable?: boolean; settings?: string[] } = {},
): Promise<EmbeddedPostgres> {
  const durable = options.durable ?? false;
  await removeAbandoned();
  const dataDir = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(dataDir, 0o711); // the server's account passes through
  const postgres = await holdServer({
    dataDir,
    name: NAME,
    log: () => {},
    settings: ['max_connections=300', ...(durable ? [] : CARELESS), ...(options.settings ?? [])],
    durable,
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
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(tmpdir(), name);
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
