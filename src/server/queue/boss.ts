// Runs the job queue, pg-boss, in its own schema of the shop's Postgres (docs/decisions/0008-pg-boss.md).
import { PgBoss } from 'pg-boss';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#engine/database.ts';

/** How often a process looks for jobs whose worker sends no heartbeat any more. */
const SUPERVISE_SECONDS = 30;

/**
 * Returns a pg-boss that is not started, and that uses the shop's pool and role. `works`: whether it runs jobs and
 * recovers jobs of dead processes.
 */
export function makeBoss(
  db: Database,
  log: FastifyBaseLogger,
  { works }: { works: boolean },
): PgBoss {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.client.query(text, values) },
    migrate: false,
    createSchema: false,
    // This is off, because the shop itself schedules its jobs (`jobs/start-jobs.ts`).
    schedule: false,
    supervise: works,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // These are off, because the tables belong to the owner of the database, and Postgres itself maintains them.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on('error', (told) =>
    log.error(
      { event: 'queue_failed', ...reasonOf(told) },
      'Job queue reported an error (see err)',
    ),
  );
  boss.on('warning', (warning) =>
    log.warn({ event: 'queue_warning', warning }, 'Job queue reported a warning (see warning)'),
  );
  return boss;
}

/**
 * Returns an error that pg-boss reports, with the queue's name. Some of these errors come as plain objects with an
 * error's fields.
 */
function reasonOf(told: Error & { queue?: string }): { err: Error; queue?: string } {
  if (told instanceof Error) return { err: told };
  const { queue, message, ...fields } = told as Error & { queue?: string };
  const err = Object.assign(new Error(message), fields);
  return queue === undefined ? { err } : { err, queue };
}
