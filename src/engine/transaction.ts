// A transaction as an object: what one request may ask of the connection that it holds, alone or in a batch with others (choice 820).
import pg from 'pg';
import type { BatchedStatement } from './batched-statement.ts';
import type { Answer, Joined, PipelinedQuery } from './pipelined-query.ts';
import { Pipeline } from './pipeline.ts';

/** One connection that is held for several statements. */
export class Connection {
  readonly over = 'connection';
  readonly pipeline: Pipeline;
  /** Where it asked for something last. */
  #last: { pipelined: PipelinedQuery; place: number } | null = null;

  constructor(pipeline: Pipeline) {
    this.pipeline = pipeline;
  }

  get client(): pg.PoolClient {
    return this.pipeline.client;
  }

  /** Asks in the pipelined query of this turn. */
  ask(name: string, text: string, values: unknown[]): Promise<Answer> {
    const { pipelined } = this.pipeline;
    this.#last = { pipelined, place: pipelined.size };
    return pipelined.add(name, text, values);
  }

  /**
   * Joins a batched statement of this turn: one that others have asked for, if it comes behind all that this one has asked for
   * itself, or a new one at the end. What one request asks is done in the order in which it asked. `at`: whose rows are its own.
   */
  join<Item>(
    name: string,
    batched: BatchedStatement<Item>,
    item: Item,
  ): { at: number; answer: Promise<Answer> } {
    const { pipelined } = this.pipeline;
    const from = this.#last?.pipelined === pipelined ? this.#last.place + 1 : 0;
    const open = pipelined.joined.get(batched);
    const joined =
      open !== undefined && open.place >= from ? open : beginJoined(pipelined, name, batched);
    this.#last = { pipelined, place: joined.place };
    return { at: joined.items.push(item), answer: joined.answer };
  }

  /** A statement of its own wrote something. */
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
  const answer = pipelined.add(name, text, () => valuesOf(items), isServedEarly);
  const joined = { place, items, answer };
  pipelined.joined.set(batched, joined);
  return joined;
}

/**
 * One request's part of an open transaction. What locks, or writes several things that belong together, asks for this type, so
 * that it can't be called over the pool. Only `attemptTransaction` makes one, for `inTransaction` and `BatchQueue`.
 */
export class Transaction extends Connection {
  /** Others share the transaction: all of it is committed or nothing. */
  readonly isBatched: boolean;
  #afterwards: (() => void)[] = [];
  #isCommitted = false;
  #hasWritten = false;
  #hasEnded = false;

  constructor(pipeline: Pipeline, isBatched: boolean) {
    super(pipeline);
    this.isBatched = isBatched;
  }

  /**
   * Whether this request wrote anything: by a statement that is no `select`, by a function that its statement says writes, or by
   * work that nobody waits for.
   */
  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  override noteWritten(): void {
    this.#hasWritten = true;
  }

  /**
   * Takes work that nobody waits for. Its statements travel with the next ones, or with the commit. If it fails, so does the
   * transaction, with its error.
   */
  later(work: Promise<unknown>): void {
    this.#hasWritten = true;
    this.failWith(work);
  }

  /** The transaction fails if this does. */
  failWith(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      this.pipeline.firstError ??= error;
    });
  }

  /** Calls `tell` once the transaction has committed, and never if it doesn't. */
  afterCommit(tell: () => void): void {
    // The answer of what nobody waits for may be heard after the commit's, with which it came.
    if (this.#isCommitted) tell();
    else this.#afterwards.push(tell);
  }

  noteCommitted(): void {
    this.#isCommitted = true;
    for (const tell of this.#afterwards) tell();
  }

  /** Nothing more may be asked: the transaction is over, or will be undone. */
  end(): void {
    this.#hasEnded = true;
  }

  override ask(name: string, text: string, values: unknown[]): Promise<Answer> {
    this.#refuseEnded();
    return super.ask(name, text, values);
  }

  override join<Item>(
    name: string,
    batched: BatchedStatement<Item>,
    item: Item,
  ): { at: number; answer: Promise<Answer> } {
    this.#refuseEnded();
    if (this.isBatched && batched.mayWait === true) throw new NeedsOwnTransaction();
    return super.join(name, batched, item);
  }

  #refuseEnded(): void {
    if (this.#hasEnded) throw new Error('This transaction has ended');
  }
}

/** A batch was asked for what may have to wait. The queue handles each of its requests again, in a transaction of its own. */
class NeedsOwnTransaction extends Error {
  constructor() {
    super('Needs a transaction of its own');
  }
}

const KEEP_PLANS = `select set_config('plan_cache_mode', 'force_generic_plan', true)`;
/** In a batch nobody waits long for what somebody else has locked: who has to is handled again alone. */
const KEEP_PLANS_IN_BATCH = `${KEEP_PLANS}, set_config('lock_timeout', '50ms', true)`;

const TRANSACTION_ABORTED = '25P02';

export type Work<Result> = (tx: Transaction) => Promise<Result>;

/** What became of works in one transaction: all are done or none is. `isUndone`: it is certain that nothing is left of them. */
export type Outcome<Result> =
  | { isDone: true; results: Result[] }
  | { isDone: false; error: unknown; isUndone: boolean };

/** Does all `works` in one transaction, once. */
export async function attemptTransaction<Result>(
  client: pg.PoolClient,
  keepsPlans: boolean,
  works: Work<Result>[],
): Promise<Outcome<Result>> {
  const pipeline = new Pipeline(client);
  const isBatched = works.length > 1;
  const handles = works.map(() => new Transaction(pipeline, isBatched));
  let broken: Error | undefined;
  let isCommitting = false;
  let results: Result[];
  try {
    // Not awaited: it travels with the first statement of the work, which fails if it fails.
    const begin = (name: string, text: string) => {
      handles[0]!.failWith(handles[0]!.ask(name, text, []));
    };
    begin('begin', 'begin');
    if (keepsPlans && isBatched) begin('keep plans in a batch', KEEP_PLANS_IN_BATCH);
    else if (keepsPlans) begin('keep plans', KEEP_PLANS);
    results = await allOf(works, handles);
    if (pipeline.firstError !== undefined) throw pipeline.firstError;
    isCommitting = true;
    // A statement that failed and was passed over: Postgres answers that it rolled back, and no error.
    if ((await pipeline.pipelined.add('commit', 'commit', [])).command !== 'COMMIT') {
      isCommitting = false;
      // The failure of what nobody waited for may have come in one pipelined query with this answer, and be heard after it.
      await new Promise((resolve) => setImmediate(resolve));
      throw pipeline.firstError ?? new Error('A transaction was rolled back when it committed');
    }
  } catch (error) {
    // What the work asked for as it failed is inside of what is undone.
    pipeline.send();
    // A connection that can't roll back is thrown away, so that no half-done work returns to the pool.
    await client.query('rollback').catch((rollbackError: Error) => {
      broken = rollbackError;
    });
    // Nothing but its own commit makes anything last. Where that was sent, only Postgres knows.
    const isUndone = !isCommitting || (broken === undefined && error instanceof pg.DatabaseError);
    // Of statements that travelled together one failed and the others say that it did: it says why.
    const isEcho = postgresError(error)?.code === TRANSACTION_ABORTED;
    const reason = isEcho ? (pipeline.firstError ?? error) : error;
    return { isDone: false, error: reason, isUndone };
  } finally {
    client.release(broken);
  }
  for (const handle of handles) handle.noteCommitted();
  return { isDone: true, results };
}

/** Throws what the first one failed with, when all have ended. */
async function allOf<Result>(works: Work<Result>[], handles: Transaction[]): Promise<Result[]> {
  const failures: unknown[] = [];
  const endAll = () => handles.forEach((handle) => handle.end());
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

/** The Postgres error behind an error, whether or not somebody wrapped it. */
export function postgresError(error: unknown): pg.DatabaseError | null {
  if (error instanceof pg.DatabaseError) return error;
  if (error instanceof Error && error.cause instanceof pg.DatabaseError) return error.cause;
  return null;
}
