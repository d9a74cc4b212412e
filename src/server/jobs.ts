// The shop's clockwork: what runs by itself, each in one process of all that share a database.
import { lastDueMs, nextDueMs } from '#domain/schedule.ts';
import type { PaymentRun } from './card-payments/payment-run.ts';
import { reconcilePayments } from './card-payments/reconcile-payments.ts';
import { releaseReservations } from './card-payments/release-reservations.ts';
import { readPriceSources, type PriceSource } from './catalogue/price-sources.ts';
import { findLastPriceRun } from './catalogue/queries.ts';
import { refreshPrices, type PriceRun } from './catalogue/refresh-prices.ts';
import { whileLocked } from './database/advisory-lock.ts';
import { forgetKeys } from './http/forget-keys.ts';
import { eraseAccounts } from './profile/erase-accounts.ts';
import type { Context } from './runtime/context.ts';

/** The prices of the public sources are those of the day by then, in UTC (docs/product.md §4). */
const PRICES_HOUR = 21;

const PRICES_LOCK = 7_046_010;

/**
 * Refreshes the prices of some of the configured sources: null when another process is at it. `choose`
 * is asked once this one is alone.
 */
export async function refreshConfiguredPrices(
  context: Context,
  choose: (sources: PriceSource[]) => PriceSource[] | Promise<PriceSource[]>,
  signal: AbortSignal,
): Promise<PriceRun[] | null> {
  const sources = readPriceSources(context.config.priceSources);
  return whileLocked(context.db, PRICES_LOCK, async () =>
    refreshPrices(context, await choose(sources), signal),
  );
}

/** The same for the sources that no process has refreshed since the hour struck last. */
export async function refreshDuePrices(
  context: Context,
  signal: AbortSignal,
): Promise<PriceRun[] | null> {
  const due = new Date(lastDueMs(context.now().getTime(), PRICES_HOUR));
  const isDue = async ({ name }: PriceSource): Promise<boolean> => {
    const last = await findLastPriceRun(context.db, name);
    return last === null || last < due;
  };
  return refreshConfiguredPrices(
    context,
    async (sources) => {
      const answers = await Promise.all(sources.map(isDue));
      return sources.filter((_source, index) => answers[index]);
    },
    signal,
  );
}

export type Clockwork = {
  /** Waits until nothing is at work any more. */
  idle: () => Promise<void>;
  /** Breaks off what can be done again, and waits for the rest. */
  stop: () => Promise<void>;
};

/** What runs every few seconds or minutes, and by which lock it runs in one process only. */
type FrequentJob = {
  run: (context: Context) => Promise<PaymentRun>;
  lock: number;
  everyMs: number;
};

const FREQUENT_JOBS = {
  'release-reservations': { run: releaseReservations, lock: 7_046_011, everyMs: 15_000 },
  'reconcile-payments': { run: reconcilePayments, lock: 7_046_012, everyMs: 5 * 60_000 },
  'forget-keys': { run: forgetKeys, lock: 7_046_013, everyMs: 10 * 60_000 },
  'erase-accounts': { run: eraseAccounts, lock: 7_046_018, everyMs: 60 * 60_000 },
} as const satisfies Record<string, FrequentJob>;

export type FrequentJobName = keyof typeof FREQUENT_JOBS;

export function isFrequentJob(name: string | undefined): name is FrequentJobName {
  return name !== undefined && Object.hasOwn(FREQUENT_JOBS, name);
}

/** Runs a job once: null when another process is at it. */
export async function runFrequentJob(
  context: Context,
  name: FrequentJobName,
): Promise<PaymentRun | null> {
  const { run, lock } = FREQUENT_JOBS[name];
  return whileLocked(context.db, lock, () => run(context));
}

function startFrequentJob(context: Context, name: FrequentJobName): Clockwork {
  let running: Promise<void> | null = null;
  const start = (): void => {
    // A slow run is not overtaken by the next one.
    running ??= runFrequentJob(context, name)
      .then((run) => {
        if (run !== null && run.done + run.failed > 0) context.log.info(run, `Job ${name}`);
      })
      .catch((error: unknown) => context.log.error({ err: error }, `The job ${name} failed`))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(start, FREQUENT_JOBS[name].everyMs);
  timer.unref();
  start();
  const idle = async (): Promise<void> => {
    await running;
  };
  return {
    idle,
    stop: async () => {
      clearInterval(timer);
      await idle();
    },
  };
}

/**
 * Starts the clockwork of a server: what was missed while no server ran is done at once, then each
 * job at its hour, or after its seconds. Throws ConfigProblem when a job's settings can't be used.
 */
export function startJobs(context: Context): Clockwork {
  const clocks = [
    startPriceJob(context),
    startFrequentJob(context, 'release-reservations'),
    startFrequentJob(context, 'reconcile-payments'),
    startFrequentJob(context, 'forget-keys'),
    startFrequentJob(context, 'erase-accounts'),
  ];
  return {
    idle: async () => void (await Promise.all(clocks.map((clock) => clock.idle()))),
    stop: async () => void (await Promise.all(clocks.map((clock) => clock.stop()))),
  };
}

function startPriceJob(context: Context): Clockwork {
  if (readPriceSources(context.config.priceSources).length === 0) {
    return { idle: async () => {}, stop: async () => {} };
  }
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let running: Promise<void> = Promise.resolve();

  const tick = async (): Promise<void> => {
    try {
      const runs = await refreshDuePrices(context, stopping.signal);
      for (const run of runs ?? []) context.log.info(run, 'Prices refreshed');
    } catch (error) {
      context.log.error({ err: error }, 'The job refresh-prices failed');
    }
    if (stopping.signal.aborted) return;
    const now = context.now().getTime();
    timer = setTimeout(start, nextDueMs(now, PRICES_HOUR) - now);
    timer.unref();
  };
  const start = (): void => {
    running = tick();
  };
  start();
  return {
    idle: () => running,
    stop: async () => {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
