// Defines the port to the job queue, which `queue/open-queue.ts` implements. The jobs run in a worker of any process on
// the database.
import type { Transaction } from '#engine/database.ts';

export type Queue = {
  /** Prepares the queue. After this, enqueuing needs no connection besides that of the transaction. */
  open: () => Promise<void>;
  /** Enqueues a job inside a transaction. The job exists only if the transaction commits. */
  send: (db: Transaction, job: string, data: object) => Promise<void>;
  /** Runs a job once more if it failed for good. Otherwise does nothing. */
  retry: (job: string, id: string) => Promise<void>;
  close: () => Promise<void>;
};
