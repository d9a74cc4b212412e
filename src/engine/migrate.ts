// Brings a database up to a folder of migrations: forward only, one process at a time, in one transaction between two steps that
// work on many rows. Functions and triggers follow them (choice 850).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { postgresError } from './database.ts';
import { readFunctions } from './replace-functions.ts';

export type MigrationPlan = {
  /** Files of SQL, whose names begin with their number. The first may be a baseline, which counts for all numbers before it. */
  folder: string;
  /** Below it each `sql` folder has functions and triggers, a file for each function. */
  functionsFolder: string;
  /** The schema that notes what has run. */
  book: string;
  /** Any number will do, as long as every process uses the same one. */
  lock: number;
};

/** How far a migration in batches or steps is: `waiting` are still to be done. */
export type BatchProgress = { name: string; done: number; waiting: number };

type MigrationHooks = {
  /** Throws at a database that stays as it is: asked at the beginning, before what is committed alone, and at the end. */
  check: (client: pg.Client) => Promise<void>;
  /** Comes last in the transaction. */
  finish: (client: pg.Client) => Promise<void>;
  /** Hears of steps that work on many rows. */
  show: (progress: BatchProgress) => void;
  /** Somebody holds a table that a migration needs for itself, and it waits for them. */
  waits: () => void;
};

export type Migrations = {
  /** How many there are, those that the baseline counts for with them. */
  count: number;
  /** How many are done; 0 in an empty database, and in one whose book this login may not read yet. */
  countDone: (client: pg.ClientBase) => Promise<number>;
  /**
   * Runs what is missing. `client` signs in as the database's owner, and keeps a lock until it ends. One that was killed goes on
   * where it was; one that needs a table which somebody else holds for long (a backup) tries again until it is free. Throws
   * `TooOld` for a database of before the baseline.
   */
  migrate: (client: pg.Client, hooks: MigrationHooks) => Promise<void>;
};

/** A database of before the baseline, whose migrations are no longer in the folder. */
export class TooOld extends Error {}

// The table is named as drizzle-orm named it: a book that it began goes on.
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

/** A migration's name that is a step of work on many rows: run until nothing is done, each time in its own transaction. */
const IS_IN_BATCHES = /\.batch\.sql$/;

/** A migration's name whose statements are a transaction each, such as long indexes; each may be run again. */
const IS_IN_STEPS = /\.steps\.sql$/;

/** A line of a migration whose statements call a function that this release brings: it comes before them, not at the end. */
const NEEDS = /^-- needs (\w+)$/gm;

const STEP_BREAK = '--> statement-breakpoint';

/**
 * Who waits for a table alone has everybody queue behind them, buyers too: so it waits for so long at once, and lets them
 * through before it tries again.
 */
const LOCK_TIMEOUT = '2s';
const LOCK_PAUSE_MS = 2_000;
/** It waited too long for a table, or a buyer and it waited for each other: all of it is undone, and tried again. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
// Error codes: no such schema, no such table, no permission to read it.
const NOT_YET = ['3F000', '42P01', '42501'];

/** Reads the folders of `plan`, once. */
export function readMigrations({ folder, functionsFolder, book, lock }: MigrationPlan): Migrations {
  /** In the order in which they run. */
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
    // Held by the session, over all transactions; it goes with the connection.
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
    // In a new database there are no rows that a step could be long at.
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
      if (runParts === null) await client.query(text);
      else {
        await check(client);
        await client.query('commit');
        await runParts(client, name, text, showRows);
        await client.query('begin');
      }
      await client.query(
        `insert into ${book}.begun (hash, created_at) select $1, $2::bigint from generate_series(1, $3)`,
        [
          createHash('sha256').update(text).digest('hex'),
          Date.now(),
          place === 0 ? baseline + 1 : 1,
        ],
      );
    }
    // A process of a version before may start again beside those of this one, and leaves their functions alone
    // (choice 806).
    if (rows.length <= count) await replaceFunctions(client);
    // What a database of before holds, a migration has only just found: it is all undone.
    await check(client);
    await client.query(closeBook(book));
    await finish(client);
    await client.query('commit');
  }

  return { count, countDone, migrate };
}

/** Runs a statement that says how much it did, and what was waiting before, until it has done nothing. */
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
