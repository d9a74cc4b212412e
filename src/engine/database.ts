// The one way to Postgres: hand-written statements prepared by name, and transactions that retry when Postgres asks for it.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import type { BatchedStatement } from './batched-statement.ts';
import { PipelinedQuery, type Answer } from './pipelined-query.ts';
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

/** The pool, or one connection that is held: a transaction's, or that of `together`. Statements go through `statement`. */
export type Database = { readonly over: 'pool'; readonly client: pg.Pool } | Connection;

/**
 * Runs a hand-written statement, prepared once per connection. `writes`: it calls a function that writes, so that each row of its
 * answer says that something was written (`Transaction.hasWritten`).
 */
export async function statement<Row extends object>(
  db: Database,
  text: string,
  values: unknown[],
  { writes = false }: { writes?: boolean } = {},
): Promise<Row[]> {
  return answerOf<Row>(db, text, writes, async (name) => ({
    ...(await ask(db, name, text, values)),
    at: null,
  }));
}

/** Runs a statement for one of several requests: those of a batch that ask for it in one turn are served by one statement. */
export async function batchedStatement<Row extends object, Item>(
  db: Database,
  batched: BatchedStatement<Item>,
  item: Item,
): Promise<Row[]> {
  const { text, valuesOf, writes } = batched;
  return answerOf<Row>(db, text, writes === true, async (name) => {
    if (db.over === 'pool') return { ...(await ask(db, name, text, valuesOf([item]))), at: 1 };
    const { at, answer } = db.join(name, batched, item);
    return { ...(await answer), at };
  });
}

/** `at`: whose rows of a batched statement are wanted; null: all. */
async function answerOf<Row extends object>(
  db: Database,
  text: string,
  writes: boolean,
  asked: (name: string) => Promise<Answer & { at: number | null }>,
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
    // Where it was asked, and not where its answer was read.
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
 * Asks for what finds rows by their keys in a table that grows with each sale, by itself, in a trigger or for a foreign key.
 * Postgres keeps a plan that it made while the table was empty, and without this that plan reads all of it (choice 365). `ask`
 * asks before it waits for anything.
 */
export function withoutTableScans<Result>(db: Transaction, ask: () => Result): Result {
  db.failWith(batchedStatement(db, NO_TABLE_SCANS, null));
  const asked = ask();
  db.failWith(batchedStatement(db, TABLE_SCANS, null));
  return asked;
}

function ask(db: Database, name: string, text: string, values: unknown[]): Promise<Answer> {
  if (db.over === 'connection') return db.ask(name, text, values);
  const pipelined = new PipelinedQuery(COLUMN_TYPES);
  const answer = pipelined.add(name, text, values);
  // A connection that can't be had is a failure of the statement.
  const sent = db.client.query(pipelined) as unknown as Promise<PipelinedQuery>;
  sent.catch((error: Error) => pipelined.handleError(error));
  return answer;
}

const NAMES_MOST = 2_000;
const names = new Map<string, string>();

/** The name under which a connection prepares a text: `select users~5f0c1e2d9ab34c67`, the same in every process. */
function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const verb = /\b(?:select|insert|update|delete)\b/i.exec(text)?.[0] ?? 'run';
  const table = /\b(?:from|into|update|join)\s+([a-z_][\w.]*)/i.exec(text)?.[1] ?? '';
  const hash = createHash('sha256').update(text).digest('hex').slice(0, HASH_DIGITS);
  const name = `${verb} ${table}`.slice(0, NAME_LENGTH_MAX - HASH_DIGITS - 1) + `~${hash}`;
  // Texts are made of the code's own pieces; a bound all the same, as memory is kept for each.
  if (names.size < NAMES_MOST) names.set(text, name);
  return name;
}

/** Postgres cuts longer names off. */
const NAME_LENGTH_MAX = 63;
const HASH_DIGITS = 16;

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS_MAX = 4;

/**
 * Runs `work` in one READ COMMITTED transaction on one connection, and commits. Whatever `work`
 * throws rolls back. When Postgres asks for a retry (deadlock, serialization), `work` runs again from
 * the start, up to three times: it must keep nothing outside the database.
 *
 * `keepsPlans`: its statements look few rows up by their keys, whatever the values, and are not planned anew for
 * each (choice 254).
 */
export async function inTransaction<Result>(
  db: Database,
  work: Work<Result>,
  { keepsPlans = false }: { keepsPlans?: boolean } = {},
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptTransaction(await connectionOf(db), keepsPlans, [work]);
    if (outcome.isDone) return outcome.results[0]!;
    const { error } = outcome;
    const code = postgresError(error)?.code;
    const retryable = code === SERIALIZATION_FAILURE || code === DEADLOCK;
    if (!retryable || attempt === ATTEMPTS_MAX) throw error;
    await new Promise((resolve) => setTimeout(resolve, attempt * 10 + Math.random() * 20));
  }
}

/**
 * The same without a limit on its statements: a whole catalogue takes longer than any request may. Only what
 * goes through `statement` is waited for.
 */
export async function inLongTransaction<Result>(
  db: Database,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, (tx) => withoutTimeLimit(tx, () => work(tx)));
}

/** The same for a part of a transaction. Statements after it are waited for as always; Postgres ends none of them by itself. */
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

/** A connection of one's own, to be released. Inside a transaction there is none to have: it has its one. */
export async function connectionOf(db: Database): Promise<pg.PoolClient> {
  if (db.over === 'pool') return db.client.connect();
  throw new Error('A transaction opens no other connection');
}

/**
 * Asks several things in one turn on one connection, so that they travel as one pipelined query: over the pool each would take a
 * connection of its own, and wake up a back-end of its own (choice 400).
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
    // Thrown away: what else was asked may still be on its way.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Calls `tell` once the transaction of `db` has committed, and never if it doesn't; outside of one at once. */
export function afterCommit(db: Database, tell: () => void): void {
  if (db instanceof Transaction) db.afterCommit(tell);
  else tell();
}
