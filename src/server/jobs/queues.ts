// How the queue treats each job. A job waits, runs or is retried at most once at a time (`exclusive`);
// mails are jobs of their own, one each.
import type { Queue } from 'pg-boss';
import { isMailJob, JOB_NAMES, JOBS, type JobName } from './table.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

// A worker that says nothing for so long is dead: whoever looks next gives its job to another.
const HEARTBEAT_SECONDS = 30;
// Longer than any job takes; it ends only one that hangs.
const EXPIRE_SECONDS = 2 * HOUR;

/** Tried again after about 15, 30 and 60 seconds; then it has failed, and its next time comes anyway. */
const RETRIES = { retryLimit: 3, retryDelay: 15, retryBackoff: true, retryDelayMax: 5 * 60 };

/** Ten times in about five hours: most mail servers are back by then. */
const MAIL_RETRIES = { retryLimit: 10, retryDelay: 30, retryBackoff: true, retryDelayMax: HOUR };

/** Finished runs are kept for two weeks, or for six hours if they come by the minute. */
function keptSeconds(name: JobName): number {
  const { schedule } = JOBS[name];
  const isFrequent =
    typeof schedule === 'object' && 'everySeconds' in schedule && schedule.everySeconds <= 60;
  return isFrequent ? 6 * HOUR : 14 * DAY;
}

/** Jobs that only the version before runs: its processes ask for them until they are replaced. They go a release later. */
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
