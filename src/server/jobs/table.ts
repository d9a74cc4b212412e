// The shop's jobs: everything that it does by itself, one line each (docs/product.md §12).
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import type { PriceRun } from '../catalogue/refresh-prices.ts';
import { convertExpiredCards } from '../collection/convert-expired-cards.ts';
import { remindExpiringCards } from '../collection/remind-expiring-cards.ts';
import { forgetKeys } from '../http/forget-keys.ts';
import { sendQueuedMails } from '../mail/deliver-mail.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import type { Context } from '../runtime/context.ts';
import { AUDIT_HOUR, auditDaily } from './audit-daily.ts';
import {
  PRICES_HOUR,
  refreshConfiguredPrices,
  refreshDuePrices,
} from './refresh-configured-prices.ts';

/** What came of a run: `failed` are still to be done, and a run that has any is tried again. */
export type JobRun = { done: number; failed: number };

/** When a job runs by itself: at a distance in seconds, at an hour of the day (UTC), or when it is asked for. */
export type Rhythm = { everySeconds: number } | { dailyAtHour: number } | 'on demand';

export type Job = {
  /**
   * Does all that is due, or what was asked for with `data`. It may be broken off at any point, and run
   * again.
   */
  run: (context: Context, signal: AbortSignal, data?: unknown) => Promise<JobRun>;
  rhythm: Rhythm;
};

const MINUTE = 60;

export const JOBS = {
  'release-reservations': { run: releaseReservations, rhythm: { everySeconds: 15 } },
  'reconcile-payments': { run: reconcilePayments, rhythm: { everySeconds: 5 * MINUTE } },
  'forget-keys': { run: forgetKeys, rhythm: { everySeconds: 10 * MINUTE } },
  'convert-expired': { run: convertExpiredCards, rhythm: { everySeconds: MINUTE } },
  'remind-expiring': { run: remindExpiringCards, rhythm: { everySeconds: 10 * MINUTE } },
  'erase-accounts': { run: eraseAccounts, rhythm: { everySeconds: 60 * MINUTE } },
  'refresh-prices': { run: runPrices, rhythm: { dailyAtHour: PRICES_HOUR } },
  audit: { run: auditDaily, rhythm: { dailyAtHour: AUDIT_HOUR } },
  'send-mail': { run: sendQueuedMails, rhythm: 'on demand' },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export function isJobName(name: string | undefined): name is JobName {
  return name !== undefined && Object.hasOwn(JOBS, name);
}

/** An operator asks for all sources, the clock for those that are due. */
async function runPrices(context: Context, signal: AbortSignal, data?: unknown): Promise<JobRun> {
  const isForAll = typeof data === 'object' && data !== null && 'all' in data && data.all === true;
  return countRuns(
    isForAll
      ? await refreshConfiguredPrices(context, (sources) => sources, signal)
      : await refreshDuePrices(context, signal),
  );
}

function countRuns(runs: PriceRun[]): JobRun {
  const failed = runs.filter((run) => run.error !== null).length;
  return { done: runs.length - failed, failed };
}
