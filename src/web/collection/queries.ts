// Queries and actions of the collection for which a single call is not enough.
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
import { useResponses, useDo } from '../api/do.ts';
import { partAt, PART_OF_EACH } from './history-parts.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

/** The lists that the history merges. Each entry has the statuses of the cards in one list. */
const GONE: readonly CardStatus[][] = [
  ['sold'],
  ['converted'],
  ['shipped'],
  ['delivered', 'reclaimed', 'lost', 'returned'],
];

/** The sort orders of the history. `asked`: how the shop sorts each list. `compare`: how the lists are merged. */
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

/** The filters and the sort order of the history. */
type Which = { packName?: string; search?: string; order: keyof typeof ORDERS };

export function whichOfHistory({ pack, search, sort }: MyCardsSearch): Which {
  return {
    ...(pack !== undefined && { packName: pack }),
    ...(search !== undefined && { search }),
    order: sort !== undefined && sort in ORDERS ? (sort as Which['order']) : 'left',
  };
}

/** Loads one part of the history. `isAsked`: for each list, whether this part has a page of it that must be loaded. */
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
    responses: lists.map(({ data }) => data),
    cards: asked.flatMap(({ data }) => data?.cards ?? []).sort(compare),
  };
}

const ALL = GONE.map(() => true);
const NONE = GONE.map(() => false);

/**
 * Returns a page of the history, merged from several lists. If some lists fail, the page lacks their cards. If all
 * lists fail, returns the error.
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
  const totals = first.responses.map((response) => response?.pagination.totalItems ?? 0);
  const total = totals.reduce((sum, more) => sum + more, 0);
  const from = (page - 1) * size;
  const { part, before } = partAt(totals, from);
  const last = partAt(totals, from + size - 1).part;
  const hasIn = (one: number) => totals.map((count) => count > (one - 1) * PART_OF_EACH);
  const begins = usePart(part, which, enabled && part > 1 ? hasIn(part) : NONE);
  const goesOn = usePart(last, which, enabled && last > part ? hasIn(last) : NONE);

  const asked = [first, begins, goesOn].flatMap((one) => one.asked);
  const known = first.responses.filter((response) => response !== undefined);
  const isPending = asked.some((list) => list.isPending);
  const cards = [...(part === 1 ? first.cards : begins.cards), ...goesOn.cards];
  return {
    isPending,
    /** The number of cards in the history. It is known once the first part has loaded. */
    total,
    packNames: [...new Set(known.flatMap((response) => response.packNames))].sort(),
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

/** The fields of a card that a sale needs. */
export type CardOnSale = Pick<CardItem, 'sellPrice' | 'packOpeningId'> &
  Partial<Pick<CardItem, 'marketValue' | 'packCost' | 'boughtFor'>> & {
    card: Pick<CardItem['card'], 'id' | 'name' | 'imageUrl' | 'rarity' | 'finish' | 'condition'>;
  };

/**
 * Returns the market value of a card and the cost of its pack. If `item` lacks one of them, asks the shop. Returns null
 * while loading.
 */
export function useBackground(
  item: CardOnSale,
): Pick<CardItem, 'marketValue' | 'packCost' | 'boughtFor'> | null {
  const { marketValue, packCost, boughtFor = null } = item;
  const isKnown = marketValue !== undefined && packCost !== undefined;
  const found = useAsk(showCard, isKnown ? null : { id: item.card.id }).data;
  if (isKnown) return { marketValue, packCost, boughtFor };
  return found !== undefined && 'packCost' in found ? found : null;
}

/** Returns the input for the sale of a card. If the price has fallen since, the shop refuses the sale. */
export function saleOf(item: CardOnSale) {
  return {
    cardId: item.card.id,
    packOpeningId: item.packOpeningId,
    expectedSellPrice: item.sellPrice,
  };
}

/** Sells one card. After a refusal nothing is refetched: the sell dialog decides whether to reload the list. */
export function useSellCard() {
  const noteBalance = useNoteBalance();
  return useDo(sellCard, {
    onlyIfDone: true,
    onSuccess: ({ newAccountBalance }) => noteBalance(newAccountBalance),
  });
}

/** Sells several cards. If one card can't be sold, the others are still sold. */
export function useSellCards() {
  const noteBalance = useNoteBalance();
  return useDo(sellCardsInBulk, {
    onSuccess: ({ newAccountBalance }) => noteBalance(newAccountBalance),
  });
}

/**
 * Returns a function that reloads the cards. Until the reload ends, the cards with these ids are shown as shipped. If
 * the reload fails, they are shown as they were before.
 */
export function useRefreshCards(): (shippedIds: readonly string[]) => Promise<void> {
  const { change, refresh } = useResponses();
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
