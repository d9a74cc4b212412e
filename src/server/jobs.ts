// The shop's clockwork: what runs by itself, once a day, in one process of all that share a database.
import { lastDueMs, nextDueMs } from '#domain/schedule.ts';
import { readPriceSources, type PriceSource } from './catalogue/price-sources.ts';
import { findLastPriceRun } from './catalogue/queries.ts';
import { refreshPrices, type PriceRun } from './catalogue/refresh-prices.ts';
import { whileLocked } from './database/advisory-lock.ts';
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

/**
 * Starts the clockwork of a server: what was missed while no server ran is done at once, then each
 * job at its hour. Throws ConfigProblem when a job's settings can't be used.
 */
export function startJobs(context: Context): Clockwork {
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
