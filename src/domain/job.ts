/** The state of a job: idle, queued, running, or waiting for a retry. */
export const JOB_STATES = ['idle', 'waiting', 'running', 'retrying'] as const;
export type JobState = (typeof JOB_STATES)[number];
