// The best-selling packs, which the shop suggests to everybody (docs/product.md §4).
import type { PackType } from '#contract/catalogue.ts';
import type { listTrendingPacks as ListTrendingPacks } from '#contract/checkout-trending.ts';
import { known, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const listTrendingPacks = lateRow<typeof ListTrendingPacks>(
  { method: 'GET', path: '/packs/trending', audience: 'anyone', reads: ['catalogue', 'stock'] },
  async () => (await import('#contract/checkout-trending.ts')).listTrendingPacks,
);

const TRUSTED = { staleTime: 5 * 60_000 };
const OF_WEEK = { timeframe: '7d' } as const;

/** Returns the best sellers of the last day. If nothing was sold that day, returns those of the last week. */
export function useTrendingPacks(): PackType[] | undefined {
  const ofDay = useAsk(listTrendingPacks, {}, TRUSTED).data;
  const isQuiet = ofDay?.length === 0;
  const ofWeek = useAsk(listTrendingPacks, isQuiet ? OF_WEEK : null, TRUSTED).data;
  return isQuiet ? ofWeek : ofDay;
}

/** Loads the best sellers. The server waits for them. If they don't load, the page is rendered without them. */
export async function loadTrendingPacks(asker: Asker): Promise<void> {
  await prepare(asker, listTrendingPacks, {}, TRUSTED);
  const isQuiet = known(asker.queryClient, listTrendingPacks, {})?.reply.length === 0;
  if (isQuiet) await prepare(asker, listTrendingPacks, OF_WEEK, TRUSTED);
}
