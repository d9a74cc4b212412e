// The shop's migrations. The owner of the database runs them before anything else uses it;
// `engine/migrate.ts` does the work.
import { join } from 'node:path';
import { postgresError } from '#engine/database.ts';
import { readMigrations, TooOld, type BatchProgress } from '#engine/migrate.ts';
import { AccessProblem, APP_ROLE, firstStatementsFor, prepareLogin } from './app-role.ts';
import { DatabaseProblem, problemAt } from './database-problem.ts';
import { openClient } from './pool.ts';
import { proveSession } from './prove-connection.ts';
import { lacksExtension } from './session-settings.ts';
import { listKnownTrials, type TrialRow } from './trials-queries.ts';

/** The first migration is the schema of 1.0.0. */
const migrations = readMigrations({
  folder: join(import.meta.dirname, '../migrations'),
  functionsFolder: join(import.meta.dirname, '..'),
  // In the databases of the first shops, drizzle-orm recorded the migrations in this schema. These
  // databases still have it.
  book: 'drizzle',
  lock: 7_046_001,
});

/** The number of migrations in this version of the shop. */
export const MIGRATION_COUNT = migrations.count;

/** Counts the finished migrations, signed in as the shop's own login. Returns 0 for an empty database. */
export const countMigrations = migrations.countDone;

const LET_SHOP_READ = `
  do $$ begin
    if not has_table_privilege('${APP_ROLE}', 'drizzle.wanted', 'select') then
      grant select on drizzle.wanted to ${APP_ROLE};
    end if;
  end $$`;

export type Watching = {
  refuse?: (trials: TrialRow[]) => void;
  show?: (progress: BatchProgress) => void;
  /** Called when a migration has to wait for another session to release a table. */
  waits?: () => void;
};

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Migrates the database at `url`, signed in as its owner, and creates the login of `appUrl`, which
 * the shop will use. `refuse` gets the kinds of made-up data in the database (`trials`); if it
 * throws, nothing is changed. `show` gets the progress of steps that process many rows. Returns how
 * many migrations the database has afterwards, without those that this version does not know.
 */
export async function migrateDatabase(
  url: string,
  appUrl: string,
  { refuse = () => {}, show = () => {}, waits = () => {} }: Watching = {},
): Promise<number> {
  const client = await openClient(url, 'migrate');
  try {
    await proveSession(client, async () => {
      const second = await openClient(url, 'migrate');
      return { client: second, done: () => second.end() };
    });
    await migrations
      .migrate(client, {
        check: async () => refuse(await listKnownTrials(client)),
        finish: async () => {
          await client.query(LET_SHOP_READ);
          await prepareLogin(client, appUrl);
        },
        show,
        waits,
      })
      .catch((error: unknown) => {
        throw asToldOwner(error, url, appUrl);
      });
    return MIGRATION_COUNT;
  } finally {
    await client.end();
  }
}

/** Matches the error of the first migration when the owner may not create the shop's role. */
const MAY_MAKE_NO_ROLE = /may not create the role/;

/** The SQLSTATE codes of a server that does not have the extension. */
const NOT_AVAILABLE = /^(0A000|58P01)$/;
const NO_SCHEMA = '3F000';
const READ_ONLY = '25006';

/**
 * Turns an error of a migration into a problem that the owner can solve. The problem lists the
 * statements that an administrator has to run.
 */
function asToldOwner(error: unknown, url: string, appUrl: string): unknown {
  if (error instanceof TooOld) {
    return new DatabaseProblem(
      url,
      'it is older than 1.0.0. Start 1.0.0 on it once, which migrates it, and then this version.',
      error,
    );
  }
  const refused = postgresError(error);
  if (refused === null) return problemAt(url, error);
  const { code = '', message } = refused;
  if (message.includes('pg_trgm') && (code === INSUFFICIENT_PRIVILEGE || NOT_AVAILABLE.test(code)))
    return lacksExtension([`${message}.`]);
  if (code === INSUFFICIENT_PRIVILEGE) {
    return new DatabaseProblem(url, `its user must own the database: ${message}.`, error);
  }
  if (code === NO_SCHEMA) {
    return new DatabaseProblem(
      url,
      `it has no schema "public". As its owner run there: create schema public;`,
      error,
    );
  }
  if (code === READ_ONLY) {
    return new DatabaseProblem(
      url,
      'it accepts no writes: it is a replica, or default_transaction_read_only is on for its user or database.',
      error,
    );
  }
  if (!MAY_MAKE_NO_ROLE.test(message)) return problemAt(url, error);
  return new AccessProblem('The database user may not create the role that the shop works in', [
    'As an administrator run:',
    ...firstStatementsFor(url, appUrl),
  ]);
}
