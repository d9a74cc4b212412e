// Brings a database up to the shop's migrations: forward only, one process at a time, in one transaction between two
// steps that work on many rows. Functions and triggers follow them. Run by the owner of the database, before anything else
// looks at it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { AccessProblem, APP_ROLE, firstStatementsFor, prepareLogin } from './app-role.ts';
import { postgresError } from '#engine/database.ts';
import { DatabaseProblem, problemAt } from './database-problem.ts';
import { openClient } from './pool.ts';
import { proveSession } from './prove-connection.ts';
import { replaceFunctions } from './replace-functions.ts';
import { lacksExtension } from './session-settings.ts';
import { listKnownTrials, type TrialRow } from './trials-queries.ts';

const MIGRATIONS_FOLDER = join(import.meta.dirname, 'migrations');
/** In the order in which they run: their names begin with their number. */
const MIGRATIONS = readdirSync(MIGRATIONS_FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

// Any number will do, as long as every process of the shop uses the same one.
const MIGRATION_LOCK = 7_046_001;

/** The first file is the schema as 1.0.0 left it, and counts for all migrations of before: its number is that of the last. */
const BASELINE = Number.parseInt(MIGRATIONS[0]!, 10);

/** How many migrations this version of the shop brings. */
export const MIGRATION_COUNT = BASELINE + MIGRATIONS.length;

// Named as the first shops have it, whose migrations ran by drizzle-orm.
const KEEP_BOOK = `
  create schema if not exists drizzle;
  create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint
  );
  -- Done, and not in the book yet: processes of the version before go on until the last of them is.
  create table if not exists drizzle.begun (
    id serial primary key, hash text not null, created_at bigint
  );
  -- Processes that know fewer migrations don't work with this database any more: a migration that takes something away
  -- writes here how many the version knows that did without it first.
  create table if not exists drizzle.wanted (migrations integer not null)`;

const CLOSE_BOOK = `
  do $$ begin
    if not has_table_privilege('${APP_ROLE}', 'drizzle.wanted', 'select') then
      grant select on drizzle.wanted to ${APP_ROLE};
    end if;
  end $$;
  with done as (delete from drizzle.begun returning id, hash, created_at)
  insert into drizzle.__drizzle_migrations (hash, created_at) select hash, created_at from done order by id`;

/** A migration's name that is a step of work on many rows: run until nothing is done, each time in its own transaction. */
const IS_IN_BATCHES = /\.batch\.sql$/;

/** A migration's name whose statements are a transaction each, such as long indexes; each may be run again. */
const IS_IN_STEPS = /\.steps\.sql$/;

/** A line of a migration whose statements call a function that this release brings: it comes before them, not at the end. */
const NEEDS = /^-- needs (\w+)$/gm;

const STEP_BREAK = '--> statement-breakpoint';

/** How far a migration in batches or steps is: `waiting` are still to be done. */
export type BatchProgress = { name: string; done: number; waiting: number };

export type Watching = {
  refuse?: (trials: TrialRow[]) => void;
  show?: (progress: BatchProgress) => void;
  /** Somebody holds a table that a migration needs for itself, and it waits for them. */
  waits?: () => void;
};

/**
 * Who waits for a table alone has everybody queue behind them, buyers too: so it waits for so long at once, and lets them
 * through before it tries again.
 */
const LOCK_TIMEOUT = '2s';
const LOCK_PAUSE_MS = 2_000;
/** It waited too long for a table, or a buyer and it waited for each other: all of it is undone, and tried again. */
const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';
const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * Migrates the database at `url`, signing in as its owner, and makes the login of `appUrl`, where the shop will sign in.
 * Where `refuse` throws at what was tried out there, all stays as it was. `show` hears of steps that work on many rows. A
 * migration that was killed goes on where it was; one that needs a table which somebody else holds for long (a backup) tries
 * again until it is free. Returns how many migrations the database has now, as far as this version knows.
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
    // Held by the session, over all transactions; it goes with the connection.
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    for (;;) {
      try {
        await runMigrations(client, appUrl, { refuse, show });
        return MIGRATION_COUNT;
      } catch (error) {
        const code = postgresError(error)?.code;
        if (code !== LOCK_NOT_AVAILABLE && code !== DEADLOCK) throw asToldOwner(error, url, appUrl);
        await client.query('rollback');
        waits();
        await wait(LOCK_PAUSE_MS);
      }
    }
  } finally {
    await client.end();
  }
}

// Of a schema or a table that isn't there, or that the shop's login may not read yet.
const NOT_YET = ['3F000', '42P01', INSUFFICIENT_PRIVILEGE];

/** How many migrations are done, as the shop's own login sees it; 0 in an empty database. */
export async function countMigrations(client: pg.ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ count: string }>(
      'select count(*) from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]!.count);
  } catch (error) {
    if (NOT_YET.includes(postgresError(error)?.code ?? '')) return 0;
    throw error;
  }
}

/** As the first migration says it, which knows nothing of the login. */
const MAY_MAKE_NO_ROLE = /may not create the role/;

/** Postgres has it, and may not be asked for it by whoever comes; or it was not installed with the server. */
const NOT_AVAILABLE = /^(0A000|58P01)$/;
const NO_SCHEMA = '3F000';
const READ_ONLY = '25006';

/** A database of before the first release, whose migrations are no longer here. */
class TooOld extends Error {}

/** What keeps an owner from migrating, with what an administrator has to run. */
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
    return new DatabaseProblem(url, `its user has to own the database: ${message}.`, error);
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
      'it takes no changes: it is a replica, or default_transaction_read_only is on for its user or database.',
      error,
    );
  }
  if (!MAY_MAKE_NO_ROLE.test(message)) return problemAt(url, error);
  return new AccessProblem('The database user may not create the role that the shop works in', [
    'As an administrator run:',
    ...firstStatementsFor(url, appUrl),
  ]);
}

async function runMigrations(
  client: pg.Client,
  appUrl: string,
  { refuse, show }: Required<Pick<Watching, 'refuse' | 'show'>>,
): Promise<void> {
  await client.query('begin');
  refuse(await listKnownTrials(client));
  await client.query(KEEP_BOOK);
  const { rows } = await client.query(
    'select from drizzle.__drizzle_migrations union all select from drizzle.begun',
  );
  // In a new database there are no rows that a step could be long at.
  const showRows = rows.length === 0 ? () => {} : show;
  if (rows.length > 0 && rows.length <= BASELINE) throw new TooOld();
  for (const [place, name] of MIGRATIONS.entries()) {
    if (BASELINE + place < rows.length) continue;
    const text = readFileSync(join(MIGRATIONS_FOLDER, name), 'utf8');
    const needed = [...text.matchAll(NEEDS)].map(([, one]) => one!);
    if (needed.length > 0) await replaceFunctions(client, needed);
    const run = IS_IN_BATCHES.test(name) ? runBatches : IS_IN_STEPS.test(name) ? runSteps : null;
    if (run === null) await client.query(text);
    else {
      refuse(await listKnownTrials(client));
      await client.query('commit');
      await run(client, name, text, showRows);
      await client.query('begin');
    }
    await client.query(
      'insert into drizzle.begun (hash, created_at) select $1, $2::bigint from generate_series(1, $3)',
      [createHash('sha256').update(text).digest('hex'), Date.now(), place === 0 ? BASELINE + 1 : 1],
    );
  }
  // A process of a version before may start again beside those of this one, and leaves their functions alone
  // (choice 806).
  if (rows.length <= MIGRATION_COUNT) await replaceFunctions(client);
  // What a database of before was tried out with, a migration has only just found: it is all undone.
  refuse(await listKnownTrials(client));
  await client.query(CLOSE_BOOK);
  await prepareLogin(client, appUrl);
  await client.query('commit');
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
