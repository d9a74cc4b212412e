// Brings a backup into a database that nobody uses yet: all of it, or nothing (docs/product.md §13).
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { MIGRATION_COUNT } from '../migrate.ts';
import { openClient } from '../pool.ts';
import { BackupProblem, type Contents, readBackup, type TableReader } from './backup-file.ts';
import {
  copyInText,
  copyOutText,
  findTables,
  EVERY_ROW,
  quotedTable,
  type Table,
} from './tables.ts';

/** Reads a whole file before any database is touched. Throws BackupProblem, also for another version. */
export async function checkBackup(file: string): Promise<Contents> {
  const contents = await readBackup(file, async (_table, blocks) => {
    for await (const _block of blocks);
  });
  const { migrations } = contents.head;
  if (migrations !== MIGRATION_COUNT) {
    throw new BackupProblem(
      `${file}: is of a shop with ${migrations} migrations, this one has ${MIGRATION_COUNT}. ` +
        'Restore it with the version that wrote it, then start this one on it.',
    );
  }
  return contents;
}

/** Throws BackupProblem when somebody has an account at the database at `url`. */
export async function refuseUsed(url: string): Promise<void> {
  await signedIn(url, async (client) => {
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
    'The database has users already, and a restore overwrites nobody. Name an empty one: ' +
      '--into postgres://..., or another DATA_DIR (a demo shop has users: restore before its ' +
      'first start, or with DEMO=off).',
  );
}

/**
 * Loads a checked file into the migrated database at `url`, signing in as its owner, and compares
 * every table with the file. `progress` hears of tables done.
 */
export async function restoreBackup(
  url: string,
  file: string,
  { sums, end }: Contents,
  progress: (done: number, total: number) => void,
): Promise<void> {
  await signedIn(url, async (client) => {
    await client.query(EVERY_ROW);
    await client.query('begin');
    const tables = await findTables(client);
    refuseOtherTables(file, tables, [...sums.keys()]);
    const all = tables.map(({ name }) => quotedTable(name));
    // The promises were kept when the rows were written; their triggers would write some again.
    for (const table of all) await client.query(`alter table ${table} disable trigger user`);
    await refuseUsers(client);
    // A fresh database holds the rows that its migrations made; those of the backup take their place.
    await client.query(`truncate ${all.join(', ')}`);
    let done = 0;
    const load: TableReader = async ({ table, columns }, blocks) => {
      await pipeline(Readable.from(blocks), client.query(copyFrom(copyInText(table, columns))));
      progress((done += 1), tables.length);
    };
    await readBackup(file, load);
    for (const { name, lastValue } of end.sequences) {
      await client.query('select setval(to_regclass($1), $2::bigint)', [
        `public.${name}`,
        lastValue,
      ]);
    }
    // Not the number of rows, which a backup of before said too low where it was read too early; the hash is of all of them.
    for (const table of tables) {
      if ((await hashOf(client, table)) !== sums.get(table.name)!.sha256) {
        throw differs(file, table.name);
      }
    }
    for (const table of all) await client.query(`alter table ${table} enable trigger user`);
    await client.query('commit');
    await client.query('analyze');
  });
}

function refuseOtherTables(file: string, here: Table[], inFile: string[]): void {
  const names = new Set(here.map((table) => table.name));
  const missing = inFile.filter((name) => !names.has(name));
  const lacking = [...names].filter((name) => !inFile.includes(name));
  if (missing.length + lacking.length === 0) return;
  const others = [...missing, ...lacking].join(', ');
  throw new BackupProblem(`${file}: has other tables than the database (${others}).`);
}

const differs = (file: string, table: string): BackupProblem =>
  new BackupProblem(
    `${file}: table ${table} came out of the database other than it went in. Nothing was changed.`,
  );

async function hashOf(client: pg.Client, table: Table): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of client.query(copyTo(copyOutText(table)))) hash.update(block as Buffer);
  return hash.digest('hex');
}

/** On a connection of its own; whatever is not committed is gone with it. */
async function signedIn(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await openClient(url, 'restore');
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
