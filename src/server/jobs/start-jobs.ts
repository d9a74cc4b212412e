// The shop's clockwork. Every process keeps the time and asks for what is due; the queue takes each time
// once, however many ask, and gives it to one of them. A process that dies at work is noticed by its
// silence, and another does the job again.
import { nextRunMs } from '#domain/schedule.ts';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { readPriceSources } from '../catalogue/price-sources.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import { makeBoss } from '../queue/boss.ts';
import type { Context } from '../runtime/context.ts';
import { traced } from '../tracing/trace.ts';
import { runJob } from './run-job.ts';
import { JOB_NAMES, JOBS, type JobName, type Rhythm } from './table.ts';

/** How soon a worker sees what another process asked for, or what is to be tried again. */
const POLL_SECONDS = 10;
/** Somebody waits for a code. */
const MAIL_POLL_SECONDS = 1;
const MAILS_AT_ONCE = 5;

// The database says which time it is. So far off its clock may be, and each time is asked for once.
const MARGIN_MS = 500;

export type Clockwork = {
  /** Asks for nothing more, breaks off what can be done again, and waits for the rest. */
  stop: () => Promise<void>;
};

/**
 * Starts the clockwork of a server: what was missed while no server ran is done at once, then each
 * job at its time. Throws ConfigProblem when a job's settings can't be used.
 */
export async function startJobs(context: Context): Promise<Clockwork> {
  readPriceSources(context.config.priceSources);
  const stopping = new AbortController();
  const boss = await makeBoss(context.db, context.log, { works: true }).start();
  const clocks: NodeJS.Timeout[] = [];
  await Promise.all(
    JOB_NAMES.map(async (name) => {
      const worker = await startWorker(context, boss, name, stopping.signal);
      const { rhythm } = JOBS[name] as { rhythm: Rhythm };
      if (worker === null || rhythm === 'on demand') return;
      keepTime(context, clocks, rhythm, async () => {
        await askFor(boss, name, rhythm);
        boss.notifyWorker(worker);
      });
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      for (const clock of clocks) clearTimeout(clock);
      await Promise.all(JOB_NAMES.map((name) => boss.offWork(name, { wait: true })));
      await boss.stop({ graceful: false });
    },
  };
}

/** One time of a job: whoever asks for the same time later asks for nothing (choice 60). */
async function askFor(boss: PgBoss, name: JobName, rhythm: Rhythm): Promise<void> {
  const slot =
    typeof rhythm === 'object' && 'everySeconds' in rhythm
      ? { singletonSeconds: rhythm.everySeconds }
      : {};
  await boss.send(name, null, slot);
}

/** Calls `ask` now, and then each time that the rhythm comes round. */
function keepTime(
  context: Context,
  clocks: NodeJS.Timeout[],
  rhythm: Exclude<Rhythm, 'on demand'>,
  ask: () => Promise<void>,
): void {
  const place = clocks.length;
  const tick = (): void => {
    ask().catch((error: unknown) => context.log.error({ err: error }, 'A job was not asked for'));
    const now = context.now().getTime();
    clocks[place] = setTimeout(tick, nextRunMs(now, rhythm) - now + MARGIN_MS);
    clocks[place].unref();
  };
  tick();
}

/** Answers the worker's id; null for a job that this shop can't do. */
async function startWorker(
  context: Context,
  boss: PgBoss,
  name: JobName,
  signal: AbortSignal,
): Promise<string | null> {
  if (name !== 'send-mail') {
    const options = { pollingIntervalSeconds: POLL_SECONDS };
    return boss.work(name, options, ([job]) => doJob(context, name, signal, job?.data));
  }
  if (context.mailer === null) return null;
  const options = {
    pollingIntervalSeconds: MAIL_POLL_SECONDS,
    batchSize: MAILS_AT_ONCE,
    burstWhenBatchFull: true,
    includeMetadata: true,
    perJobResults: true,
  } as const;
  return boss.work<MailJob, undefined, typeof options>(name, options, (jobs) =>
    Promise.all(jobs.map((job) => doMail(context, job))),
  );
}

/** A run of a job that left something undone: the queue tries it again. */
class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** The trace of whoever asked for a job. */
function traceOf(data: unknown): string | undefined {
  const trace = typeof data === 'object' && data !== null && 'trace' in data ? data.trace : null;
  return typeof trace === 'string' ? trace : undefined;
}

async function doJob(
  context: Context,
  name: JobName,
  signal: AbortSignal,
  data: unknown,
): Promise<object | null> {
  const work = { name: `job ${name}`, kind: 'consumer', facts: {}, trace: traceOf(data) } as const;
  const run = await traced(work, () => runJob(context, name, signal, data)).catch(
    (error: unknown) => {
      context.log.error({ err: error }, `The job ${name} failed`);
      throw error;
    },
  );
  if (run === null) return null;
  const { done, failed } = run;
  if (done + failed > 0) context.log.info(run, `Job ${name}`);
  if (failed > 0) throw new JobFailed(`${failed} of ${done + failed} failed; the log says why`);
  return run;
}

type MailJob = { mailId: string; trace?: string };

async function doMail(context: Context, job: JobWithMetadata<MailJob>): Promise<JobResult> {
  const isLast = job.retryCount >= job.retryLimit;
  const { mailId, trace } = job.data;
  const { outcome, error } = await traced(
    { name: 'job send-mail', kind: 'consumer', facts: {}, trace },
    () => deliverMail(context, mailId, { isLast }),
  );
  if (outcome === 'done') {
    return { id: job.id, status: 'completed', output: { done: 1, failed: 0 } };
  }
  return {
    id: job.id,
    // To dead-letter is to give up at once: there is no queue of the dead, the job ends `failed`.
    status: outcome === 'again' ? 'failed' : 'deadletter',
    output: { message: error },
  };
}
