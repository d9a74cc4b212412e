// The calls of the collection, and what to ask for again after them.
import { listMyCards, sellCard, type CardItem } from '#contract/collection.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { noteBalance } from '../accounts/queries.ts';
import { call, newKey } from '../api/call.ts';

/** A page of the cards that can be sold. */
export function useAvailableCards(page: number, pageSize: number) {
  return useQuery({
    queryKey: ['cards', 'available', page, pageSize],
    queryFn: ({ signal }) =>
      call(
        listMyCards,
        { page, pageSize, status: ['available'], sortBy: 'opened_at', sortOrder: 'desc' },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** Sells a card for no less than the price on the screen. */
export function useSellCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (item: CardItem) =>
      call(
        sellCard,
        {
          cardId: item.card.id,
          packOpeningId: item.packOpeningId,
          expectedSellPrice: item.sellPrice,
        },
        { key: newKey() },
      ),
    onSuccess: (sold) => {
      noteBalance(queries, sold.newAccountBalance);
      void queries.invalidateQueries({ queryKey: ['cards'] });
    },
  });
}

/** Asks for the cards again. */
export function useReloadCards(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['cards'] });
}
