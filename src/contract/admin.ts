// The operator's rows (docs/product.md §13).
import * as z from 'zod/mini';
import { JOB_STATES } from '#domain/job.ts';
import { MAIL_STATES } from '#domain/mail.ts';
import { instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { pagination, paging } from './paging.ts';

export const auditBooks = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Counts the violations of each promise about money and stock; zeros when all hold.',
  audience: 'moderator',
  repeat: 'none',
  reply: z.array(z.object({ invariant: z.string(), violations: z.int() })),
  rejections: [],
});

/** What a job did: `failed` are still to be done. */
const jobRun = z.object({ done: z.int(), failed: z.int() });

const job = z.object({
  name: z.string(),
  /** How often it runs by itself, in seconds; null: at an hour of the day, or only when it is asked for. */
  everySeconds: z.nullable(z.int()),
  /** The hour of the day (UTC) at which it runs. */
  dailyAtHour: z.nullable(z.int()),
  /** `retrying`: its last run failed, and it is tried again at `nextRunAt`. */
  state: z.enum(JOB_STATES),
  lastRunAt: z.nullable(instant),
  lastOutcome: z.nullable(z.enum(['completed', 'failed'])),
  /** Null where a run says nothing of it, such as one that failed. */
  lastRun: z.nullable(jobRun),
  /** Null: it runs when it is asked for. */
  nextRunAt: z.nullable(instant),
});
export type JobStatus = z.output<typeof job>;

const failedJob = z.object({
  id: z.uuid(),
  name: z.string(),
  error: z.string(),
  failedAt: instant,
  attempts: z.int(),
  /** The mail that it could not send. */
  mailId: z.nullable(z.uuid()),
});
export type FailedJob = z.output<typeof failedJob>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/admin/jobs',
  summary:
    'The jobs of the shop, how they stand, and those that failed and were not made good since.',
  audience: 'moderator',
  repeat: 'none',
  reply: z.object({ jobs: z.array(job), failed: z.array(failedJob) }),
  rejections: [],
});

export const retryJob = endpoint({
  method: 'POST',
  path: '/admin/jobs/{id}/retry',
  summary: 'Lets a job that failed run again.',
  audience: 'moderator',
  repeat: 'natural',
  params: z.object({ id: z.uuid('id must be the id of a job') }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

const mailSummary = z.object({
  id: z.uuid(),
  /** Which template wrote it. */
  kind: z.string(),
  to: z.string(),
  subject: z.string(),
  state: z.enum(MAIL_STATES),
  /** How often somebody tried to send it. */
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  sentAt: z.nullable(instant),
});
export type MailSummary = z.output<typeof mailSummary>;

const mail = z.extend(mailSummary, { text: z.string(), html: z.nullable(z.string()) });
export type StoredMail = z.output<typeof mail>;

const mailId = z.object({ id: z.uuid('id must be the id of a mail') });

export const listMails = endpoint({
  method: 'GET',
  path: '/admin/mails',
  summary: 'What the shop wrote to people, newest first.',
  audience: 'admin',
  repeat: 'none',
  query: z.object({
    ...paging,
    state: z.optional(z.enum(MAIL_STATES, 'state is not a state of a mail')),
    /** Found anywhere in the address, the subject or the kind, in any case. */
    search: z.optional(z.string().check(z.trim(), z.maxLength(200, 'search is too long'))),
  }),
  reply: z.object({ mails: z.array(mailSummary), pagination }),
  rejections: [],
});

export const showMail = endpoint({
  method: 'GET',
  path: '/admin/mails/{id}',
  summary: 'A mail with its words. It may hold a code, until it is sent.',
  audience: 'admin',
  repeat: 'none',
  params: mailId,
  reply: mail,
  rejections: ['NOT_FOUND'],
});

export const resendMail = endpoint({
  method: 'POST',
  path: '/admin/mails/{id}/resend',
  summary: 'Sends a mail that was given up once more.',
  audience: 'admin',
  repeat: 'keyed',
  params: mailId,
  reply: mailSummary,
  rejections: ['NOT_FOUND', 'INVALID_TRANSITION'],
});

nameShapes({
  Job: job,
  FailedJob: failedJob,
  JobRun: jobRun,
  MailSummary: mailSummary,
  Mail: mail,
});
