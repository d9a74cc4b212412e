import type { Reply } from '#contract/endpoint.ts';
import type { showFigures as ShowFigures } from '#contract/storefront.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showFigures = lateRow<typeof ShowFigures>(
  {
    method: 'GET',
    path: '/figures',
    audience: 'anyone',
    reads: ['packs', 'shipments', 'stock', 'shop'],
  },
  async () => (await import('#contract/storefront.ts')).showFigures,
);

const TRUSTED = { staleTime: 5 * 60_000 };

/** Returns the shop's totals to date. Returns undefined until the totals are loaded. */
export function useFigures(): Reply<typeof ShowFigures> | undefined {
  return useAsk(showFigures, {}, TRUSTED).data;
}

/**
 * Loads the totals. The server waits for the totals before it renders the page. If they don't load, the page is
 * rendered without them.
 */
export function loadFigures(asker: Asker): Promise<void> {
  return prepare(asker, showFigures, {}, TRUSTED);
}
