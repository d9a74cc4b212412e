// Background jobs, as operators see them (docs/product.md §13).
import * as z from 'zod/mini';
import { JOB_STATES } from '#domain/job.ts';
import { GAMES } from '#domain/card.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';

/** What a job did: `failed` are still pending. */
const jobRun = z.object({ done: z.int(), failed: z.int() });

const job = z.object({
  name: z.string(),
  /** How often it runs, in seconds; null: at an hour of the day, or only on demand. */
  everySeconds: z.nullable(z.int()),
  /** The hour of the day (UTC) at which it runs. */
  dailyAtHour: z.nullable(z.int()),
  /** `retrying`: its last run failed and will be retried at `nextRunAt`. */
  state: z.enum(JOB_STATES),
  lastRunAt: z.nullable(instant),
  lastOutcome: z.nullable(z.enum(['completed', 'failed'])),
  /** Null if a run doesn't report it, such as a failed one. */
  lastRun: z.nullable(jobRun),
  /** Null: it runs on demand. */
  nextRunAt: z.nullable(instant),
});

export type JobStatus = z.output<typeof job>;

const failedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  error: z.string(),
  failedAt: instant,
  attempts: z.int(),
  /** The mail it could not send. */
  mailId: z.nullable(z.uuid()),
});

export type FailedJob = z.output<typeof failedJob>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  summary: "The shop's background jobs with their status, and failures that are not resolved yet.",
  audience: 'moderator',
  repeat: 'none',
  reads: ['jobs'],
  reply: z.object({ jobs: z.array(job), failed: z.array(failedJob) }),
  rejections: [],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{id}/retry',
  summary: 'Retries a failed job.',
  audience: 'moderator',
  repeat: 'natural',
  changes: ['jobs', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a job') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

const priceRun = z.object({
  id: z.uuid(),
  /** The name of the source in the settings. */
  source: z.string(),
  startedAt: instant,
  /** Null while it is running, or if it was interrupted. */
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
  game: z.enum(GAMES),
  /** Paths, or URLs without anything that may be secret. */
  files: z.array(z.string()),
  lastRun: z.nullable(priceRun),
});

export type PriceSourceLine = z.output<typeof source>;

const prices = z.object({
  /** Empty if none are configured. */
  sources: z.array(source),
  /** What is wrong with the settings, if they can no longer be read. */
  problem: z.nullable(z.string()),
  /** The hour of the day (UTC) at which they are refreshed. */
  dailyAtHour: z.int(),
  nextRunAt: z.nullable(instant),
  state: z.enum(JOB_STATES),
  runs: z.array(priceRun),
  freshness: z.object({
    /** The day of the oldest and of the newest accepted price. */
    oldest: z.nullable(z.iso.date()),
    newest: z.nullable(z.iso.date()),
    /** Cards whose price is older than two days, and cards without any; counted up to COUNTED_MOST. */
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
  audience: 'admin',
  repeat: 'none',
  reads: ['catalogue'],
  reply: prices,
  rejections: [],
});

export const runPrices = endpoint({
  method: 'POST',
  path: '/admin/prices/run',
  summary: 'Requests a refresh of all price sources now, unless one is already waiting or running.',
  audience: 'admin',
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
