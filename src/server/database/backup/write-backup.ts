// Writes a backup while the shop goes on: every table as it is in one moment (docs/product.md §13).
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import {
  type End,
  FORMAT,
  type Head,
  type TableHead,
  type TableSum,
  VERSION,
} from './backup-file.ts';
import { copyOut } from './copy.ts';
import { copyOutText, findTables, PLAIN_SETTINGS } from './tables.ts';

// The rows' own hash finds errors; a higher level would cost more time than it saves space.
const GZIP_LEVEL = 6;
// It holds sealed cards and secrets: for the operator's eyes only.
const OWNER_ONLY = 0o600;

export type Written = { tables: number; rows: number };

/**
 * Backs up the database at `url`, signing in as its owner, whom row security hides nothing from. The
 * file has its name only when it is whole and on the disk; `progress` hears of tables done.
 */
export async function writeBackup(
  url: string,
  file: string,
  takenAt: Date,
  progress: (done: number, total: number) => void,
): Promise<Written> {
  const client = new pg.Client({ connectionString: url, application_name: 'felt-and-foil backup' });
  client.on('error', () => {}); // its statement fails, and says so by itself
  await client.connect();
  const part = `${file}.part`;
  try {
    await rm(part, { force: true });
    const target = await open(part, 'wx', OWNER_ONLY);
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
  target: NodeJS.WritableStream,
  options: { takenAt: Date; progress: (done: number, total: number) => void },
): Promise<Written> {
  const packed = createGzip({ level: GZIP_LEVEL });
  const done = finished(packed.pipe(target));
  // A full disk is told at the end, and ends the wait for room before that.
  done.catch((error: Error) => packed.destroy(error));
  packed.on('error', () => {});
  const line = (content: Head | TableHead | TableSum | { end: End }): void =>
    void packed.write(`${JSON.stringify(content)}\n`);

  await client.query(PLAIN_SETTINGS);
  await client.query('begin isolation level repeatable read read only');
  const tables = await findTables(client);
  const { rows: migrations } = await client.query<{ n: number }>(
    'select count(*)::int as n from drizzle.__drizzle_migrations',
  );
  line({
    format: FORMAT,
    version: VERSION,
    migrations: migrations[0]!.n,
    takenAt: options.takenAt.toISOString(),
  });
  let rows = 0;
  for (const [index, table] of tables.entries()) {
    line({ table: table.name, columns: table.columns });
    const hash = createHash('sha256');
    const hashing = new Transform({
      transform: (block: Buffer, _encoding, next) => {
        hash.update(block);
        next(null, block);
      },
    });
    hashing.pipe(packed, { end: false });
    const copied = await Promise.race([copyOut(client, copyOutText(table), hashing), done]);
    if (copied === undefined) throw new Error('The file was closed before its end.');
    hashing.end();
    await finished(hashing);
    packed.write('\\.\n');
    line({ rows: copied, sha256: hash.digest('hex') });
    rows += copied;
    options.progress(index + 1, tables.length);
  }
  const { rows: sequences } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, last_value::text as "lastValue" from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
  );
  line({ end: { tables: tables.length, sequences } });
  await client.query('commit');
  packed.end();
  await done;
  return { tables: tables.length, rows };
}

/** The new name is on the disk as well. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(async () => handle.close());
}
