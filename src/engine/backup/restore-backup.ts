// Restores a backup into a database that nobody uses yet. Either everything is restored or nothing.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import {
  BackupProblem,
  type BackupSubject,
  type Contents,
  readBackup,
  type TableReader,
} from './backup-file.ts';
import {
  copyInText,
  copyOutText,
  findTables,
  EVERY_ROW,
  quotedTable,
  type Table,
} from './tables.ts';

/**
 * Reads and checks a whole file before any database is touched. Throws BackupProblem if the file is broken, or if it
 * comes from a version that has another number of migrations than `migrations`.
 */
export async function checkBackup(
  file: string,
  subject: BackupSubject,
  migrations: number,
): Promise<Contents> {
  const contents = await readBackup(file, subject, async (_table, blocks) => {
    for await (const _block of blocks);
  });
  if (contents.head.migrations !== migrations) {
    throw new BackupProblem(
      `${file}: is of a ${subject.noun} with ${contents.head.migrations} migrations, this one has ${migrations}. ` +
        'Restore it with the version that wrote it, then start this one on it.',
    );
  }
  return contents;
}

export type Restoring = {
  /** Throws if the database is in use. */
  refuseUsed: (client: pg.Client) => Promise<void>;
  /** Called after each table. */
  progress: (done: number, total: number) => void;
};

/**
 * Loads a checked file into a migrated database, and compares every table with the file. `client` must sign in as the
 * database's owner. If this throws, the database is unchanged after the connection ends.
 */
export async function restoreBackup(
  client: pg.Client,
  file: string,
  subject: BackupSubject,
  { contents: { sums, end }, refuseUsed, progress }: Restoring & { contents: Contents },
): Promise<void> {
  await client.query(EVERY_ROW);
  await client.query('begin');
  const tables = await findTables(client, subject.schemas);
  refuseOtherTables(file, tables, [...sums.keys()]);
  const all = tables.map(({ name }) => quotedTable(name));
  // The triggers checked the invariants when the rows were first written. If they ran again now, some would write extra
  // rows.
  for (const table of all) await client.query(`alter table ${table} disable trigger user`);
  await refuseUsed(client);
  // Deletes rows that migrations made in the fresh database. The backup contains its own version of these rows.
  await client.query(`truncate ${all.join(', ')}`);
  let done = 0;
  const load: TableReader = async ({ table, columns }, blocks) => {
    await pipeline(Readable.from(blocks), client.query(copyFrom(copyInText(table, columns))));
    progress((done += 1), tables.length);
  };
  await readBackup(file, subject, load);
  for (const { name, lastValue } of end.sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint)', [`public.${name}`, lastValue]);
  }
  // Compares hashes of all rows. Row counts are not compared, because older backups may record too
  // few.
  for (const table of tables) {
    if ((await hashOf(client, table)) !== sums.get(table.name)!.sha256) {
      throw differs(file, table.name);
    }
  }
  for (const table of all) await client.query(`alter table ${table} enable trigger user`);
  await client.query('commit');
  await client.query('analyze');
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
