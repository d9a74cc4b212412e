// Lists the shop's background jobs (docs/product.md §12).
import { COMPARE_HOUR, compareBooks } from '../card-payments/compare-books.ts';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import { writeOldPictures } from '../catalogue/admin/write-old-pictures.ts';
import { REPLAY_HOUR, replayOwnLog } from '../drops/replay-own-log.ts';
import { PRICES_HOUR, SINGLE_PRICES_HOUR } from '#domain/price-refresh.ts';
import type { PriceRun } from '../prices/refresh-prices.ts';
import { convertExpiredCards } from '../collection/convert-expired-cards.ts';
import { remindExpiringCards } from '../collection/remind-expiring-cards.ts';
import { reconcileDisputes } from '../disputes/reconcile-disputes.ts';
import { forgetKeys } from '../http/forget-keys.ts';
import { sendQueuedMails } from '../mail/deliver-mail.ts';
import type { MailJobName } from '../mail/mail-jobs.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { followExclusions } from '../profile/follow-exclusions.ts';
import type { Context } from '../runtime/context.ts';
import { recordTaxes } from '../taxes/record-taxes.ts';
import { sumMargins, valueStock } from '../margin/sum-margins.ts';
import { numberAllDocuments, numberLateDocuments } from '../wallet/number-documents.ts';
import { forgetWebhooks } from '../webhooks/forget-webhooks.ts';
import { tellWishes } from '../wishes/tell-wishes.ts';
import { AUDIT_HOUR, auditDaily } from './audit-daily.ts';
import { workImports } from '../imports/work-imports.ts';
import { forgetQuotes } from '../shipping/forget-quotes.ts';
import { priceAllSingles } from '../singles/price-by-rules.ts';
import { countSingles } from '../singles/count-singles.ts';
import { sumMovements } from './sum-movements.ts';
import { refreshConfiguredPrices, refreshDuePrices } from './refresh-configured-prices.ts';

/**
 * The result of a run. `done` and `failed` count items. If items failed, they are still pending, and the run is
 * retried. `problem`: the reason, if a single one applies.
 */
export type JobRun = { done: number; failed: number; problem?: string };

/** When a job runs: at an interval of some seconds, daily at an hour in UTC, or on demand. */
export type Schedule = { everySeconds: number } | { dailyAtHour: number } | 'on demand';

export type Job = {
  /**
   * Does the work that is due, or that `data` requests. A run may be interrupted at any point and repeated. Jobs with
   * many items or slow steps must check `signal`.
   */
  run: (context: Context, signal: AbortSignal, data?: unknown) => Promise<JobRun>;
  schedule: Schedule;
};

const MINUTE = 60;
const OPENING_HOUR = 5;

export const JOBS = {
  'release-reservations': { run: releaseReservations, schedule: { everySeconds: 15 } },
  'reconcile-payments': { run: reconcilePayments, schedule: { everySeconds: 5 * MINUTE } },
  'reconcile-disputes': { run: reconcileDisputes, schedule: { everySeconds: 60 * MINUTE } },
  'forget-keys': { run: forgetKeys, schedule: { everySeconds: 10 * MINUTE } },
  'forget-quotes': { run: forgetQuotes, schedule: { everySeconds: 60 * MINUTE } },
  'forget-webhooks': { run: forgetWebhooks, schedule: { everySeconds: 60 * MINUTE } },
  'convert-expired': { run: convertExpiredCards, schedule: { everySeconds: MINUTE } },
  'remind-expiring': { run: remindExpiringCards, schedule: { everySeconds: 10 * MINUTE } },
  'tell-wishes': { run: tellWishes, schedule: { everySeconds: MINUTE } },
  'erase-accounts': { run: eraseAccounts, schedule: { everySeconds: 60 * MINUTE } },
  'follow-exclusions': { run: followExclusions, schedule: { everySeconds: 60 * MINUTE } },
  'write-old-pictures': { run: writeOldPictures, schedule: { everySeconds: 10 * MINUTE } },
  'sum-movements': { run: sumMovements, schedule: { everySeconds: 30 } },
  'sum-margins': { run: sumMargins, schedule: { everySeconds: MINUTE } },
  'value-stock': { run: valueStock, schedule: { everySeconds: 60 * MINUTE } },
  'number-documents': { run: numberAllDocuments, schedule: { everySeconds: MINUTE } },
  'number-late-documents': { run: numberLateDocuments, schedule: { everySeconds: 60 * MINUTE } },
  'record-taxes': { run: recordTaxes, schedule: { everySeconds: MINUTE } },
  'refresh-prices': { run: runPrices, schedule: { dailyAtHour: PRICES_HOUR } },
  'price-singles': { run: priceAllSingles, schedule: { dailyAtHour: SINGLE_PRICES_HOUR } },
  'count-singles': { run: countSingles, schedule: { everySeconds: 10 * MINUTE } },
  'work-imports': { run: workImports, schedule: { everySeconds: MINUTE } },
  'compare-books': {
    run: (context, signal) => compareBooks(context, signal),
    schedule: { dailyAtHour: COMPARE_HOUR },
  },
  audit: { run: auditDaily, schedule: { dailyAtHour: AUDIT_HOUR } },
  'open-shop': {
    run: (context) => context.ports.openShopIfDue(context),
    schedule: { everySeconds: MINUTE },
  },
  'check-opening': {
    run: (context) => context.ports.tellFallenLines(context),
    schedule: { dailyAtHour: OPENING_HOUR },
  },
  'replay-log': { run: replayOwnLog, schedule: { dailyAtHour: REPLAY_HOUR } },
  // A worker takes a few mails at a time (`start-jobs.ts`). A stopping shop does not abort a mail that is being sent.
  'send-urgent-mail': {
    run: (context) => sendQueuedMails(context, 'send-urgent-mail'),
    schedule: 'on demand',
  },
  'send-mail': { run: (context) => sendQueuedMails(context, 'send-mail'), schedule: 'on demand' },
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;

export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export function isMailJob(name: JobName): name is MailJobName {
  return name === 'send-urgent-mail' || name === 'send-mail';
}

/** A run that an operator requests covers all sources. A scheduled run covers only the sources that are due. */
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
