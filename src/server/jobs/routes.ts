import type { Route } from '../http/handler.ts';
import { listJobs } from './list-jobs.ts';
import { retryJob } from './retry-job.ts';
import { showPrices, runPrices } from './price-runs.ts';

export const jobRoutes: Route[] = [listJobs, retryJob, showPrices, runPrices];
