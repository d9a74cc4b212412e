// The calls of the collection, and what to ask for again after them.
import {
  listExpiringCards,
  listMyCards,
  sellCard,
  sellCardsInBulk,
  type CardItem,
} from '#contract/collection.ts';
import type { CardStatus } from '#domain/card.ts';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
} from '@tanstack/react-query';
import { noteBalance } from '../accounts/queries.ts';
import { call, newKey } from '../api/call.ts';

/** A page of the cards that can be sold, out of packs of one name or of all. */
export function useAvailableCards(list: {
  page: number;
  pageSize: number;
  packName: string | undefined;
}) {
  return useQuery({
    queryKey: ['cards', 'available', list],
    queryFn: ({ signal }) =>
      call(
        listMyCards,
        {
          page: list.page,
          pageSize: list.pageSize,
          status: ['available'],
          sortBy: 'opened_at',
          sortOrder: 'desc',
          ...(list.packName === undefined ? {} : { packName: list.packName }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** A page of the cards whose time ends soon, soonest first, out of packs of one name or of all. */
export function useExpiringCards(
  list: { page: number; pageSize: number; packName: string | undefined },
  enabled: boolean,
) {
  return useQuery({
    queryKey: ['cards', 'expiring', list],
    queryFn: ({ signal }) =>
      call(
        listExpiringCards,
        {
          page: list.page,
          pageSize: list.pageSize,
          ...(list.packName === undefined ? {} : { packName: list.packName }),
        },
        { signal },
      ),
    enabled,
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

const HISTORY_STATUSES = [
  'sold',
  'converted',
  'shipped',
  'delivered',
] as const satisfies CardStatus[];
/** Cards of each status that the history shows at the most. */
const HISTORY_MOST = 100;

/**
 * The cards that are gone: four lists as one, by id from the last. A list that fails counts as empty, and the
 * whole as partial; without any list there is nothing to show.
 */
export function useHistory(enabled: boolean) {
  return useQuery({
    queryKey: ['cards', 'history'],
    queryFn: async ({ signal }) => {
      const lists = await Promise.allSettled(
        HISTORY_STATUSES.map((status) =>
          call(listMyCards, { page: 1, pageSize: HISTORY_MOST, status: [status] }, { signal }),
        ),
      );
      const failed = lists.filter((list) => list.status === 'rejected');
      if (failed.length === lists.length) throw failed[0]!.reason;
      const items = lists
        .flatMap((list) => (list.status === 'fulfilled' ? list.value.cards : []))
        .sort((a, b) => (a.card.id < b.card.id ? 1 : -1));
      return { items, isPartial: failed.length > 0 };
    },
    enabled,
    meta: { of: 'person' },
  });
}

/** Locked cards whose reasons are looked at. */
const LOCKED_MOST = 100;

/** The cards that can neither be sold nor shipped just now: how many, and those of the first page. */
export function useLockedCards() {
  return useQuery({
    queryKey: ['cards', 'locked'],
    queryFn: ({ signal }) =>
      call(listMyCards, { page: 1, pageSize: LOCKED_MOST, status: ['locked'] }, { signal }),
    meta: { of: 'person' },
  });
}

/** What a sale needs to know of a card. */
export type CardOnSale = Pick<CardItem, 'sellPrice' | 'packOpeningId'> & {
  card: Pick<CardItem['card'], 'id' | 'name' | 'imageUrl' | 'rarity' | 'finish' | 'condition'>;
};

/** A card to sell, at no less than the price on the screen. */
function saleOf(item: CardOnSale) {
  return {
    cardId: item.card.id,
    packOpeningId: item.packOpeningId,
    expectedSellPrice: item.sellPrice,
  };
}

export function useSellCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (item: CardOnSale) => call(sellCard, saleOf(item), { key: newKey() }),
    onSuccess: (sold) => {
      noteBalance(queries, sold.newAccountBalance);
      void queries.invalidateQueries({ queryKey: ['cards'] });
    },
  });
}

/** Sells several cards; each succeeds or fails on its own. */
export function useSellCards() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (items: CardOnSale[]) =>
      call(sellCardsInBulk, { cards: items.map(saleOf) }, { key: newKey() }),
    onSuccess: (sold) => noteBalance(queries, sold.newAccountBalance),
    onSettled: () => void queries.invalidateQueries({ queryKey: ['cards'] }),
  });
}

/** Asks for the cards again. */
export function useReloadCards(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: ['cards'] });
}

/** As a list of cards that can be shipped came; those that expire soon are told in the same words. */
type AvailableCards = Awaited<ReturnType<typeof call<typeof listMyCards>>>;

/**
 * Loads the cards again. Until they are here, those that were just shipped show so; if they can't be
 * loaded, everything is shown as before.
 */
export function useRefreshCards(): (shippedIds: readonly string[]) => Promise<void> {
  const queries = useQueryClient();
  return async (shippedIds) => {
    const lists = {
      predicate: ({ queryKey: [subject, list] }: Query) =>
        subject === 'cards' && (list === 'available' || list === 'expiring'),
    };
    await queries.cancelQueries(lists);
    const before = queries.getQueriesData<AvailableCards>(lists);
    queries.setQueriesData<AvailableCards>(lists, (list) => list && withShipped(list, shippedIds));
    try {
      await queries.invalidateQueries({ queryKey: ['cards'] }, { throwOnError: true });
    } catch (error) {
      for (const [key, list] of before) queries.setQueryData(key, list);
      throw error;
    }
  };
}

function withShipped(list: AvailableCards, ids: readonly string[]): AvailableCards {
  const cards = list.cards.map((item) =>
    ids.includes(item.card.id) ? { ...item, status: 'shipped' as const } : item,
  );
  return { ...list, cards };
}
