// Migrates a database to the newest migration in a folder, forward only, and by one process at a time. Each
// migration is one transaction, except for steps that work on many rows. Functions and triggers are replaced after the
// migrations (choices 850 and 1091).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { postgresError } from './database.ts';
import { readFunctions } from './replace-functions.ts';

export type MigrationPlan = {
  /**
   * Folder of SQL files, whose names begin with their number. The first file may be a baseline, which replaces all
   * migrations before it.
   */
  folder: string;
  /** Folder whose `sql` subfolders contain functions and triggers, one file for each function. */
  functionsFolder: string;
  /** The schema that records which migrations have run. */
  book: string;
  /** Number of the advisory lock. Every process must use the same number. */
  lock: number;
};

/** Progress of a migration in batches or steps. `done` and `waiting`: how much is done, and how much is still to do. */
export type BatchProgress = { name: string; done: number; waiting: number };

type MigrationHooks = {
  /**
   * Throws if the database must stay as it is. It is called at the beginning, before each separately committed part,
   * and at the end.
   */
  check: (client: pg.Client) => Promise<void>;
  /** Called at the end of the transaction. */
  finish: (client: pg.Client) => Promise<void>;
  /** Called after each batch or step. */
  show: (progress: BatchProgress) => void;
  /** Called when a migration waits for a table that another transaction has locked. */
  waits: () => void;
};

export type Migrations = {
  /** Number of migrations, including those that the baseline replaces. */
  count: number;
  /**
   * Returns the number of migrations that are done. It is 0 for an empty database, and for one whose records this login
   * may not read yet.
   */
  countDone: (client: pg.ClientBase) => Promise<number>;
  /**
   * Runs the missing migrations. `client` must sign in as the database's owner, and keeps a lock until its connection
   * ends. After a kill, the next run continues where this one stopped. If another transaction (a backup) locks a table
   * for long, tries again until the table is free. Throws `TooOld` if the database is older than the baseline.
   */
  migrate: (client: pg.Client, hooks: MigrationHooks) => Promise<void>;
};

/** Thrown if the database is older than the baseline. The migrations that it lacks are no longer in the folder. */
export class TooOld extends Error {}

// The table has the name that drizzle-orm gave it, so that older databases continue to work.
const bookOf = (schema: string) => `
  create schema if not exists ${schema};
  create table if not exists ${schema}.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  );
  -- Done, and not in the book yet: processes of the version before go on until the last of them is.
  create table if not exists ${schema}.begun (
    id serial primary key, hash text not null, created_at bigint
  );
  -- Processes that know fewer migrations don't work with this database any more: a migration that takes something away
  -- writes here how many the version knows that did without it first.
  create table if not exists ${schema}.wanted (migrations integer not null)`;

const closeBook = (schema: string) => `
  with done as (delete from ${schema}.begun returning id, hash, created_at)
  insert into ${schema}.__drizzle_migrations (hash, created_at) select hash, created_at from done order by id`;

/**
 * Matches the name of a migration in batches, which works on many rows. The migration runs repeatedly, each time in its
 * own transaction, until nothing is left to do.
 */
const IS_IN_BATCHES = /\.batch\.sql$/;

/**
 * Matches the name of a migration in steps, such as a long index. Each of its statements is its own transaction, and
 * can run a second time.
 */
const IS_IN_STEPS = /\.steps\.sql$/;

/**
 * Matches a line that names a new function which the migration calls. That function is created before the migration,
 * not at the end.
 */
const NEEDS = /^-- needs (\w+)$/gm;

const STEP_BREAK = '--> statement-breakpoint';

/**
 * While a migration waits for a table, everybody else, including buyers, queues behind it. So the migration gives up
 * after this time, lets the others through, and tries again.
 */
const LOCK_TIMEOUT = '500ms';
const LOCK_PAUSE_MS = 2_000;
/**
 * Error codes after which everything is undone and tried again. They mean that the wait for a table was too long, or
 * that a migration and a buyer waited for each other.
 */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
// Error codes of a database that no migration has prepared for this login: the schema is missing, the table is missing,
// or the role has no permission to read it.
const NOT_YET = ['3F000', '42P01', '42501'];

/** Reads the folders of `plan` once. */
export function readMigrations({ folder, functionsFolder, book, lock }: MigrationPlan): Migrations {
  /** Names of the migrations, in the order in which they run. */
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  const baseline = Number.parseInt(names[0]!, 10);
  const count = baseline + names.length;
  const replaceFunctions = readFunctions(functionsFolder, book);

  async function countDone(client: pg.ClientBase): Promise<number> {
    try {
      const { rows } = await client.query<{ count: string }>(
        `select count(*) from ${book}.__drizzle_migrations`,
      );
      return Number(rows[0]!.count);
    } catch (error) {
      if (NOT_YET.includes(postgresError(error)?.code ?? '')) return 0;
      throw error;
    }
  }

  async function migrate(client: pg.Client, hooks: MigrationHooks): Promise<void> {
    // The session holds this lock across all transactions, until the connection ends.
    await client.query('select pg_advisory_lock($1)', [lock]);
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    for (;;) {
      try {
        await run(client, hooks);
        return;
      } catch (error) {
        const code = postgresError(error)?.code;
        if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw error;
        await client.query('rollback');
        hooks.waits();
        await wait(LOCK_PAUSE_MS);
      }
    }
  }

  async function run(client: pg.Client, { check, finish, show }: MigrationHooks): Promise<void> {
    await client.query('begin');
    await check(client);
    await client.query(bookOf(book));
    const { rows } = await client.query(
      `select from ${book}.__drizzle_migrations union all select from ${book}.begun`,
    );
    // A new database has no rows, so none of its batches or steps takes long.
    const showRows = rows.length === 0 ? () => {} : show;
    if (rows.length > 0 && rows.length <= baseline) throw new TooOld();
    for (const [place, name] of names.entries()) {
      if (baseline + place < rows.length) continue;
      const text = readFileSync(join(folder, name), 'utf8');
      const needed = [...text.matchAll(NEEDS)].map(([, one]) => one!);
      if (needed.length > 0) await replaceFunctions(client, needed);
      const runParts = IS_IN_BATCHES.test(name)
        ? runBatches
        : IS_IN_STEPS.test(name)
          ? runSteps
          : null;
      // Each migration is its own transaction, so that it locks few tables, and buyers wait for one migration at a time.
      // Functions that it needs come with the one before: the columns that they fill are new, and must not be empty.
      await check(client);
      await client.query('commit');
      if (runParts !== null) await runParts(client, name, text, showRows);
      await client.query('begin');
      if (runParts === null) await client.query(text);
      await client.query(
        `insert into ${book}.begun (hash, created_at) select $1, $2::bigint from generate_series(1, $3)`,
        [
          createHash('sha256').update(text).digest('hex'),
          Date.now(),
          place === 0 ? baseline + 1 : 1,
        ],
      );
    }
    // If the database has more migrations than this version, a newer version is running, and its newer functions must
    // stay (choice 806).
    if (rows.length <= count) await replaceFunctions(client);
    // The check may find a problem that migrations revealed in an older database. If so, the whole transaction is
    // undone.
    await check(client);
    await client.query(closeBook(book));
    await finish(client);
    await client.query('commit');
  }

  return { count, countDone, migrate };
}

/**
 * Repeats a statement until nothing is left to do. The statement returns how much it did this time, and how much was
 * waiting before.
 */
async function runBatches(
  client: pg.Client,
  name: string,
  text: string,
  show: (progress: BatchProgress) => void,
): Promise<void> {
  for (let all = 0; ;) {
    const { rows } = await client.query<{ done: number; waiting: number }>(text);
    const { done, waiting } = rows[0]!;
    if (done === 0) return;
    all += done;
    show({ name, done: all, waiting: waiting - done });
  }
}

async function runSteps(
  client: pg.Client,
  name: string,
  text: string,
  show: (progress: BatchProgress) => void,
): Promise<void> {
  const steps = text.split(STEP_BREAK);
  for (const [at, step] of steps.entries()) {
    await client.query(step);
    show({ name, done: at + 1, waiting: steps.length - at - 1 });
  }
}
