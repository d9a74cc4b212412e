import { crc32 } from 'node:zlib';
import { whileLocked } from '../database/advisory-lock.ts';
import type { Context } from '../runtime/context.ts';
import { JOBS, type Job, type JobName, type JobRun } from './table.ts';

/**
 * Runs `work` and returns its result. If another process (such as the command line) is running the same job, returns
 * null and does not run `work`.
 */
export async function aloneAt<Result>(
  context: Context,
  job: JobName,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const { db, config } = context;
  return whileLocked(db, config.directDatabaseUrl, crc32(`job ${job}`), work);
}

/** Runs a job once in this process. If another process is running the job, returns null. */
export async function runJob(
  context: Context,
  job: JobName,
  signal: AbortSignal,
  data?: unknown,
): Promise<JobRun | null> {
  const { run }: Job = JOBS[job];
  return aloneAt(context, job, () => run(context, signal, data));
}
