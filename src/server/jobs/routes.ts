import * as rows from '#contract/admin.ts';
import { route } from '../http/serve.ts';
import { listJobs } from './list-jobs.ts';
import { retryJob } from './retry-job.ts';

export const jobRoutes = [route(rows.listJobs, listJobs), route(rows.retryJob, retryJob)];
