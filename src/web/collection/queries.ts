// Of the collection, what takes more than asking and doing.
import {
  listExpiringCards,
  listMyCards,
  sellCard,
  sellCardsInBulk,
  showCard,
  type CardItem,
} from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { CardStatus } from '#domain/card.ts';
import { useNoteBalance } from '../accounts/queries.ts';
import { useAsk } from '../api/ask.ts';
import { useAnswers, useDo } from '../api/do.ts';
import { partAt, PART_OF_EACH } from './history-parts.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

/** What the history is made of: a list for each. */
const GONE: readonly CardStatus[][] = [
  ['sold'],
  ['converted'],
  ['shipped'],
  ['delivered', 'reclaimed'],
];

/** The orders of the history; each part of it comes in one, and is put together in the same. */
const ORDERS = {
  left: {
    asked: { sortBy: 'left_at', sortOrder: 'desc' },
    compare: (a, b) => Number(b.leftAt) - Number(a.leftAt),
  },
  name: {
    asked: { sortBy: 'name', sortOrder: 'asc' },
    compare: (a, b) => a.card.name.localeCompare(b.card.name, 'en'),
  },
  dearest: {
    asked: { sortBy: 'price', sortOrder: 'desc' },
    compare: (a, b) => b.marketValue - a.marketValue,
  },
  cheapest: {
    asked: { sortBy: 'price', sortOrder: 'asc' },
    compare: (a, b) => a.marketValue - b.marketValue,
  },
} as const satisfies Record<
  string,
  { asked: Partial<Sent<typeof listMyCards>>; compare: (a: CardItem, b: CardItem) => number }
>;

/** Which of the cards that are gone, and in which order. */
type Which = { packName?: string; search?: string; order: keyof typeof ORDERS };

export function whichOfHistory({ pack, search, sort }: MyCardsSearch): Which {
  return {
    ...(pack !== undefined && { packName: pack }),
    ...(search !== undefined && { search }),
    order: sort !== undefined && sort in ORDERS ? (sort as Which['order']) : 'left',
  };
}

/** One part of the history; `isAsked` says for each list whether it has cards in it, and whether it is wanted. */
function usePart(part: number, { order, ...narrowed }: Which, isAsked: readonly boolean[]) {
  const { asked: sorted, compare } = ORDERS[order];
  const pageOf = (at: number) => ({
    page: part,
    pageSize: PART_OF_EACH,
    ...sorted,
    status: GONE[at]!,
    ...narrowed,
  });
  const lists = [
    useAsk(listMyCards, pageOf(0), { enabled: isAsked[0]! }),
    useAsk(listMyCards, pageOf(1), { enabled: isAsked[1]! }),
    useAsk(listMyCards, pageOf(2), { enabled: isAsked[2]! }),
    useAsk(listMyCards, pageOf(3), { enabled: isAsked[3]! }),
  ];
  const asked = lists.filter((_list, at) => isAsked[at]);
  return {
    asked,
    answers: lists.map(({ data }) => data),
    cards: asked.flatMap(({ data }) => data?.cards ?? []).sort(compare),
  };
}

const ALL = GONE.map(() => true);
const NONE = GONE.map(() => false);

/**
 * A page of the cards that are gone: several lists as one. A list that fails makes the whole partial; without any list
 * there is nothing new to show.
 */
export function useHistory({
  enabled,
  page,
  size,
  which,
}: {
  enabled: boolean;
  page: number;
  size: number;
  which: Which;
}) {
  const first = usePart(1, which, enabled ? ALL : NONE);
  const totals = first.answers.map((answer) => answer?.pagination.totalItems ?? 0);
  const total = totals.reduce((sum, more) => sum + more, 0);
  const from = (page - 1) * size;
  const { part, before } = partAt(totals, from);
  const last = partAt(totals, from + size - 1).part;
  const hasIn = (one: number) => totals.map((count) => count > (one - 1) * PART_OF_EACH);
  const begins = usePart(part, which, enabled && part > 1 ? hasIn(part) : NONE);
  const goesOn = usePart(last, which, enabled && last > part ? hasIn(last) : NONE);

  const asked = [first, begins, goesOn].flatMap((one) => one.asked);
  const known = first.answers.filter((answer) => answer !== undefined);
  const isPending = asked.some((list) => list.isPending);
  const cards = [...(part === 1 ? first.cards : begins.cards), ...goesOn.cards];
  return {
    isPending,
    /** Known from the first part on, whichever page is on its way. */
    total,
    packNames: [...new Set(known.flatMap((answer) => answer.packNames))].sort(),
    error: asked.length > 0 && asked.every(({ isError }) => isError) ? asked[0]!.error : null,
    data:
      isPending || known.length === 0
        ? undefined
        : {
            items: cards.slice(from - before, from - before + size),
            isPartial: asked.some(({ isError }) => isError),
          },
    refetch: () => Promise.all(asked.map((list) => list.refetch())),
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
