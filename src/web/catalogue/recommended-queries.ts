// The shop's recommendations for a signed-in user (docs/product.md §4).
import type { PackType } from '#contract/catalogue.ts';
import type { recommendPacks as RecommendPacks } from '#contract/catalogue-suggestions.ts';
import { lateRow, useAsk } from '../api/ask.ts';

const recommendPacks = lateRow<typeof RecommendPacks>(
  {
    method: 'GET',
    path: '/packs/recommendations',
    audience: 'user',
    reads: ['account', 'catalogue', 'packs', 'stock'],
  },
  async () => (await import('#contract/catalogue-suggestions.ts')).recommendPacks,
);

/** Returns the recommended packs. The list is empty if the user has turned recommendations off. */
export function useRecommendedPacks(): PackType[] | undefined {
  return useAsk(recommendPacks, {}, { staleTime: 5 * 60_000 }).data;
}
