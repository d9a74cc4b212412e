// Queries about cards of the shop's sets.
import type {
  CardFacts,
  showCardFacts as ShowCardFacts,
  showCardShelf as ShowCardShelf,
} from '#contract/prices.ts';
import type { listMarketCards as ListMarketCards } from '#contract/catalogue.ts';
import type { listOwnCopies as ListOwnCopies } from '#contract/collection-copies.ts';
import type {
  listMySets as ListMySets,
  showCardHistory as ShowCardHistory,
} from '#contract/collection.ts';
import { parseCad } from '#domain/decimals.ts';
import { formatCad } from '#domain/money.ts';
import { notFound } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { ensure, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';
import type { CardsSearch } from './cards-search.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { rarityWords } from '#domain/rarity-words.ts';

const loadRows = () => import('#contract/prices.ts');

const showCardFacts = lateRow<typeof ShowCardFacts>(
  { method: 'GET', path: '/cards/{id}/facts', audience: 'anyone', reads: ['catalogue', 'stock'] },
  async () => (await loadRows()).showCardFacts,
);

const showCardShelf = lateRow<typeof ShowCardShelf>(
  { method: 'GET', path: '/cards/shelf', audience: 'anyone', reads: ['catalogue', 'singles'] },
  async () => (await loadRows()).showCardShelf,
);

const listMarketCards = lateRow<typeof ListMarketCards>(
  {
    method: 'GET',
    path: '/cards/market',
    audience: 'anyone',
    knowsCaller: true,
    reads: ['catalogue', 'cards', 'wishes', 'singles'],
  },
  async () => (await import('#contract/catalogue.ts')).listMarketCards,
);

const showCardHistory = lateRow<typeof ShowCardHistory>(
  {
    method: 'GET',
    path: '/cards/{id}/history',
    audience: 'anyone',
    knowsCaller: true,
    reads: ['cards', 'catalogue'],
  },
  async () => (await import('#contract/collection.ts')).showCardHistory,
);

const listOwnCopies = lateRow<typeof ListOwnCopies>(
  { method: 'GET', path: '/cards/copies', audience: 'user', reads: ['cards'] },
  async () => (await import('#contract/collection-copies.ts')).listOwnCopies,
);

const listMySets = lateRow<typeof ListMySets>(
  { method: 'GET', path: '/cards/my/sets', audience: 'user', reads: ['cards'] },
  async () => (await import('#contract/collection.ts')).listMySets,
);

const TRUSTED = { staleTime: 60_000 };

export function useCardFacts(id: string) {
  return useAsk(showCardFacts, { id }, TRUSTED);
}

/** Loads the page of a card and returns the data for its head. Throws "not found" for an unknown card. */
export async function loadCard(asker: Asker, id: string) {
  try {
    const { card, sharePicture } = await ensure(asker, showCardFacts, { id }, TRUSTED);
    return {
      name: `${card.name}, ${card.set_name} ${card.number}`,
      path: `/card/${card.id}`,
      description: describe(card),
      picture: sharePicture,
      isWide: true,
    };
  } catch (error) {
    const isMissing = error instanceof ApiError && [400, 404].includes(error.status);
    throw isMissing ? notFound() : error;
  }
}

function describe(card: CardFacts['card']): string {
  const kind = `${rarityWords(card.rarity)}, ${FINISH_WORDS[card.finish].toLowerCase()}`;
  return `${card.name}, number ${card.number} of ${card.set_name}. ${kind}, market value ${formatCad(card.marketValue)}. Its prices, and the packs on sale that it can be in.`;
}

/** Returns a card's prices of the last year. The prices are loaded only if `isAsked` is true. */
export function useYearOfPrices(id: string, isAsked: boolean) {
  return useAsk(showCardHistory, isAsked ? { id, days: '365' } : null, TRUSTED);
}

/** The number of copies on one page. */
const COPIES_LIMIT = 10;

/** Returns one page of the copies of a card that the viewer has opened. */
export function useOwnCopies(id: string, page: number) {
  return useAsk(listOwnCopies, { cardId: id, page, limit: COPIES_LIMIT }, { keepsPrevious: true });
}

/** Returns the list of sets, and the first page of all cards. */
export function useCardShelf() {
  return useAsk(showCardShelf, {}, TRUSTED);
}

/**
 * Returns how many cards of each set the viewer has ever owned, by set id. Returns undefined while loading, or if no
 * user is signed in.
 */
export function useSetProgress(isSignedIn: boolean): ReadonlyMap<string, number> | undefined {
  const { data } = useAsk(listMySets, isSignedIn ? {} : null, TRUSTED);
  return data && new Map(data.sets.map(({ id, had }) => [id, had]));
}

/**
 * The number of cards on a page. It must equal the number of cards on the first page, which the server returns together
 * with the sets.
 */
export const PAGE_SIZE = 24;

/**
 * Returns the cards that match a search of `/cards`. If the search is empty, sends no request, because `useCardShelf`
 * already has the cards.
 */
export function useFoundCards(search: CardsSearch) {
  return useAsk(listMarketCards, questionOf(search), { ...TRUSTED, keepsPrevious: true });
}

function questionOf({ search, set, sort, in: only, page = 1, ...filters }: CardsSearch) {
  if (isUnfiltered({ search, set, sort, in: only, page, ...filters })) return null;
  const { priceMin, priceMax } = filters;
  const [sortBy, sortOrder] = SORT_QUESTIONS[sort ?? 'price'];
  return {
    ...filters,
    rarity: filters.rarity && [filters.rarity],
    finish: filters.finish && [filters.finish],
    priceMin: priceMin === undefined ? undefined : parseCad(priceMin)!,
    priceMax: priceMax === undefined ? undefined : parseCad(priceMax)!,
    search,
    setId: set,
    inPacks: only === 'packs' ? ('true' as const) : undefined,
    singles: only === 'singles' ? ('true' as const) : undefined,
    mine: only === 'mine' ? ('true' as const) : undefined,
    wished: only === 'wished' ? ('true' as const) : undefined,
    sortBy,
    sortOrder,
    page,
    pageSize: PAGE_SIZE,
  };
}

const SORT_QUESTIONS = {
  price: ['price', 'desc'],
  cheapest: ['price', 'asc'],
  name: ['name', 'asc'],
  rarity: ['rarity', 'desc'],
} as const;

/** Returns whether the search is for the viewer's own cards or wishes, which only the viewer's browser may request. */
export function isOfOwnCards({ in: only }: CardsSearch): boolean {
  return only === 'mine' || only === 'wished';
}

/** Returns whether the search has no filter and no sort order. If so, `useCardShelf` has its response. */
export function isUnfiltered(search: CardsSearch): boolean {
  return Object.entries(search).every(
    ([name, value]) => value === undefined || (name === 'page' && value === 1),
  );
}

/**
 * Loads the initial data of the page with all cards. The server waits for the data. The viewer's own cards are not
 * loaded here, because only the viewer's browser may request them.
 */
export async function loadCards(asker: Asker, search: CardsSearch): Promise<void> {
  const question = isOfOwnCards(search) ? null : questionOf(search);
  await Promise.all([
    prepare(asker, showCardShelf, {}, TRUSTED),
    question && prepare(asker, listMarketCards, question, TRUSTED),
  ]);
}
