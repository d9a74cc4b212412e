import * as rows from '#contract/jobs.ts';
import type { JobStatus } from '#contract/jobs.ts';
import { nextRunMs } from '#domain/schedule.ts';
import { verb } from '../http/verb.ts';
import { listFailedJobs, listJobRows, type FailedJobRow, type JobRow } from './jobs-queries.ts';
import { JOB_NAMES, JOBS, type JobName, type Rhythm } from './table.ts';

export const listJobs = verb(rows.listJobs, async (context) => {
  const [rows, failed] = await Promise.all([
    listJobRows(context.db, JOB_NAMES),
    listFailedJobs(context.db),
  ]);
  const now = context.now();
  return {
    jobs: rows.map((one) => jobOf(one, JOBS[one.name as JobName].rhythm, now)),
    failed: failed.map((one) => ({
      id: one.id,
      name: one.name,
      error: errorOf(one.output),
      failedAt: one.completed_on,
      attempts: one.retry_count + 1,
      mailId: one.mail_id,
    })),
  };
});

const STATES = { created: 'waiting', retry: 'retrying', active: 'running' } as const;

function jobOf(one: JobRow, rhythm: Rhythm, now: Date): JobStatus {
  const { done, failed } = one.last_output ?? {};
  const isCounted = done !== undefined && failed !== undefined;
  return {
    name: one.name,
    everySeconds:
      typeof rhythm === 'object' && 'everySeconds' in rhythm ? rhythm.everySeconds : null,
    dailyAtHour: typeof rhythm === 'object' && 'dailyAtHour' in rhythm ? rhythm.dailyAtHour : null,
    state: one.open_state === null ? 'idle' : STATES[one.open_state],
    lastRunAt: one.last_started_at,
    lastOutcome: one.last_state,
    lastRun: isCounted ? { done, failed } : null,
    nextRunAt: nextRunOf(one, rhythm, now),
  };
}

/** A job that waits, or is to be tried again, comes first; then its rhythm. */
function nextRunOf(one: JobRow, rhythm: Rhythm, now: Date): Date | null {
  if (one.open_state === 'created' || one.open_state === 'retry') return one.open_from;
  return rhythm === 'on demand' ? null : new Date(nextRunMs(now.getTime(), rhythm));
}

/** Ours say `message`; what the queue ends by itself says it one level deeper. */
function errorOf(output: FailedJobRow['output']): string {
  return output?.message ?? output?.value?.message ?? 'It failed, and said nothing.';
}
