// Brings a database up to the shop's migrations: forward only, in one transaction, one process at a
// time. Run by the owner of the database, before anything else looks at it.
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { join } from 'node:path';
import pg from 'pg';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');

// Any number will do, as long as every process of the shop uses the same one.
const MIGRATION_LOCK = 7_046_001;

/** How many migrations this version of the shop brings. */
export const MIGRATION_COUNT = readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER }).length;

/** Migrates the database at `url`, signing in as its owner. Answers how many migrations it has now. */
export async function migrateDatabase(url: string): Promise<number> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'felt-and-foil migrate',
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS_FOLDER });
    return MIGRATION_COUNT;
  } finally {
    await client.end();
  }
}
