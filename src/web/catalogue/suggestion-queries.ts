// What the shop suggests to buy (docs/product.md §4).
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { call, type Call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';

const FRESH_MS = 5 * 60_000;

/** For who is signed in; their own switch turns it off. */
export const recommendedPacksQuery = queryOptions({
  queryKey: ['recommended-packs'],
  queryFn: async ({ signal }) => {
    const { recommendPacks } = await loadCode(import('#contract/catalogue-suggestions.ts'));
    return call(recommendPacks, {}, { signal });
  },
  staleTime: FRESH_MS,
  meta: { of: 'person' },
});

/** What sold most within a day; where nothing did, within a week. */
export function trendingPacksQuery(by: Call = call) {
  return queryOptions({
    queryKey: ['trending-packs'],
    queryFn: async ({ signal }) => {
      const { listTrendingPacks } = await loadCode(import('#contract/checkout-trending.ts'));
      const ofDay = await by(listTrendingPacks, {}, { signal });
      return ofDay.length > 0 ? ofDay : by(listTrendingPacks, { timeframe: '7d' }, { signal });
    },
    staleTime: FRESH_MS,
  });
}

/** Loads what sells: the server waits for it. A page can do without. */
export async function loadTrendingPacks(queryClient: QueryClient, by: Call): Promise<void> {
  const loading = queryClient.prefetchQuery(trendingPacksQuery(by));
  if (import.meta.env.SSR) await loading;
}
