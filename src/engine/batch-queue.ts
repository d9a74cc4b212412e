// Batches requests of several users into one database transaction, so that they share the cost of each common statement
// (`batchedStatement`) and of the commit. Requests that arrive while batches run go into the next batch (choices 703
// and 853).
import { AsyncResource } from 'node:async_hooks';
import { connectionOf, inTransaction, type Database } from './database.ts';
import { attemptTransaction, type Work } from './transaction.ts';

type Waiting = {
  userId: string;
  work: Work<unknown>;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
};

/**
 * The most transactions at a time. This is enough to keep Postgres busy while this process computes. While a batch may
 * have only one request, `ALONE_MOST` applies instead.
 */
const TRANSACTIONS_MOST = 2;
const ALONE_MOST = 8;
const BATCH_MOST = 16;
/**
 * A batch that takes longer than this is waiting for a lock. It no longer counts as running, so that it doesn't delay
 * other batches.
 */
const SLOW_BATCH_MS = 50;

export class BatchQueue {
  readonly #db: Database;
  #waiting: Waiting[] = [];
  /**
   * Users who have a running request. Two requests of one user never run in the same batch, and never wait for each
   * other in the database.
   */
  readonly #atWork = new Set<string>();
  #transactions = 0;
  /**
   * Current limit of a batch's size. It is halved after a failure, because all requests of a failed
   * batch run twice.
   */
  #most = BATCH_MOST;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Runs `work` in a transaction that other requests may share, and commits. If one request of the transaction fails,
   * all are undone, and each runs again in its own transaction (`inTransaction`), which then fails only by itself. So
   * `work` must store nothing outside the database. `userId`: requests of one user run one after the other.
   */
  run<Result>(userId: string, work: Work<Result>): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#waiting.push({
        userId,
        // The work runs in the asynchronous context of its own request, even if another request starts the batch.
        work: AsyncResource.bind(work),
        resolve: resolve as (result: unknown) => void,
        reject,
      });
      this.#admit();
    });
  }

  #admit(): void {
    while (this.#transactions < (this.#most > 1 ? TRANSACTIONS_MOST : ALONE_MOST)) {
      const batch = this.#takeBatch();
      if (batch.length === 0) return;
      void this.#runBatch(batch);
    }
  }

  /** Takes the first waiting requests, at most one for each user. */
  #takeBatch(): Waiting[] {
    const taken: Waiting[] = [];
    const left: Waiting[] = [];
    for (const one of this.#waiting) {
      const isFree = taken.length < this.#most && !this.#atWork.has(one.userId);
      (isFree ? taken : left).push(one);
      if (isFree) this.#atWork.add(one.userId);
    }
    this.#waiting = left;
    return taken;
  }

  async #runBatch(batch: Waiting[]): Promise<void> {
    this.#transactions += 1;
    let hasPlace = true;
    const leavePlace = () => {
      if (hasPlace) this.#transactions -= 1;
      hasPlace = false;
      this.#admit();
    };
    const slowTimer = setTimeout(leavePlace, SLOW_BATCH_MS);
    const isDone = batch.length > 1 ? await this.#doAll(batch) : await this.#doAlone(batch[0]!);
    this.#most = isDone ? Math.min(this.#most + 1, BATCH_MOST) : Math.ceil(this.#most / 2);
    clearTimeout(slowTimer);
    leavePlace();
  }

  /** Runs all requests in one transaction. Returns whether that succeeded. Never throws. */
  async #doAll(batch: Waiting[]): Promise<boolean> {
    const outcome = await this.#attempt(batch.map(({ work }) => work));
    if (!outcome.isDone && outcome.isUndone) {
      await Promise.all(batch.map((one) => this.#doAlone(one)));
      return false;
    }
    for (const [at, { userId, resolve, reject }] of batch.entries()) {
      this.#atWork.delete(userId);
      if (outcome.isDone) resolve(outcome.results[at]);
      else reject(outcome.error);
    }
    return outcome.isDone;
  }

  async #attempt(works: Work<unknown>[]) {
    try {
      return await attemptTransaction(await connectionOf(this.#db), true, works);
    } catch (error) {
      return { isDone: false, error, isUndone: false } as const;
    }
  }

  /** Runs one request in its own transaction. Returns whether `work` succeeded. Never throws. */
  async #doAlone({ userId, work, resolve, reject }: Waiting): Promise<boolean> {
    let isDone = true;
    await inTransaction(this.#db, work, { usesGenericPlans: true }).then(
      resolve,
      (error: unknown) => {
        isDone = false;
        reject(error);
      },
    );
    this.#atWork.delete(userId);
    this.#admit();
    return isDone;
  }
}
