// Reads the tables of pg-boss, which defines what they mean (docs/decisions/0008-pg-boss.md). The shop never writes to
// these tables.
import { statement, type Database } from '#engine/database.ts';

type Output = { done?: number; failed?: number; message?: string; value?: { message?: string } };

export type JobRow = {
  name: string;
  last_state: 'completed' | 'failed' | null;
  last_started_at: Date | null;
  last_output: Output | null;
  open_state: 'created' | 'retry' | 'active' | null;
  open_from: Date | null;
};

/** Reads the state of some jobs: the newest finished run and the open run of each job. */
export async function listJobRows(db: Database, names: string[]): Promise<JobRow[]> {
  return statement<JobRow>(
    db,
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
 * Lists the jobs that failed for good, newest first. A failure is left out if the same work ran again later, which has
 * repaired or repeated it. For mail, the same work is the same mail. For other jobs it is any run of the
 * job, because each run does everything that is due.
 */
export async function listFailedJobs(db: Database): Promise<FailedJobRow[]> {
  return statement<FailedJobRow>(
    db,
    `select j.id, j.name, j.output, j.completed_on, j.retry_count, j.data->>'mailId' as mail_id
     from pgboss.job j
     where j.state = 'failed' and not exists (
       select from pgboss.job later
       where later.name = j.name and later.data->>'mailId' is not distinct from j.data->>'mailId'
         and later.created_on > j.created_on and later.state in ('completed', 'failed')
     )
     order by j.completed_on desc limit $1`,
    [FAILED_MAX],
  );
}

/** Returns the name of a job that failed for good, or null if the job did not fail for good. */
export async function findFailedJob(db: Database, id: string): Promise<string | null> {
  const [row] = await statement<{ name: string }>(
    db,
    `select name from pgboss.job where id = $1 and state = 'failed'`,
    [id],
  );
  return row?.name ?? null;
}

const AUDITED = `name = 'audit' and state = 'completed' and (output->>'done')::int > 0`;

/** Whether an audit within the last `hours` found nothing. Runs that skipped their audit don't count. */
export async function isAuditedSince(db: Database, hours: number): Promise<boolean> {
  const rows = await statement(
    db,
    `select from pgboss.job where ${AUDITED} and completed_on > now() - make_interval(hours => $1) limit 1`,
    [hours],
  );
  return rows.length > 0;
}

export type JobGaugeRow = { name: string; open: number; oldest_due_s: number };

const COUNTED_JOBS_MOST = 100_000;

/**
 * Returns, for each job, the number of waiting or running runs, up to 100,000, and how long the first runnable run has
 * waited.
 */
export async function listJobGauges(db: Database, names: string[]): Promise<JobGaugeRow[]> {
  return statement<JobGaugeRow>(
    db,
    `select n.name, waiting.open + active.open as open, coalesce(due.seconds, 0) as oldest_due_s
     from unnest($1::text[]) n(name)
     cross join lateral (
       select count(*)::int as open from (
         select from pgboss.job where name = n.name and state < 'active' and not blocked limit ${COUNTED_JOBS_MOST}
       ) c
     ) waiting
     cross join lateral (
       select count(*)::int as open from pgboss.job where name = n.name and state = 'active'
     ) active
     left join lateral (
       select extract(epoch from now() - min(start_after))::float8 as seconds from (
         select start_after from pgboss.job
         where name = n.name and state < 'active' and not blocked and start_after <= now()
         limit ${COUNTED_JOBS_MOST}
       ) w
     ) due on true`,
    [names],
  );
}

/** Returns the seconds since an audit last found nothing, or null if no audit ever did. */
export async function findAuditAge(db: Database): Promise<number | null> {
  const [row] = await statement<{ age: number | null }>(
    db,
    `select extract(epoch from now() - max(completed_on))::float8 as age from pgboss.job where ${AUDITED}`,
    [],
  );
  return row!.age;
}
