// Backups of the shop (docs/product.md §13). `engine/backup` writes and reads them.
import type pg from 'pg';
import { BackupProblem, type BackupSubject, type Contents } from '#engine/backup/backup-file.ts';
import { checkBackup, restoreBackup } from '#engine/backup/restore-backup.ts';
import { writeBackup, type Written } from '#engine/backup/write-backup.ts';
import { countMigrations, MIGRATION_COUNT } from './migrate.ts';
import { openClient } from './pool.ts';

type Progress = (done: number, total: number) => void;

/**
 * The tables in a backup: all of `public`, and all of `sandbox`, because refunds of test card
 * payments need the sandbox. The job queue is left out, because the shop creates its jobs again
 * from the tables (choice 86).
 */
export const SHOP: BackupSubject = {
  format: 'felt-and-foil backup',
  noun: 'shop',
  schemas: ['public', 'sandbox'],
};

/**
 * Backs up the shop at `url`. Signs in as the owner, because only the owner may read everything.
 * Throws BackupProblem.
 */
export async function backUpShop(
  url: string,
  file: string,
  takenAt: Date,
  progress: Progress,
): Promise<Written> {
  return signedIn(url, 'backup', (client) =>
    writeBackup(client, file, SHOP, { takenAt, countMigrations: countFinished, progress }),
  );
}

/**
 * Reads and checks a whole backup file before any database is touched. Throws BackupProblem, even
 * if the backup is only of another version.
 */
export async function checkShopBackup(file: string): Promise<Contents> {
  return checkBackup(file, SHOP, MIGRATION_COUNT);
}

/**
 * Loads a checked file into the migrated database at `url`, either completely or not at all. Signs
 * in as the owner. Throws BackupProblem.
 */
export async function restoreShop(
  url: string,
  file: string,
  contents: Contents,
  progress: Progress,
): Promise<void> {
  await signedIn(url, 'restore', (client) =>
    restoreBackup(client, file, SHOP, { contents, refuseUsed: refuseUsers, progress }),
  );
}

/** Throws BackupProblem if the database at `url` has any account. */
export async function refuseUsed(url: string): Promise<void> {
  await signedIn(url, 'restore', async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('public.users') is not null as there`,
    );
    if (rows[0]!.there) await refuseUsers(client);
  });
}

async function refuseUsers(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from users limit 1');
  if (rowCount === 0) return;
  throw new BackupProblem(
    'The database already has users, and a restore overwrites nothing. Name an empty one: ' +
      '--into postgres://..., or another DATA_DIR (a demo shop has users: restore before its ' +
      'first start, or with DEMO=off).',
  );
}

/**
 * Counts the finished migrations. Throws BackupProblem if there is no shop. Also throws
 * BackupProblem if a migration is unfinished, because no version could restore a backup of that
 * state.
 */
async function countFinished(client: pg.Client): Promise<number> {
  const { rows: books } = await client.query<{ is_there: boolean; is_begun: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there,
       to_regclass('drizzle.begun') is not null as is_begun`,
  );
  if (!books[0]!.is_there) throw new BackupProblem('There is no shop in this database.');
  if (books[0]!.is_begun && (await client.query('select from drizzle.begun')).rows.length > 0) {
    throw new BackupProblem(
      'A migration is unfinished here. Finish it (npm run shop -- migrate), then back up.',
    );
  }
  return countMigrations(client);
}

/**
 * Runs `work` on a separate connection. The connection is closed afterwards, which rolls back
 * uncommitted work.
 */
async function signedIn<Result>(
  url: string,
  use: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(url, use);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
