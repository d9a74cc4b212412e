// The port to the queue of work that is done later, by a worker of any process that shares the database.
// Filled by `queue/open-queue.ts`.
import type { Transaction } from '#engine/database.ts';

export type Queue = {
  /** Makes it ready: from here on, asking for a job takes no connection but that of its transaction. */
  open: () => Promise<void>;
  /**
   * Asks for a job inside a transaction: it is there when that commits, and nowhere if it rolls back.
   */
  send: (db: Transaction, job: string, data: object) => Promise<void>;
  /** Lets a job run again that has failed for good; any other stays as it is. */
  retry: (job: string, id: string) => Promise<void>;
  close: () => Promise<void>;
};
