/** How a job stands: nothing to do now, asked for, at work, or waiting to be tried again. */
export const JOB_STATES = ['idle', 'waiting', 'running', 'retrying'] as const;
export type JobState = (typeof JOB_STATES)[number];
