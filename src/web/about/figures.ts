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

/** What the shop has done so far. Undefined while it is not known. */
export function useFigures(): Reply<typeof ShowFigures> | undefined {
  return useAsk(showFigures, {}, TRUSTED).data;
}

/** Loads it: the server waits for it. A page can do without. */
export function loadFigures(asker: Asker): Promise<void> {
  return prepare(asker, showFigures, {}, TRUSTED);
}
