import { crc32 } from 'node:zlib';
import { whileLocked } from '../database/advisory-lock.ts';
import type { Context } from '../runtime/context.ts';
import { JOBS, type Job, type JobName, type JobRun } from './table.ts';

/**
 * Runs `work` if no other process runs that job, including the command line. Otherwise returns null
 * without running it.
 */
export async function aloneAt<Result>(
  context: Context,
  job: JobName,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const { db, config } = context;
  return whileLocked(db, config.directDatabaseUrl, crc32(`job ${job}`), work);
}

/** Runs a job once, in this process: null when another process runs it. */
export async function runJob(
  context: Context,
  job: JobName,
  signal: AbortSignal,
  data?: unknown,
): Promise<JobRun | null> {
  const { run }: Job = JOBS[job];
  return aloneAt(context, job, () => run(context, signal, data));
}
