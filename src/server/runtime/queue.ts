// The port to the job queue. A worker of any process on the database runs the jobs. Implemented by
// `queue/open-queue.ts`.
import type { Transaction } from '#engine/database.ts';

export type Queue = {
  /** Prepares the queue: after that, enqueuing a job uses no connection but its transaction's. */
  open: () => Promise<void>;
  /**
   * Enqueues a job inside a transaction: the job exists once that commits, and never if it rolls
   * back.
   */
  send: (db: Transaction, job: string, data: object) => Promise<void>;
  /** Runs a job again that has failed for good; any other job stays unchanged. */
  retry: (job: string, id: string) => Promise<void>;
  close: () => Promise<void>;
};
