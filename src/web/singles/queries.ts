// Queries about the copies of cards that are on sale.
import type { listCopiesOnSale as ListCopiesOnSale, SingleSort } from '#contract/singles.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const listCopiesOnSale = lateRow<typeof ListCopiesOnSale>(
  {
    method: 'GET',
    path: '/cards/{id}/copies',
    audience: 'anyone',
    reads: ['singles', 'catalogue'],
  },
  async () => (await import('#contract/singles.ts')).listCopiesOnSale,
);

/** The number of copies on one page. */
const COPIES_LIMIT = 10;

const copiesOf = (id: string, sortBy: SingleSort, page: number) => ({
  id,
  sortBy,
  page,
  limit: COPIES_LIMIT,
});

/** Returns one page of the copies of a card that are on sale. */
export function useCopiesOnSale(cardId: string, sortBy: SingleSort, page: number) {
  return useAsk(listCopiesOnSale, copiesOf(cardId, sortBy, page), {
    staleTime: 10_000,
    keepsPrevious: true,
  });
}

/** Loads the copies on sale before the page of a card is rendered. */
export async function loadCopiesOnSale(asker: Asker, cardId: string): Promise<void> {
  await prepare(asker, listCopiesOnSale, copiesOf(cardId, 'price', 1));
}
