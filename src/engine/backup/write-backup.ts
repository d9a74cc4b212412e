// Writes a backup while others write to the database. The backup contains all tables as they were at one moment.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import {
  BackupProblem,
  type BackupSubject,
  type End,
  type Head,
  NEWLINE,
  type TableHead,
  type TableSum,
  VERSION,
} from './backup-file.ts';
import { copyOutText, findTables, EVERY_ROW } from './tables.ts';

// The compression level. A higher level would take much more time and save little space. The compression need not
// detect damage, because the rows have a hash of their own.
const GZIP_LEVEL = 6;
// The file contains every secret of the database, so only its owner may read it.
const OWNER_ONLY = 0o600;

export type Written = { tables: number; rows: number };

export type Writing = {
  takenAt: Date;
  /** Returns the number of migrations in the database. Throws if a backup of the database would be useless. */
  countMigrations: (client: pg.Client) => Promise<number>;
  /** Called after each table. */
  progress: (done: number, total: number) => void;
};

/**
 * Backs up a database. `client` must be allowed to read all its tables. The file gets its final name only after it is
 * complete and on the disk. Throws BackupProblem.
 */
export async function writeBackup(
  client: pg.Client,
  file: string,
  subject: BackupSubject,
  writing: Writing,
): Promise<Written> {
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() ?? false;
  if (isFolder) throw new BackupProblem(`${file}: is a folder. Name a file in it.`);
  const part = `${file}.part`;
  try {
    await rm(part, { force: true });
    const target = await open(part, 'wx', OWNER_ONLY).catch((error: Error) => {
      throw new BackupProblem(`${file}: can't be written: ${error.message}`, { cause: error });
    });
    const stream = createWriteStream('', { fd: target, flush: true });
    const written = await writeTo(client, stream, subject, writing);
    await rename(part, file);
    await flushFolder(dirname(file));
    return written;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function writeTo(
  client: pg.Client,
  target: Writable,
  { format, schemas }: BackupSubject,
  { takenAt, countMigrations, progress }: Writing,
): Promise<Written> {
  let written: Written = { tables: 0, rows: 0 };

  async function* content(): AsyncGenerator<string | Buffer> {
    await client.query(EVERY_ROW);
    await client.query('begin isolation level repeatable read read only');
    const tables = await findTables(client, schemas);
    const migrations = await countMigrations(client);
    yield lineOf({ format, version: VERSION, migrations, takenAt: takenAt.toISOString() });
    for (const table of tables) {
      yield lineOf({ table: table.name, columns: table.columns });
      const hash = createHash('sha256');
      let rows = 0;
      for await (const block of client.query(copyTo(copyOutText(table))) as AsyncIterable<Buffer>) {
        hash.update(block);
        rows += countLines(block);
        yield block;
      }
      yield '\\.\n';
      yield lineOf({ rows, sha256: hash.digest('hex') });
      written = { tables: written.tables + 1, rows: written.rows + rows };
      progress(written.tables, tables.length);
    }
    yield lineOf({ end: { tables: tables.length, sequences: await readSequences(client) } });
    await client.query('commit');
  }

  await pipeline(content, createGzip({ level: GZIP_LEVEL }), target);
  return written;
}

/**
 * Counts lines, one for each row, because COPY escapes newlines in values. The stream's own count can't be used,
 * because Postgres may send it after the stream ends.
 */
function countLines(block: Buffer): number {
  let lines = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const lineOf = (content: Head | TableHead | TableSum | { end: End }): string =>
  `${JSON.stringify(content)}\n`;

async function readSequences(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query<End['sequences'][number]>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

/** Makes sure that the new name of the file in this folder is also on the disk. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
