// The one way to Postgres: hand-written statements prepared by name, and transactions that retry when Postgres asks for it.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { databaseWaits } from '../tracing/request-waits.ts';
import { traced } from '../tracing/trace.ts';
import { COLUMN_TYPES } from './column-types.ts';
import { Packet, type Answer } from './packet.ts';
import { noteAsked, shareIn, type SharedStatement } from './shared-statement.ts';

/** The pool, or the one connection of a transaction. Statements go through `statement`. */
export type Database =
  | { readonly over: 'pool'; readonly client: pg.Pool }
  | { readonly over: 'connection'; readonly client: pg.PoolClient };

declare const inside: unique symbol;

/**
 * The one connection of an open transaction. Only `attemptTransaction` makes one, for `inTransaction` and `inSharedTransaction`: what locks, or writes several
 * things that belong together, asks for this type, so that it can't be called over the pool.
 */
export type Transaction = Extract<Database, { over: 'connection' }> & { readonly [inside]: true };

const DATABASE_FACTS = { 'db.system.name': 'postgresql' };

/** Runs a hand-written statement, prepared once per connection. */
export async function statement<Row extends object>(
  db: Database,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  return answerOf<Row>(db, text, (name) => ask(db, name, text, values));
}

/** Runs a statement for one of those it does its work for: what works of one transaction ask for in one turn is asked once. */
export async function sharedStatement<Row extends object, Item>(
  db: Database,
  shared: SharedStatement<Item>,
  item: Item,
): Promise<Row[]> {
  const { text, valuesOf } = shared;
  let at = 1;
  const rows = await answerOf<Row & { at: number }>(db, text, (name) => {
    if (db.over === 'pool') return ask(db, name, text, valuesOf([item]));
    const share = shareIn(packetFor(db), db, name, shared as SharedStatement<unknown>);
    at = share.items.push(item);
    return share.answer;
  });
  return rows.filter((row) => row.at === at);
}

async function answerOf<Row extends object>(
  db: Database,
  text: string,
  asked: (name: string) => Promise<Answer>,
): Promise<Row[]> {
  const name = nameOf(text);
  const waits = databaseWaits();
  waits?.begin();
  try {
    return await traced({ name, kind: 'client', facts: DATABASE_FACTS }, async () => {
      const { rows, command, count } = await asked(name);
      if (command !== 'SELECT') noteWrites(db, count);
      return rows as Row[];
    });
  } catch (error) {
    // Where it was asked, and not where its answer was read.
    if (error instanceof pg.DatabaseError) Error.captureStackTrace(error);
    if (!firstFailures.has(db.client)) firstFailures.set(db.client, error);
    throw error;
  } finally {
    waits?.end();
  }
}

/**
 * Sends a statement whose answer nobody needs. It travels with the next one, or with the commit. If it fails, so does the
 * transaction, for its reason.
 */
export function send(db: Transaction, text: string, values: unknown[]): void {
  statement(db, text, values).catch(() => {});
}

/** The same for a statement that works of one transaction share. */
export function sendShared<Item>(db: Transaction, shared: SharedStatement<Item>, item: Item): void {
  sharedStatement(db, shared, item).catch(() => {});
}

const tableScans = (value: 'on' | 'off'): SharedStatement<null> => ({
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
  sendShared(db, NO_TABLE_SCANS, null);
  const asked = ask();
  sendShared(db, TABLE_SCANS, null);
  return asked;
}

/** What each connection of a transaction is asked in this turn. */
const packets = new WeakMap<pg.PoolClient, Packet>();

function ask(db: Database, name: string, text: string, values: unknown[]): Promise<Answer> {
  if (db.over === 'connection') {
    const packet = packetFor(db);
    noteAsked(packet, db);
    return packet.add(name, text, values);
  }
  const packet = new Packet(COLUMN_TYPES);
  const answer = packet.add(name, text, values);
  // A connection that can't be had is a failure of the statement.
  const sent = db.client.query(packet) as unknown as Promise<Packet>;
  sent.catch((error: Error) => packet.handleError(error));
  return answer;
}

function packetFor(db: Extract<Database, { over: 'connection' }>): Packet {
  if (ended.has(db)) throw new Error('This transaction has ended');
  return packetOf(db.client);
}

/** What a connection is given in one turn goes out together. */
function packetOf(client: pg.PoolClient): Packet {
  const open = packets.get(client);
  if (open !== undefined) return open;
  const packet = new Packet(COLUMN_TYPES);
  packets.set(client, packet);
  process.nextTick(() => sendPacket(client));
  return packet;
}

function sendPacket(client: pg.PoolClient): void {
  const packet = packets.get(client);
  if (packet === undefined) return;
  packets.delete(client);
  if (patient.has(client)) packet.query_timeout = PATIENCE_MS;
  client.query(packet);
}

/** The rows that statements wrote: of a transaction, or of the pool. */
const writes = new WeakMap<Database, number>();

/** Counts rows in that a function of the database wrote, which its caller knows of. */
export function noteWrites(db: Database, rows: number): void {
  if (rows > 0) writes.set(db, writesOf(db) + rows);
}

/**
 * How many rows were written by statements of its own: more than before, and the work between did something. What a function of
 * the database writes is among them only where its caller says so; of a statement for many, what it wrote for all of them.
 */
export function writesOf(db: Database): number {
  return writes.get(db) ?? 0;
}

/** Works that have moved money or stock. */
const moved = new WeakSet<Transaction>();

/** Notes that a work moves money or stock: who keeps its answer need not ask the database. */
export function noteMove(db: Transaction): void {
  moved.add(db);
}

export function hasMoved(db: Transaction): boolean {
  return moved.has(db);
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

/** What went wrong first on a connection in its present transaction. */
const firstFailures = new WeakMap<object, unknown>();

/** Connections at work on what may take long. */
const patient = new WeakSet<object>();
const PATIENCE_MS = 24 * 3_600_000;

/** The Postgres error behind an error, whether or not somebody wrapped it. */
export function postgresError(error: unknown): pg.DatabaseError | null {
  if (error instanceof pg.DatabaseError) return error;
  if (error instanceof Error && error.cause instanceof pg.DatabaseError) return error.cause;
  return null;
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const TRANSACTION_ABORTED = '25P02';
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
    const outcome = await attemptTransaction(db, keepsPlans, [work]);
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
  patient.add(tx.client);
  try {
    return await work();
  } finally {
    patient.delete(tx.client);
  }
}

/** A connection of one's own, to be released. Inside a transaction there is none to have: it has its one. */
export async function connectionOf(db: Database): Promise<pg.PoolClient> {
  if (db.over === 'pool') return db.client.connect();
  throw new Error('A transaction opens no other connection');
}

/**
 * Asks several things in one turn on one connection, so that they travel as one packet: over the pool each would take a
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
    return await work({ over: 'connection', client });
  } catch (error) {
    // Thrown away: what else was asked may still be on its way.
    broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

const afterwards = new WeakMap<Database['client'], (() => void)[]>();

/** Calls `tell` once the transaction of `db` has committed, and never if it doesn't; outside of one at once. */
export function afterCommit(db: Database, tell: () => void): void {
  const waiting = afterwards.get(db.client);
  if (waiting === undefined) tell();
  else waiting.push(tell);
}

const KEEP_PLANS = `select set_config('plan_cache_mode', 'force_generic_plan', true)`;
/** Where others share the transaction nobody waits long for what somebody else has locked: who has to is done again alone. */
const KEEP_PLANS_TOGETHER = `${KEEP_PLANS}, set_config('lock_timeout', '50ms', true)`;

export type Work<Result> = (tx: Transaction) => Promise<Result>;

/** What became of works in one transaction: all are done or none is. `isUndone`: it is certain that nothing is left of them. */
export type Outcome<Result> =
  | { isDone: true; results: Result[] }
  | { isDone: false; error: unknown; isUndone: boolean };

/** Does all `works` in one transaction, once. Throws where there is no connection to have. */
export async function attemptTransaction<Result>(
  db: Database,
  keepsPlans: boolean,
  works: Work<Result>[],
): Promise<Outcome<Result>> {
  const client = await connectionOf(db);
  firstFailures.delete(client);
  let broken: Error | undefined;
  let isCommitting = false;
  let results: Result[];
  const waiting: (() => void)[] = [];
  afterwards.set(client, waiting);
  try {
    const handles = works.map(() => ({ over: 'connection', client }) as Transaction);
    const isShared = handles.length > 1;
    if (isShared) handles.forEach((handle) => sharing.add(handle));
    // Not awaited: they travel with the first statement of the work, which fails if they fail.
    const begin = (name: string, text: string) => {
      ask(handles[0]!, name, text, []).catch(() => {});
    };
    begin('begin', 'begin');
    if (keepsPlans && isShared) begin('keep plans together', KEEP_PLANS_TOGETHER);
    else if (keepsPlans) begin('keep plans', KEEP_PLANS);
    results = await allOf(works, handles);
    isCommitting = true;
    // A statement that failed and was passed over: Postgres answers that it rolled back, and no error.
    if ((await packetOf(client).add('commit', 'commit', [])).command !== 'COMMIT') {
      isCommitting = false;
      // The failure of what nobody waited for may have come in one packet with this answer, and be heard after it.
      await new Promise((resolve) => setImmediate(resolve));
      throw (
        firstFailures.get(client) ?? new Error('A transaction was rolled back when it committed')
      );
    }
  } catch (error) {
    // What the work asked for as it failed is inside of what is undone.
    sendPacket(client);
    // A connection that can't roll back is thrown away, so that no half-done work returns to the pool.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    // Nothing but its own commit makes anything last. Where that was sent, only Postgres knows.
    const isUndone = !isCommitting || (broken === undefined && error instanceof pg.DatabaseError);
    // Of statements that travelled together one failed and the others say that it did: it says why.
    const isEcho = postgresError(error)?.code === TRANSACTION_ABORTED;
    const reason = isEcho ? (firstFailures.get(client) ?? error) : error;
    return { isDone: false, error: reason, isUndone };
  } finally {
    afterwards.delete(client);
    client.release(broken);
  }
  for (const one of waiting) one();
  return { isDone: true, results };
}

/** What works that share their transaction have of it. */
const sharing = new WeakSet<Transaction>();

/** Whether it was begun for the works of others as well. */
export function isShared(db: Transaction): boolean {
  return sharing.has(db);
}

/** Throws where others share the transaction: what may have to wait is done again in one of its own, and nobody waits with it. */
export function needsOwnTransaction(db: Transaction): void {
  if (isShared(db)) throw new Error('Needs a transaction of its own');
}

/** What works had of their transactions, which have ended or will be undone: nothing more is asked of these. */
const ended = new WeakSet<Database>();

/** Throws what the first one failed with, when all have ended. */
async function allOf<Result>(works: Work<Result>[], handles: Transaction[]): Promise<Result[]> {
  const failures: unknown[] = [];
  const endAll = () => handles.forEach((handle) => ended.add(handle));
  const results = await Promise.all(
    works.map(async (work, at) => {
      try {
        return [await work(handles[at]!)];
      } catch (error) {
        failures.push(error);
        // The others need not go on.
        if (works.length > 1) endAll();
        return [];
      }
    }),
  );
  endAll();
  if (failures.length > 0) throw failures[0];
  return results.flat();
}
