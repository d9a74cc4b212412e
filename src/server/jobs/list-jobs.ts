import * as rows from '#contract/jobs.ts';
import type { JobStatus } from '#contract/jobs.ts';
import { nextRunMs } from '#domain/schedule.ts';
import { handler } from '../http/handler.ts';
import { listFailedJobs, listJobRows, type FailedJobRow, type JobRow } from './jobs-queries.ts';
import { JOB_NAMES, JOBS, type JobName, type Schedule } from './table.ts';

export const listJobs = handler(rows.listJobs, async (context) => {
  const [rows, failed] = await Promise.all([
    listJobRows(context.db, JOB_NAMES),
    listFailedJobs(context.db),
  ]);
  const now = context.now();
  return {
    jobs: rows.map((one) => jobOf(one, JOBS[one.name as JobName].schedule, now)),
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

function jobOf(one: JobRow, schedule: Schedule, now: Date): JobStatus {
  const { done, failed } = one.last_output ?? {};
  const isCounted = done !== undefined && failed !== undefined;
  return {
    name: one.name,
    everySeconds:
      typeof schedule === 'object' && 'everySeconds' in schedule ? schedule.everySeconds : null,
    dailyAtHour:
      typeof schedule === 'object' && 'dailyAtHour' in schedule ? schedule.dailyAtHour : null,
    state: one.open_state === null ? 'idle' : STATES[one.open_state],
    lastRunAt: one.last_started_at,
    lastOutcome: one.last_state,
    lastRun: isCounted ? { done, failed } : null,
    nextRunAt: nextRunOf(one, schedule, now),
  };
}

/**
 * The time of a job's next run. If a run or a retry is already in the queue, its time counts instead of the schedule's.
 */
function nextRunOf(one: JobRow, schedule: Schedule, now: Date): Date | null {
  if (one.open_state === 'created' || one.open_state === 'retry') return one.open_from;
  return schedule === 'on demand' ? null : new Date(nextRunMs(now.getTime(), schedule));
}

/** Errors of the shop have `message`. Errors of pg-boss have it inside `value`. */
function errorOf(output: FailedJobRow['output']): string {
  return output?.message ?? output?.value?.message ?? 'It failed, and said nothing.';
}
