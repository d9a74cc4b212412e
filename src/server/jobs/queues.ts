// How the queue treats each job. A job waits, runs or is retried at most once at a time
// (`exclusive`); mails are jobs of their own, one each.
import type { Queue } from 'pg-boss';
import { isMailJob, JOB_NAMES, JOBS, type JobName } from './table.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

// A worker without a heartbeat for this long is dead: the next poll gives its job to another.
const HEARTBEAT_SECONDS = 30;
// Longer than any job takes; it ends only a job that hangs.
const EXPIRE_SECONDS = 2 * HOUR;

/**
 * Retried after about 15, 30 and 60 seconds; then it has failed, and its next scheduled run comes
 * anyway.
 */
const RETRIES = { retryLimit: 3, retryDelay: 15, retryBackoff: true, retryDelayMax: 5 * 60 };

/** Ten times in about five hours: most mail servers are back by then. */
const MAIL_RETRIES = { retryLimit: 10, retryDelay: 30, retryBackoff: true, retryDelayMax: HOUR };

/** Finished runs are stored for two weeks, or for six hours if they run every minute. */
function keptSeconds(name: JobName): number {
  const { schedule } = JOBS[name];
  const isFrequent =
    typeof schedule === 'object' && 'everySeconds' in schedule && schedule.everySeconds <= 60;
  return isFrequent ? 6 * HOUR : 14 * DAY;
}

/**
 * Jobs that only the previous version runs: its processes enqueue them until they are replaced.
 * They are removed a release later.
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

/** The closed list of queues. */
export const QUEUES: readonly Queue[] = [
  ...JOB_NAMES.map((name) => queueOf(name, isMailJob(name), keptSeconds(name))),
  ...JOBS_OF_BEFORE.map((name) => queueOf(name, false, 14 * DAY)),
];
