// Converts the search parameters of My cards to the input of the card list's endpoint.
import { EXPIRING_DAYS, type exportMyCards } from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import { centsOf } from '#domain/decimals.ts';
import { toCents } from '#domain/money.ts';
import type { CardsView } from './cards-view.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

type WhichCards = Sent<typeof exportMyCards>;

const ORDERS = {
  newest: { sortBy: 'opened_at', sortOrder: 'desc' },
  name: { sortBy: 'name', sortOrder: 'asc' },
  rarity: { sortBy: 'rarity', sortOrder: 'desc' },
  dearest: { sortBy: 'price', sortOrder: 'desc' },
  cheapest: { sortBy: 'price', sortOrder: 'asc' },
  expiry: { sortBy: 'auto_convert_at', sortOrder: 'asc' },
} as const;

/** Returns the default sort order: expiry for expiring cards, value for cards side by side, else the newest first. */
export function usualOrder({ expiring }: MyCardsSearch, view: CardsView): keyof typeof ORDERS {
  if (expiring) return 'expiry';
  return view === 'cards' ? 'dearest' : 'newest';
}

/** Returns the query for the user's cards that can be sold or shipped. */
export function whichCards(search: MyCardsSearch, view: CardsView): WhichCards {
  const { pack, expiring, set, rarity, finish, value, sort } = search;
  const [from, to] = value?.split('-') ?? [];
  return {
    status: ['available'],
    packName: pack,
    ...ORDERS[sort ?? usualOrder(search, view)],
    // Rows list all cards. The other views leave out the cards of packs that the user has not looked at yet.
    ...(view !== 'rows' && { uncovered: 'true' as const }),
    ...(expiring && { days: EXPIRING_DAYS }),
    ...(search.search !== undefined && { search: search.search }),
    ...(set !== undefined && { setId: set }),
    ...(rarity !== undefined && { rarity: [rarity] }),
    ...(finish !== undefined && { finish: [finish] }),
    ...(from && { priceMin: centsOf(Number(from)) }),
    // The upper limit is one cent lower than the border, so that a card on the border belongs to one range only.
    ...(to && { priceMax: toCents(centsOf(Number(to)) - 1) }),
  };
}

/** Returns whether a sort order or a filter other than the set is active. If so, the binder has no empty pockets. */
export function isNarrowed(search: MyCardsSearch): boolean {
  const { pack, expiring, rarity, finish, value, sort, search: words } = search;
  return [pack, expiring, rarity, finish, value, sort, words].some((one) => one !== undefined);
}
