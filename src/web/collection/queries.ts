// Of the collection, what takes more than asking and doing.
import {
  listExpiringCards,
  listMyCards,
  sellCard,
  sellCardsInBulk,
  showCard,
  type CardItem,
} from '#contract/collection.ts';
import type { CardStatus } from '#domain/card.ts';
import { useNoteBalance } from '../accounts/queries.ts';
import { useAsk } from '../api/ask.ts';
import { useAnswers, useDo } from '../api/do.ts';

/** Cards of each status that the history shows at the most. */
const HISTORY_MOST = 100;

function useGone(status: CardStatus[], enabled: boolean) {
  return useAsk(listMyCards, { page: 1, pageSize: HISTORY_MOST, status }, { enabled });
}

/**
 * The cards that are gone: four lists as one, by id from the last. A list that fails makes the whole partial; without
 * any list there is nothing new to show.
 */
export function useHistory(enabled: boolean) {
  const sold = useGone(['sold'], enabled);
  const converted = useGone(['converted'], enabled);
  const shipped = useGone(['shipped'], enabled);
  const delivered = useGone(['delivered', 'reclaimed'], enabled);
  const lists = [sold, converted, shipped, delivered];
  const known = lists.flatMap(({ data }) => data ?? []);
  const isPending = lists.some((list) => list.isPending);
  return {
    isPending,
    error: lists.every(({ isError }) => isError) ? sold.error : null,
    data:
      isPending || known.length === 0
        ? undefined
        : {
            items: known
              .flatMap(({ cards }) => cards)
              .sort((a, b) => (a.card.id < b.card.id ? 1 : -1)),
            isPartial: lists.some(({ isError }) => isError),
          },
    refetch: () => Promise.all(lists.map((list) => list.refetch())),
  };
}

/** What a sale needs to know of a card. */
export type CardOnSale = Pick<CardItem, 'sellPrice' | 'packOpeningId'> &
  Partial<Pick<CardItem, 'marketValue' | 'packCost'>> & {
    card: Pick<CardItem['card'], 'id' | 'name' | 'imageUrl' | 'rarity' | 'finish' | 'condition'>;
  };

/** Market value and pack of a card: as the list has them that it is sold from, or as the shop says when asked. */
export function useBackground(item: CardOnSale): Pick<CardItem, 'marketValue' | 'packCost'> | null {
  const { marketValue, packCost } = item;
  const isKnown = marketValue !== undefined && packCost !== undefined;
  const found = useAsk(showCard, isKnown ? null : { id: item.card.id }).data;
  if (isKnown) return { marketValue, packCost };
  return found !== undefined && 'packCost' in found ? found : null;
}

/** A card to sell, at no less than the price on the screen. */
export function saleOf(item: CardOnSale) {
  return {
    cardId: item.card.id,
    packOpeningId: item.packOpeningId,
    expectedSellPrice: item.sellPrice,
  };
}

/** A refusal changes nothing on the screen: what it means for the list is the dialog's to say. */
export function useSellCard() {
  const noteBalance = useNoteBalance();
  return useDo(sellCard, {
    onlyIfDone: true,
    onSuccess: ({ newAccountBalance }) => noteBalance(newAccountBalance),
  });
}

/** Sells several cards; each succeeds or fails on its own. */
export function useSellCards() {
  const noteBalance = useNoteBalance();
  return useDo(sellCardsInBulk, {
    onSuccess: ({ newAccountBalance }) => noteBalance(newAccountBalance),
  });
}

/**
 * Loads the cards again. Until they are here, those that were just shipped show so; if they can't be
 * loaded, everything is shown as before.
 */
export function useRefreshCards(): (shippedIds: readonly string[]) => Promise<void> {
  const { change, refresh } = useAnswers();
  return async (shippedIds) => {
    const takeBack = await change([listMyCards, listExpiringCards], (list) =>
      withShipped(list, shippedIds),
    );
    try {
      await refresh(['cards'], { orThrow: true });
    } catch (error) {
      takeBack();
      throw error;
    }
  };
}

function withShipped<List extends { cards: CardItem[] }>(list: List, ids: readonly string[]): List {
  const cards = list.cards.map((item) =>
    ids.includes(item.card.id) ? { ...item, status: 'shipped' as const } : item,
  );
  return { ...list, cards };
}
