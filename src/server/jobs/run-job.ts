import { crc32 } from 'node:zlib';
import { whileLocked } from '../database/advisory-lock.ts';
import type { Context } from '../runtime/context.ts';
import { JOBS, type Job, type JobName, type JobRun } from './table.ts';

/**
 * Runs `work` and returns its result. Returns null without running it if another process, such as
 * the command line, is running the job.
 */
export async function aloneAt<Result>(
  context: Context,
  job: JobName,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const { db, config } = context;
  return whileLocked(db, config.directDatabaseUrl, crc32(`job ${job}`), work);
}

/** Runs a job once in this process. Returns null if another process is running it. */
export async function runJob(
  context: Context,
  job: JobName,
  signal: AbortSignal,
  data?: unknown,
): Promise<JobRun | null> {
  const { run }: Job = JOBS[job];
  return aloneAt(context, job, () => run(context, signal, data));
}
