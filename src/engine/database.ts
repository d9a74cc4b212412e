// The only access to Postgres. Runs hand-written statements that are prepared by name, and repeats a transaction when
// Postgres demands that.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import type { BatchedStatement } from './batched-statement.ts';
import { PipelinedQuery, type StatementResult } from './pipelined-query.ts';
import { Pipeline } from './pipeline.ts';
import {
  attemptTransaction,
  Connection,
  postgresError,
  Transaction,
  type Work,
} from './transaction.ts';
import { watched } from './watch-statements.ts';

export { postgresError, Transaction };

/** The pool, or one held connection (in a transaction or in `together`). Use `statement` to run statements on it. */
export type Database = { readonly over: 'pool'; readonly client: pg.Pool } | Connection;

/**
 * Runs a hand-written statement, which is prepared once for each connection. `writes`: the statement calls a function
 * that writes, so each returned row means that something was written (`Transaction.hasWritten`).
 */
export async function statement<Row extends object>(
  db: Database,
  text: string,
  values: unknown[],
  { writes = false }: { writes?: boolean } = {},
): Promise<Row[]> {
  return rowsOf<Row>(db, text, writes, async (name) => ({
    ...(await ask(db, name, text, values)),
    at: null,
  }));
}

/**
 * Runs a statement for one of several requests. If several requests of a batch run it in the same turn, they share one
 * execution.
 */
export async function batchedStatement<Row extends object, Item>(
  db: Database,
  batched: BatchedStatement<Item>,
  item: Item,
): Promise<Row[]> {
  const { text, valuesOf, writes } = batched;
  return rowsOf<Row>(db, text, writes === true, async (name) => {
    if (db.over === 'pool') return { ...(await ask(db, name, text, valuesOf([item]))), at: 1 };
    const { at, result } = db.join(name, batched, item);
    return { ...(await result), at };
  });
}

/**
 * Returns the rows of a statement. `at`: the number of the item whose rows of a batched statement are returned, or null
 * for all rows.
 */
async function rowsOf<Row extends object>(
  db: Database,
  text: string,
  writes: boolean,
  asked: (name: string) => Promise<StatementResult & { at: number | null }>,
): Promise<Row[]> {
  const name = nameOf(text);
  try {
    return await watched(db.client, name, async () => {
      const { rows, command, count, at } = await asked(name);
      const own = at === null ? rows : (rows as { at: number }[]).filter((row) => row.at === at);
      const hasWritten = command === 'SELECT' ? writes && own.length > 0 : count > 0;
      if (hasWritten && db.over === 'connection') db.noteWritten();
      return own as Row[];
    });
  } catch (error) {
    // Points the stack trace at the caller, not at the code that read the answer.
    if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
    if (db.over === 'connection') db.pipeline.firstError ??= error;
    throw error;
  }
}

const tableScans = (value: 'on' | 'off'): BatchedStatement<null> => ({
  text: `select set_config('enable_seqscan', '${value}', true)`,
  valuesOf: () => [],
});
const NO_TABLE_SCANS = tableScans('off');
const TABLE_SCANS = tableScans('on');

/**
 * Makes Postgres use indexes for the statements of `ask`, and for those in their triggers and foreign keys. These
 * statements find rows by key, but a plan made when the table was empty would read the whole grown table (choice 365).
 * `ask` must send its statements before it awaits anything.
 */
export function withoutTableScans<Result>(db: Transaction, ask: () => Result): Result {
  db.failWith(batchedStatement(db, NO_TABLE_SCANS, null));
  const asked = ask();
  db.failWith(batchedStatement(db, TABLE_SCANS, null));
  return asked;
}

function ask(
  db: Database,
  name: string,
  text: string,
  values: unknown[],
): Promise<StatementResult> {
  if (db.over === 'connection') return db.ask(name, text, values);
  const pipelined = new PipelinedQuery(COLUMN_TYPES);
  const result = pipelined.add(name, text, values);
  // If the pool can't get a connection, the statement fails.
  const sent = db.client.query(pipelined) as unknown as Promise<PipelinedQuery>;
  sent.catch((error: Error) => pipelined.handleError(error));
  return result;
}

const NAMES_MOST = 2_000;
const names = new Map<string, string>();

/**
 * The name under which connections prepare a statement. It looks like `select users~5f0c1e2d9ab34c67`, and is the same
 * in every process.
 */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const verb = /\b(?:select|insert|update|delete)\b/i.exec(text)?.[0] ?? 'run';
  const table = /\b(?:from|into|update|join)\s+([a-z_][\w.]*)/i.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
  const name = `${verb} ${table}`.slice(0, NAME_LENGTH_MAX - HASH_DIGITS - 1) + `~${hash}`;
  // This limit is a safeguard, because each name takes memory. The code should have far fewer texts.
  if (names.size < NAMES_MOST) names.set(text, name);
  return name;
}

/** Postgres truncates names that are longer than this. */
const NAME_LENGTH_MAX = 63;
const HASH_DIGITS = 16;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 4;

/**
 * Runs `work` in one READ COMMITTED transaction on one connection, and commits. If `work` throws an error, the
 * transaction rolls back. If Postgres demands a retry (deadlock, serialization), `work` runs again from the start, up
 * to three times. So `work` must store nothing outside the database. `usesGenericPlans`: the statements look up few
 * rows by key, whatever the values, so they are not planned again for each call (choice 254).
 */
export async function inTransaction<Result>(
  db: Database,
  work: Work<Result>,
  { usesGenericPlans = false }: { usesGenericPlans?: boolean } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptTransaction(await connectionOf(db), usesGenericPlans, [work]);
    if (outcome.isDone) return outcome.results[0]!;
    const { error } = outcome;
    const code = postgresError(error)?.code;
    const retryable = code === SERIALIZATION_FAILURE || code === DEADLOCK;
    if (!retryable || attempt === ATTEMPTS_MAX) throw error;
    await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 20));
  }
}

/**
 * Like {@link inTransaction}, but without a time limit on statements, because a whole catalogue takes longer than any
 * request may. Only statements that run by `statement` are without a limit.
 */
export async function inLongTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, (tx) => withoutTimeLimit(tx, () => work(tx)));
}

/**
 * Like {@link inLongTransaction}, but for a part of a transaction. Statements after that part again have this process's
 * usual time limit, but Postgres itself no longer stops any of them.
 */
export async function withoutTimeLimit<Result>(
  tx: Transaction,
  work: () => Promise<Result>,
): Promise<Result> {
  await statement(tx, 'set local statement_timeout = 0', []);
  tx.pipeline.hasNoTimeLimit = true;
  try {
    return await work();
  } finally {
    tx.pipeline.hasNoTimeLimit = false;
  }
}

/**
 * Returns a separate connection, which the caller must release. Throws inside a transaction, because a transaction uses
 * only its own connection.
 */
export async function connectionOf(db: Database): Promise<pg.PoolClient> {
  if (db.over === 'pool') return db.client.connect();
  throw new Error('A transaction opens no other connection');
}

/**
 * Runs several statements in one turn on one connection, so that they travel as one pipelined query. If they ran on the
 * pool, each would take its own connection and wake up its own back-end.
 */
export async function together<Result>(
  db: Database,
  work: (one: Database) => Promise<Result>,
): Promise<Result> {
  if (db.over === 'connection') return work(db);
  const client = await db.client.connect();
  let broken: Error | undefined;
  try {
    return await work(new Connection(new Pipeline(client)));
  } catch (error) {
    // This connection is discarded, because other statements may still be under way.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Calls `tell` after the transaction of `db` commits. If the transaction doesn't commit, `tell` is never called. If
 * `db` is not a transaction, calls `tell` at once.
 */
export function afterCommit(db: Database, tell: () => void): void {
  if (db instanceof Transaction) db.afterCommit(tell);
  else tell();
}
