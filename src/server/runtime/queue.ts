// The port to the job queue, implemented by `queue/open-queue.ts`. A worker of any process on the
// database runs the jobs.
import type { Transaction } from '#engine/database.ts';

export type Queue = {
  /** Prepares the queue. After this, enqueuing needs no connection besides the transaction's. */
  open: () => Promise<void>;
  /** Enqueues a job inside a transaction. The job exists only if the transaction commits. */
  send: (db: Transaction, job: string, data: object) => Promise<void>;
  /** Runs a job again if it failed for good. Does nothing otherwise. */
  retry: (job: string, id: string) => Promise<void>;
  close: () => Promise<void>;
};
