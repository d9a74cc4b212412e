// Sets up each job's queue. At most one run of a job waits, runs or is retried at a time (`exclusive`). Mail jobs are
// the exception: each mail is a job of its own.
import type { Queue } from 'pg-boss';
import { isMailJob, JOB_NAMES, JOBS, type JobName } from './table.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

// A worker counts as dead if it sends no heartbeat for this long. The next poll gives its job to another worker.
const HEARTBEAT_SECONDS = 30;
// A run that takes this long hangs. No job needs as much time.
const EXPIRE_SECONDS = 2 * HOUR;

/**
 * A failed run is retried after about 15, 30 and 60 seconds. After the last retry, the job waits for its next scheduled
 * run.
 */
const RETRIES = { retryLimit: 3, retryDelay: 15, retryBackoff: true, retryDelayMax: 5 * 60 };

/** Ten retries take about five hours, and most mail servers are back by then. */
const MAIL_RETRIES = { retryLimit: 10, retryDelay: 30, retryBackoff: true, retryDelayMax: HOUR };

/** Finished runs are stored for two weeks, or for six hours if they run every minute. */
function retentionSeconds(name: JobName): number {
  const { schedule } = JOBS[name];
  const isFrequent =
    typeof schedule === 'object' && 'everySeconds' in schedule && schedule.everySeconds <= 60;
  return isFrequent ? 6 * HOUR : 14 * DAY;
}

/**
 * Jobs that only the previous version runs. Its processes enqueue them during an upgrade, so their queues must still
 * exist. The next release removes these jobs.
 */
const JOBS_OF_BEFORE = ['keep-hours'];

function queueOf(name: string, isMail: boolean, deleteAfterSeconds: number): Queue {
  return {
    name,
    policy: isMail ? 'standard' : 'exclusive',
    ...(isMail ? MAIL_RETRIES : RETRIES),
    heartbeatSeconds: HEARTBEAT_SECONDS,
    expireInSeconds: EXPIRE_SECONDS,
    deleteAfterSeconds,
  };
}

/** All queues. The shop creates no others. */
export const QUEUES: readonly Queue[] = [
  ...JOB_NAMES.map((name) => queueOf(name, isMailJob(name), retentionSeconds(name))),
  ...JOBS_OF_BEFORE.map((name) => queueOf(name, false, 14 * DAY)),
];
