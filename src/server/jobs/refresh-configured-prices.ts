// Refreshes prices from the sources that PRICE_SOURCES names (docs/product.md §4).
import { PRICES_HOUR } from '#domain/price-refresh.ts';
import { lastDueMs } from '#domain/schedule.ts';
import { readPriceSources, type PriceSource } from '../prices/price-sources.ts';
import { findLastPriceRun } from '../prices/price-runs-queries.ts';
import { refreshPrices, type PriceRun } from '../prices/refresh-prices.ts';
import type { Context } from '../runtime/context.ts';

/** Refreshes the prices of those configured sources that `choose` returns. */
export async function refreshConfiguredPrices(
  context: Context,
  choose: (sources: PriceSource[]) => PriceSource[] | Promise<PriceSource[]>,
  signal: AbortSignal,
): Promise<PriceRun[]> {
  const sources = readPriceSources(context.config.priceSources);
  return refreshPrices(context, await choose(sources), signal);
}

/**
 * Refreshes the prices of the sources that have had no successful refresh since PRICES_HOUR last passed (choice 61).
 */
export async function refreshDuePrices(context: Context, signal: AbortSignal): Promise<PriceRun[]> {
  const due = new Date(lastDueMs(context.now().getTime(), PRICES_HOUR));
  const isDue = async ({ name }: PriceSource): Promise<boolean> => {
    const last = await findLastPriceRun(context.db, name);
    return last === null || last < due;
  };
  return refreshConfiguredPrices(
    context,
    async (sources) => {
      const results = await Promise.all(sources.map(isDue));
      return sources.filter((_source, index) => results[index]);
    },
    signal,
  );
}
