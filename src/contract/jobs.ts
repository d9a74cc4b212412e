// Background jobs, for operators (docs/product.md §13).
import * as z from 'zod/mini';
import { JOB_STATES } from '#domain/job.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { gameId } from './game-id.ts';
import { nameShapes } from './names.ts';

/** The result of a run. `failed` counts the items that failed and will be retried. */
const jobRun = z.object({ done: z.int(), failed: z.int() });

const job = z.object({
  name: z.string(),
  /** The number of seconds between two runs. Null if the job runs once a day or only on demand. */
  everySeconds: z.nullable(z.int()),
  /** The hour (UTC) of the daily run. Null if the job does not run daily. */
  dailyAtHour: z.nullable(z.int()),
  /** The state `retrying` means that the last run failed, and that the next one is at `nextRunAt`. */
  state: z.enum(JOB_STATES),
  lastRunAt: z.nullable(instant),
  lastOutcome: z.nullable(z.enum(['completed', 'failed'])),
  /** The result of the last run. Null if that run reported no numbers, for example because it failed. */
  lastRun: z.nullable(jobRun),
  /** When the job runs next. Null if it runs only on demand. */
  nextRunAt: z.nullable(instant),
});

export type JobStatus = z.output<typeof job>;

const failedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  error: z.string(),
  failedAt: instant,
  attempts: z.int(),
  /** The mail that the job could not send. Null if the job is about no mail. */
  mailId: z.nullable(z.uuid()),
});

export type FailedJob = z.output<typeof failedJob>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  summary: "The shop's background jobs with their status, and failures that are not resolved yet.",
  audience: 'support',
  repeat: 'none',
  reads: ['jobs'],
  reply: z.object({ jobs: z.array(job), failed: z.array(failedJob) }),
  rejections: [],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{id}/retry',
  summary: 'Retries a failed job.',
  audience: 'support',
  repeat: 'natural',
  changes: ['jobs', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a job') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

const priceRun = z.object({
  id: z.uuid(),
  /** The name of the price source in the settings. */
  source: z.string(),
  startedAt: instant,
  /** When the run finished. Null if it is in progress or was interrupted. */
  finishedAt: z.nullable(instant),
  cards: z.int(),
  newPrices: z.int(),
  heldBack: z.int(),
  error: z.nullable(z.string()),
});

export type PriceRunLine = z.output<typeof priceRun>;

const source = z.object({
  name: z.string(),
  source: z.string(),
  game: gameId,
  /** Paths, or URLs without their secret parts. */
  files: z.array(z.string()),
  lastRun: z.nullable(priceRun),
});

export type PriceSourceLine = z.output<typeof source>;

const prices = z.object({
  /** The configured sources. The list may be empty. */
  sources: z.array(source),
  /** Why the settings of the sources can't be read. Null if they can be read. */
  problem: z.nullable(z.string()),
  /** The hour (UTC) of the daily refresh. */
  dailyAtHour: z.int(),
  nextRunAt: z.nullable(instant),
  state: z.enum(JOB_STATES),
  runs: z.array(priceRun),
  freshness: z.object({
    /** The days of the oldest and the newest accepted price. */
    oldest: z.nullable(z.iso.date()),
    newest: z.nullable(z.iso.date()),
    /**
     * `older` counts cards whose price is older than two days, and `unpriced` counts cards without a price. Both are
     * counted up to COUNTED_MOST.
     */
    older: z.int(),
    unpriced: z.int(),
  }),
  held: z.int(),
});

export type Prices = z.output<typeof prices>;

export const showPrices = endpoint({
  method: 'GET',
  path: '/admin/prices',
  summary: 'The price sources, their schedule and last runs, and how fresh the prices are.',
  audience: 'catalogue',
  repeat: 'none',
  reads: ['catalogue'],
  reply: prices,
  rejections: [],
});

export const runPrices = endpoint({
  method: 'POST',
  path: '/admin/prices/run',
  summary: 'Requests a refresh of all price sources now, unless one is already waiting or running.',
  audience: 'catalogue',
  repeat: 'keyed',
  changes: ['catalogue', 'cards', 'jobs', 'audit-log'],
  reply: z.null(),
  rejections: ['INVALID_TRANSITION'],
});

nameShapes({
  Job: job,
  FailedJob: failedJob,
  JobRun: jobRun,
  PriceRun: priceRun,
  PriceSource: source,
  Prices: prices,
});
