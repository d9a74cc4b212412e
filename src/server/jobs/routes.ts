import * as rows from '#contract/admin.ts';
import * as priceRows from '#contract/price-desk.ts';
import { route } from '../http/serve.ts';
import { listJobs } from './list-jobs.ts';
import { runPrices, showPrices } from './price-desk.ts';
import { retryJob } from './retry-job.ts';

export const jobRoutes = [
  route(rows.listJobs, listJobs),
  route(rows.retryJob, retryJob),
  route(priceRows.showPrices, showPrices),
  route(priceRows.runPrices, runPrices),
];
