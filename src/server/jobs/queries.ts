// The queue's own tables, read only. What they mean is pg-boss's to say (docs/decisions/0008-pg-boss.md).
import { statement, type Database } from '../database/database.ts';

type Output = { done?: number; failed?: number; message?: string; value?: { message?: string } };

export type JobRow = {
  name: string;
  last_state: 'completed' | 'failed' | null;
  last_started_at: Date | null;
  last_output: Output | null;
  open_state: 'created' | 'retry' | 'active' | null;
  open_from: Date | null;
};

/** How some jobs stand: the newest run that ended, and the one that is open. */
export async function listJobRows(db: Database, names: string[]): Promise<JobRow[]> {
  return statement<JobRow>(
    db,
    'list_job_rows',
    `select n.name, last.state as last_state, last.started_on as last_started_at, last.output as last_output,
       open.state as open_state, open.start_after as open_from
     from unnest($1::text[]) with ordinality n(name, place)
     left join lateral (
       select state, started_on, output from pgboss.job
       where name = n.name and state in ('completed', 'failed') order by completed_on desc limit 1
     ) last on true
     left join lateral (
       select state, start_after from pgboss.job
       where name = n.name and state in ('created', 'retry', 'active') order by state desc, start_after limit 1
     ) open on true
     order by n.place`,
    [names],
  );
}

export type FailedJobRow = {
  id: string;
  name: string;
  output: Output | null;
  completed_on: Date;
  retry_count: number;
  mail_id: string | null;
};

const FAILED_MAX = 100;

/**
 * The jobs that failed for good, newest first. A failure after which the same was tried anew is made
 * good by that, or told by it (choice 62).
 */
export async function listFailedJobs(db: Database): Promise<FailedJobRow[]> {
  return statement<FailedJobRow>(
    db,
    'list_failed_jobs',
    `select j.id, j.name, j.output, j.completed_on, j.retry_count, j.data->>'mailId' as mail_id
     from pgboss.job j
     where j.state = 'failed' and not exists (
       select from pgboss.job later
       where later.name = j.name and later.data is not distinct from j.data
         and later.created_on > j.created_on and later.state in ('completed', 'failed')
     )
     order by j.completed_on desc limit $1`,
    [FAILED_MAX],
  );
}

/** The name of a job that failed for good, or null. */
export async function findFailedJob(db: Database, id: string): Promise<string | null> {
  const [row] = await statement<{ name: string }>(
    db,
    'find_failed_job',
    `select name from pgboss.job where id = $1 and state = 'failed'`,
    [id],
  );
  return row?.name ?? null;
}
