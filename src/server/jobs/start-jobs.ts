// Schedules the shop's jobs. Every process has a timer and enqueues the runs that are due. The queue accepts each run
// once, and gives it to one process. If a process dies during a job, its heartbeat stops, and another process runs the
// job again.
import { nextRunMs } from '#domain/schedule.ts';
import { makeGate, type Gate } from '#engine/gate.ts';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { readPriceSources } from '../prices/price-sources.ts';
import { deliverMail } from '../mail/deliver-mail.ts';
import type { MailJobName } from '../mail/mail-jobs.ts';
import { makeBoss } from '../queue/boss.ts';
import type { Context } from '../runtime/context.ts';
import { traced } from '../tracing/trace.ts';
import { startAdvancingLog } from './advance-log.ts';
import { runJob } from './run-job.ts';
import { startSendingWebhooks } from './send-webhooks.ts';
import { isMailJob, JOB_NAMES, JOBS, type JobName, type Schedule } from './table.ts';

/** The maximum number of seconds until a worker finds a retry that is due, or a job that another process enqueued. */
const POLL_SECONDS = 10;
/** The interval for mails and imports is short, because a user may be waiting for a code or a preview. */
const MAIL_POLL_SECONDS = 1;
/**
 * How many jobs a process runs at a time. Each holds one connection for its lock and needs others for its work. At the
 * start all jobs are due: if all ran, they would take all connections and wait for each other until they time out.
 */
const RUNS_AT_ONCE = 5;
/**
 * The longest time that a run waits for the other runs of its process. After that it fails, and the queue retries it.
 */
const RUN_WAIT_MS = 60 * 60_000;
/**
 * Settings for urgent mails, such as codes. After a full batch, the next batch follows at once. Two batches run at a
 * time, so that a slow mail server delays only one of them.
 */
const URGENT = { batchSize: 5, localConcurrency: 2, burstWhenBatchFull: true };
/**
 * Settings for other mails, which are sent in one batch a second. This leaves most of a process's cores to buyers, and
 * 3,000 receipts take 200 seconds (choice 792).
 */
const OTHERS = { batchSize: 15, localConcurrency: 1 };

// Each run is enqueued exactly once if this process's clock differs from the database's by no more than this.
const MARGIN_MS = 500;

export type Scheduler = {
  /** Stops enqueuing, interrupts work that can be repeated, and waits for the remaining work. */
  stop: () => Promise<void>;
};

/**
 * Starts the scheduler of a server. If no server was running at a job's time, the job runs now. Throws ConfigProblem if
 * a job's settings are invalid. `verifier`: as in `startAdvancingLog`.
 */
export async function startJobs(
  context: Context,
  verifier: string | null = null,
): Promise<Scheduler> {
  readPriceSources(context.config.priceSources);
  const stopping = new AbortController();
  const boss = await makeBoss(context.db, context.log, { works: true }).start();
  const stopAdvancingLog = startAdvancingLog(context, verifier);
  const stopSendingWebhooks = startSendingWebhooks(context);
  const clocks: NodeJS.Timeout[] = [];
  const gate = makeGate(
    { running: RUNS_AT_ONCE, waiting: JOB_NAMES.length, waitMs: RUN_WAIT_MS },
    () => new JobFailed('Other jobs of this process left no place'),
  );
  await Promise.all(
    JOB_NAMES.map(async (name) => {
      const worker = await startWorker(context, boss, name, gate, stopping.signal);
      const { schedule } = JOBS[name] as { schedule: Schedule };
      if (worker === null || schedule === 'on demand') return;
      scheduleRuns(context, clocks, schedule, async () => {
        await askFor(boss, name, schedule);
        boss.notifyWorker(worker);
      });
    }),
  );
  return {
    stop: async () => {
      stopping.abort();
      for (const clock of clocks) clearTimeout(clock);
      await Promise.all([stopAdvancingLog(), stopSendingWebhooks()]);
      await Promise.all(JOB_NAMES.map((name) => boss.offWork(name, { wait: true })));
      await boss.stop({ graceful: false });
    },
  };
}

/** Enqueues one run of a job. Repeated requests for the same run are ignored (choice 60). */
async function askFor(boss: PgBoss, name: JobName, schedule: Schedule): Promise<void> {
  const slot =
    typeof schedule === 'object' && 'everySeconds' in schedule
      ? { singletonSeconds: schedule.everySeconds }
      : {};
  await boss.send(name, null, slot);
}

/** Calls `ask` now, and again whenever the schedule is due. */
function scheduleRuns(
  context: Context,
  clocks: NodeJS.Timeout[],
  schedule: Exclude<Schedule, 'on demand'>,
  ask: () => Promise<void>,
): void {
  const place = clocks.length;
  const tick = (): void => {
    ask().catch((error: unknown) =>
      context.log.error(
        { event: 'job_not_enqueued', err: error },
        'Could not enqueue a job, will retry at its next scheduled time',
      ),
    );
    const now = context.now().getTime();
    clocks[place] = setTimeout(tick, nextRunMs(now, schedule) - now + MARGIN_MS);
    clocks[place].unref();
  };
  tick();
}

/** Starts a job's worker. Returns its id, or null if this shop can't run the job. */
async function startWorker(
  context: Context,
  boss: PgBoss,
  name: JobName,
  gate: Gate,
  signal: AbortSignal,
): Promise<string | null> {
  if (!isMailJob(name)) {
    const options = {
      pollingIntervalSeconds: name === 'work-imports' ? MAIL_POLL_SECONDS : POLL_SECONDS,
    };
    return boss.work(name, options, ([job]) => doJob(context, name, gate, signal, job?.data));
  }
  if (context.mailer === null) return null;
  const options = {
    pollingIntervalSeconds: MAIL_POLL_SECONDS,
    ...(name === 'send-urgent-mail' ? URGENT : OTHERS),
    includeMetadata: true,
    perJobResults: true,
  } as const;
  return boss.work<MailJob, undefined, typeof options>(name, options, (jobs) =>
    Promise.all(jobs.map((job) => doMail(context, name, job))),
  );
}

/** Thrown for a run that did not complete its work. The queue retries such a run. */
class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** The trace in which a job was enqueued. */
function traceOf(data: unknown): string | undefined {
  const trace = typeof data === 'object' && data !== null && 'trace' in data ? data.trace : null;
  return typeof trace === 'string' ? trace : undefined;
}

async function doJob(
  context: Context,
  name: JobName,
  gate: Gate,
  signal: AbortSignal,
  data: unknown,
): Promise<object | null> {
  const work = {
    name: `job ${name}`,
    kind: 'consumer',
    attributes: {},
    trace: traceOf(data),
  } as const;
  const runInTurn = () =>
    gate(() => {
      signal.throwIfAborted();
      return runJob(context, name, signal, data);
    });
  const run = await traced(work, runInTurn).catch((error: unknown) => {
    if (error === signal.reason)
      context.log.info(
        { event: 'job_interrupted' },
        `Job ${name} interrupted by the shutdown, will be retried`,
      );
    else
      context.log.error(
        { event: 'job_failed', err: error },
        `Job ${name} failed: the queue retries it a few times`,
      );
    throw error;
  });
  if (run === null) return null;
  const { done, failed } = run;
  if (done + failed > 0)
    context.log.info({ event: 'job_done', ...run }, `Job ${name} finished a run`);
  if (failed > 0) throw new JobFailed(`${failed} of ${done + failed} failed; the log says why`);
  return run;
}

type MailJob = { mailId: string; trace?: string };

async function doMail(
  context: Context,
  name: MailJobName,
  job: JobWithMetadata<MailJob>,
): Promise<JobResult> {
  const isLast = job.retryCount >= job.retryLimit;
  const { mailId, trace } = job.data;
  const { outcome, error } = await traced(
    { name: `job ${name}`, kind: 'consumer', attributes: {}, trace },
    () => deliverMail(context, mailId, { isLast }),
  );
  if (outcome === 'done') {
    return { id: job.id, status: 'completed', output: { done: 1, failed: 0 } };
  }
  return {
    id: job.id,
    // `deadletter` skips the remaining retries. There is no dead-letter queue, so the job ends as `failed`.
    status: outcome === 'again' ? 'failed' : 'deadletter',
    output: { message: error },
  };
}
