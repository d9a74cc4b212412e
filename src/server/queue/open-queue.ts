import type { PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import { postgresError, statement, type Database } from '#engine/database.ts';
import type { Queue } from '../runtime/queue.ts';
import { currentTrace } from '../tracing/trace.ts';
import { makeBoss } from './boss.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * The sending side of the queue in a process. It opens with its first job at the latest: a shop
 * that sends no jobs opens none.
 */
export function openQueue(db: Database, log: FastifyBaseLogger): Queue {
  let made: PgBoss | null = null;
  // Concurrent callers wait for the same start; after a failed start the next caller tries again.
  const boss = (): Promise<PgBoss> => (made ??= makeBoss(db, log, { works: false })).start();
  return {
    open: async () => {
      await boss();
    },
    send: async (tx, job, data) => {
      const sender = await boss();
      const trace = currentTrace();
      await sender.send(job, trace === undefined ? data : { ...data, trace }, {
        // Like everything else in the transaction: never ahead of its beginning, which may wait for
        // the end of this turn of the event loop.
        db: {
          executeSql: async (text, values) => ({ rows: await statement(tx, text, values ?? []) }),
        },
      });
    },
    retry: async (job, id) => {
      const sender = await boss();
      try {
        await sender.retry(job, id);
        // Now, not at the time of its next retry.
        await sender.update(job, undefined, { id, startAfter: 0 });
      } catch (error) {
        // A job that never runs twice at once is already waiting or running: it is being done
        // again.
        if (postgresError(error)?.code !== UNIQUE_VIOLATION) throw error;
      }
    },
    close: async () => {
      await made?.stop({ graceful: false });
    },
  };
}
