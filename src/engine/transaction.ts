// Represents a transaction as an object. The object limits what one request may do on its connection, alone or in a
// batch with other requests. Its state is in fields: weak maps hid failures of `tx.later(…)`.
import pg from 'pg';
import type { BatchedStatement } from './batched-statement.ts';
import type { StatementResult, Joined, PipelinedQuery } from './pipelined-query.ts';
import { Pipeline } from './pipeline.ts';

/** One connection, held for several statements. */
export class Connection {
  readonly over = 'connection';
  readonly pipeline: Pipeline;
  /** The last statement that this object sent. */
  #last: { pipelined: PipelinedQuery; place: number } | null = null;

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  get client(): pg.PoolClient {
    return this.pipeline.client;
  }

  /** Adds a statement to this turn's pipelined query. */
  ask(name: string, text: string, values: unknown[]): Promise<StatementResult> {
    const { pipelined } = this.pipeline;
    this.#last = { pipelined, place: pipelined.size };
    return pipelined.add(name, text, values);
  }

  /**
   * Joins the first batched statement of this turn that runs after this request's last statement. If there is none, adds
   * a new one. So each request's statements run in the order in which the request sent them. `at`: the number of this
   * request's item.
   */
  join<Item>(
    name: string,
    batched: BatchedStatement<Item>,
    item: Item,
  ): { at: number; result: Promise<StatementResult> } {
    const { pipelined } = this.pipeline;
    const from = this.#last?.pipelined === pipelined ? this.#last.place + 1 : 0;
    const open = pipelined.joined.get(batched)?.find(({ place }) => place >= from);
    const joined = open ?? beginJoined(pipelined, name, batched);
    this.#last = { pipelined, place: joined.place };
    return { at: joined.items.push(item), result: joined.result };
  }

  /** Called when a statement of this object has written something. */
  noteWritten(): void {}
}

function beginJoined<Item>(
  pipelined: PipelinedQuery,
  name: string,
  batched: BatchedStatement<Item>,
): Joined {
  const { text, valuesOf, isServedEarly } = batched;
  const items: Item[] = [];
  const place = pipelined.size;
  const result = pipelined.add(name, text, () => valuesOf(items), isServedEarly);
  const joined = { place, items, result };
  pipelined.joined.set(batched, [...(pipelined.joined.get(batched) ?? []), joined]);
  return joined;
}

/**
 * One request's part of an open transaction. Functions that lock, or that must write several things together, demand
 * this type, so that nobody can call them over the pool. Only `attemptTransaction` makes objects of this type, for
 * `inTransaction` and `BatchQueue`.
 */
export class Transaction extends Connection {
  /** Whether other requests share the transaction. A shared transaction commits for all its requests or for none. */
  readonly isBatched: boolean;
  #lastWork: (() => Promise<unknown>)[] = [];
  #afterwards: (() => void)[] = [];
  #isCommitted = false;
  #hasWritten = false;
  #hasEnded = false;

  constructor(pipeline: Pipeline, isBatched: boolean) {
    super(pipeline);
    this.isBatched = isBatched;
  }

  /**
   * Whether this request has written anything. That may be by a statement other than `select`, by a function that its
   * statement declares as writing, or by work given to `later`.
   */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  override noteWritten(): void {
    this.#hasWritten = true;
  }

  /**
   * Takes work that the caller does not await. The statements of the work travel with the next statements or with the
   * commit. If the work fails, the transaction fails with the same error.
   */
  later(work: Promise<unknown>): void {
    this.#hasWritten = true;
    this.failWith(work);
  }

  /** Makes the transaction fail if `work` fails. */
  failWith(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.pipeline.firstError ??= error;
    });
  }

  /**
   * Calls `work` when all requests of the transaction have done theirs, unless one of them failed. `work` must send its
   * statements at once, because they travel with the commit. If it fails, so does the transaction.
   */
  beforeCommit(work: () => Promise<unknown>): void {
    this.#refuseEnded();
    this.#lastWork.push(work);
  }

  doLastWork(): void {
    for (const work of this.#lastWork) this.later(work());
  }

  /** Calls `tell` after the transaction commits. If the transaction doesn't commit, `tell` is never called. */
  afterCommit(tell: () => void): void {
    // Work given to `later` may run this line after the commit was answered, because the answers to the work and to the
    // commit can arrive together.
    if (this.#isCommitted) tell();
    else this.#afterwards.push(tell);
  }

  noteCommitted(): void {
    this.#isCommitted = true;
    for (const tell of this.#afterwards) tell();
  }

  /** Refuses all further statements, because the transaction is over or will be undone. */
  end(): void {
    this.#hasEnded = true;
  }

  override ask(name: string, text: string, values: unknown[]): Promise<StatementResult> {
    this.#refuseEnded();
    return super.ask(name, text, values);
  }

  override join<Item>(
    name: string,
    batched: BatchedStatement<Item>,
    item: Item,
  ): { at: number; result: Promise<StatementResult> } {
    this.#refuseEnded();
    if (this.isBatched && batched.mayWait === true) throw new NeedsOwnTransaction();
    return super.join(name, batched, item);
  }

  #refuseEnded(): void {
    if (this.#hasEnded) throw new Error('This transaction has ended');
  }
}

/**
 * Thrown when a request of a batch runs a statement that may have to wait. The queue then runs each request of the
 * batch again, in a transaction of its own.
 */
class NeedsOwnTransaction extends Error {
  constructor() {
    super('Needs a transaction of its own');
  }
}

const GENERIC_PLANS = `select set_config('plan_cache_mode', 'force_generic_plan', true)`;
/**
 * A batch never waits long for a lock of another transaction. If a request needs such a lock, all requests of the batch
 * run again alone.
 */
const GENERIC_PLANS_IN_BATCH = `${GENERIC_PLANS}, set_config('lock_timeout', '50ms', true)`;

const TRANSACTION_ABORTED = '25P02';

export type Work<Result> = (tx: Transaction) => Promise<Result>;

/**
 * The result of one transaction, which does all its requests or none. `isUndone`: it is certain that nothing was
 * committed.
 */
export type Outcome<Result> =
  | { isDone: true; results: Result[] }
  | { isDone: false; error: unknown; isUndone: boolean };

/** Runs all `works` in one transaction, and does not retry. */
export async function attemptTransaction<Result>(
  client: pg.PoolClient,
  usesGenericPlans: boolean,
  works: Work<Result>[],
): Promise<Outcome<Result>> {
  const pipeline = new Pipeline(client);
  const isBatched = works.length > 1;
  const handles = works.map(() => new Transaction(pipeline, isBatched));
  let broken: Error | undefined;
  let isCommitting = false;
  let results: Result[];
  try {
    // `begin` is not awaited, so that it travels with the first statement of the work. If `begin` fails, that statement
    // fails too.
    const begin = (name: string, text: string) => {
      handles[0]!.failWith(handles[0]!.ask(name, text, []));
    };
    begin('begin', 'begin');
    if (usesGenericPlans && isBatched) begin('keep plans in a batch', GENERIC_PLANS_IN_BATCH);
    else if (usesGenericPlans) begin('keep plans', GENERIC_PLANS);
    results = await allOf(works, handles);
    if (pipeline.firstError !== undefined) throw pipeline.firstError;
    isCommitting = true;
    // If a statement failed and its error was ignored, Postgres answers the commit with ROLLBACK instead of an error.
    if ((await pipeline.pipelined.add('commit', 'commit', [])).command !== 'COMMIT') {
      isCommitting = false;
      // Unawaited work may have failed in the same pipelined query. Its error is handled only after
      // this result.
      await new Promise((resolve) => setImmediate(resolve));
      throw pipeline.firstError ?? new Error('A transaction was rolled back when it committed');
    }
  } catch (error) {
    // If the work failed, some of its statements may still be unsent. They are sent now, so that the rollback undoes
    // them too.
    pipeline.send();
    // If the rollback fails, the connection is discarded, so that no unfinished work returns to the pool.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    // If no commit was sent, nothing was stored. If a commit was sent but its answer is missing, only Postgres knows
    // the result.
    const isUndone = !isCommitting || (broken === undefined && error instanceof pg.DatabaseError);
    // If one statement of a pipelined query fails, the later statements report only that the transaction is aborted.
    // The first error says why.
    const isEcho = postgresError(error)?.code === TRANSACTION_ABORTED;
    const reason = isEcho ? (pipeline.firstError ?? error) : error;
    return { isDone: false, error: reason, isUndone };
  } finally {
    client.release(broken);
  }
  for (const handle of handles) handle.noteCommitted();
  return { isDone: true, results };
}

/** Waits for all requests. If any failed, throws the first failure. */
async function allOf<Result>(works: Work<Result>[], handles: Transaction[]): Promise<Result[]> {
  const failures: unknown[] = [];
  const endAll = () => handles.forEach((handle) => handle.end());
  const results = await Promise.all(
    works.map(async (work, at) => {
      try {
        return [await work(handles[at]!)];
      } catch (error) {
        failures.push(error);
        // If one request has failed, the batch will be undone, so the other requests need not continue.
        if (works.length > 1) endAll();
        return [];
      }
    }),
  );
  if (failures.length === 0) for (const handle of handles) handle.doLastWork();
  endAll();
  if (failures.length > 0) throw failures[0];
  return results.flat();
}

/** Returns the Postgres error that an error is or has as its cause, or null if there is none. */
export function postgresError(error: unknown): pg.DatabaseError | null {
  if (error instanceof pg.DatabaseError) return error;
  if (error instanceof Error && error.cause instanceof pg.DatabaseError) return error.cause;
  return null;
}
