// Writes a backup while the shop goes on: every table as it is in one moment (docs/product.md §13).
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openClient } from '../pool.ts';
import {
  BackupProblem,
  type End,
  FORMAT,
  type Head,
  NEWLINE,
  type TableHead,
  type TableSum,
  VERSION,
} from './backup-file.ts';
import { copyOutText, findTables, EVERY_ROW } from './tables.ts';

// The rows' own hash finds errors; a higher level would cost more time than it saves space.
const GZIP_LEVEL = 6;
// It holds what sealed packs hold, and other secrets: for the operator's eyes only.
const OWNER_ONLY = 0o600;

export type Written = { tables: number; rows: number };

/**
 * Backs up the database at `url`, signing in as its owner, who reads everything. The
 * file has its name only when it is whole and on the disk; `progress` hears of tables done.
 */
export async function writeBackup(
  url: string,
  file: string,
  takenAt: Date,
  progress: (done: number, total: number) => void,
): Promise<Written> {
  const isFolder = (await stat(file).catch(() => null))?.isDirectory() ?? false;
  if (isFolder) throw new BackupProblem(`${file}: is a folder. Name a file in it.`);
  const client = await openClient(url, 'backup');
  const part = `${file}.part`;
  try {
    await rm(part, { force: true });
    const target = await open(part, 'wx', OWNER_ONLY).catch((error: Error) => {
      throw new BackupProblem(`${file}: can't be written: ${error.message}`, { cause: error });
    });
    const written = await writeTo(client, createWriteStream('', { fd: target, flush: true }), {
      takenAt,
      progress,
    });
    await rename(part, file);
    await flushFolder(dirname(file));
    return written;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function writeTo(
  client: pg.Client,
  target: Writable,
  options: { takenAt: Date; progress: (done: number, total: number) => void },
): Promise<Written> {
  const { takenAt, progress } = options;
  let written: Written = { tables: 0, rows: 0 };

  async function* content(): AsyncGenerator<string | Buffer> {
    await client.query(EVERY_ROW);
    await client.query('begin isolation level repeatable read read only');
    const tables = await findTables(client);
    const migrations = await countMigrations(client);
    yield lineOf({ format: FORMAT, version: VERSION, migrations, takenAt: takenAt.toISOString() });
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
 * A row is a line, for COPY escapes a newline in a value. The stream has no number of its own to take: Postgres says it
 * after the last row, and may not have said it yet when the stream ends.
 */
function countLines(block: Buffer): number {
  let lines = 0;
  for (let at = block.indexOf(NEWLINE); at !== -1; at = block.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

const lineOf = (content: Head | TableHead | TableSum | { end: End }): string =>
  `${JSON.stringify(content)}\n`;

/** Throws BackupProblem where there is no shop, or one in the midst of being migrated: no version could restore that. */
async function countMigrations(client: pg.Client): Promise<number> {
  const { rows: books } = await client.query<{ is_there: boolean; is_begun: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as is_there,
       to_regclass('drizzle.begun') is not null as is_begun`,
  );
  if (!books[0]!.is_there) throw new BackupProblem('There is no shop in this database.');
  if (books[0]!.is_begun && (await client.query('select from drizzle.begun')).rows.length > 0) {
    throw new BackupProblem(
      'A migration has begun here: let it end (npm run shop -- migrate), and back up then.',
    );
  }
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  return rows[0]!.n;
}

async function readSequences(client: pg.Client): Promise<End['sequences']> {
  const { rows } = await client.query<End['sequences'][number]>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  return rows;
}

/** The new name is on the disk as well. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
