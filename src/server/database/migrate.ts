// Brings a database up to the shop's migrations: forward only, in one transaction, one process at a
// time. Run by the owner of the database, before anything else looks at it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { prepareLogin } from './app-role.ts';
import { proveSession } from './prove-connection.ts';
import { listKnownTrials, type TrialRow } from './trials-queries.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');
/** In the order in which they run: their names begin with their number. */
const MIGRATIONS = readdirSync(MIGRATIONS_FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

// Any number will do, as long as every process of the shop uses the same one.
const MIGRATION_LOCK = 7_046_001;

/** How many migrations this version of the shop brings. */
export const MIGRATION_COUNT = MIGRATIONS.length;

// Named as the first shops have it, whose migrations ran by drizzle-orm.
const KEEP_BOOK = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  )`;

/**
 * Migrates the database at `url`, signing in as its owner, and makes the login of `appUrl`, where the shop will sign in.
 * Returns how many migrations the database has now. Where `refuse` throws at what was tried out there, all stays as it
 * was.
 */
export async function migrateDatabase(
  url: string,
  appUrl: string,
  refuse: (trials: TrialRow[]) => void = () => {},
): Promise<number> {
  const client = await connect(url);
  try {
    await proveSession(client, async () => {
      const second = await connect(url);
      return { client: second, done: () => second.end() };
    });
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    refuse(await listKnownTrials(client));
    await client.query(KEEP_BOOK);
    const { rows } = await client.query('select from drizzle.__drizzle_migrations');
    for (const name of MIGRATIONS.slice(rows.length)) {
      const text = readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8');
      await client.query(text);
      await client.query(
        'insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)',
        [createHash('sha256').update(text).digest('hex'), Date.now()],
      );
    }
    // What a database of before was tried out with, a migration has only just found: it is all undone.
    refuse(await listKnownTrials(client));
    await prepareLogin(client, appUrl);
    await client.query('commit');
    return MIGRATION_COUNT;
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'felt-and-foil migrate',
  });
  await client.connect();
  return client;
}
