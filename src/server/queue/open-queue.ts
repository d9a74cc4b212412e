import type { PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import { postgresError, statement, type Database } from '#engine/database.ts';
import type { Queue } from '../runtime/queue.ts';
import { currentTrace } from '../tracing/trace.ts';
import { makeBoss } from './boss.ts';

const UNIQUE_VIOLATION = '23505';

/**
 * Opens the sending side of the queue. It starts at the latest with the first job, so a process that sends no jobs may
 * never start it.
 */
export function openQueue(db: Database, log: FastifyBaseLogger): Queue {
  let made: PgBoss | null = null;
  // Concurrent callers share one start. If a start fails, the next caller starts the queue anew.
  const boss = (): Promise<PgBoss> => (made ??= makeBoss(db, log, { works: false })).start();
  return {
    open: async () => {
      await boss();
    },
    send: async (tx, job, data) => {
      const sender = await boss();
      const trace = currentTrace();
      await sender.send(job, trace === undefined ? data : { ...data, trace }, {
        // Each statement is sent by the transaction itself, so that it never runs before the transaction begins.
        db: {
          executeSql: async (text, values) => ({ rows: await statement(tx, text, values ?? []) }),
        },
      });
    },
    retry: async (job, id) => {
      const sender = await boss();
      try {
        await sender.retry(job, id);
        // The job runs now instead of at its next retry.
        await sender.update(job, undefined, { id, startAfter: 0 });
      } catch (error) {
        // An `exclusive` job that does the same work is already waiting or running, so no job is missing.
        if (postgresError(error)?.code !== UNIQUE_VIOLATION) throw error;
      }
    },
    close: async () => {
      await made?.stop({ graceful: false });
    },
  };
}
