// Converts the search parameters of My cards to the input of the card list's endpoint.
import { EXPIRING_DAYS, type exportMyCards } from '#contract/collection.ts';
import type { Sent } from '#contract/endpoint.ts';
import { centsOf } from '#domain/decimals.ts';
import { toCents } from '#domain/money.ts';
import type { MyCardsSearch } from './my-cards-search.ts';

type WhichCards = Sent<typeof exportMyCards>;

const ORDERS = {
  name: { sortBy: 'name', sortOrder: 'asc' },
  rarity: { sortBy: 'rarity', sortOrder: 'desc' },
  dearest: { sortBy: 'price', sortOrder: 'desc' },
  cheapest: { sortBy: 'price', sortOrder: 'asc' },
  expiry: { sortBy: 'auto_convert_at', sortOrder: 'asc' },
} as const;

/**
 * Returns the query for the cards that can be sold or shipped. With the expiry filter, the cards that expire first come
 * first.
 */
export function whichCards(search: MyCardsSearch): WhichCards {
  const { pack, expiring, set, rarity, finish, value, sort } = search;
  const order = sort ?? (expiring ? 'expiry' : null);
  const [from, to] = value?.split('-') ?? [];
  return {
    status: ['available'],
    packName: pack,
    ...(order === null ? { sortBy: 'opened_at', sortOrder: 'desc' } : ORDERS[order]),
    ...(expiring && { days: EXPIRING_DAYS }),
    ...(search.search !== undefined && { search: search.search }),
    ...(set !== undefined && { setId: set }),
    ...(rarity !== undefined && { rarity: [rarity] }),
    ...(finish !== undefined && { finish: [finish] }),
    ...(from && { priceMin: centsOf(Number(from)) }),
    // One cent less, so that a card on the border belongs to only one range.
    ...(to && { priceMax: toCents(centsOf(Number(to)) - 1) }),
  };
}

/** Returns whether a filter or a sort order is active, besides the set. The binder then has no empty pockets. */
export function isNarrowed(search: MyCardsSearch): boolean {
  const { pack, expiring, rarity, finish, value, sort, search: words } = search;
  return [pack, expiring, rarity, finish, value, sort, words].some((one) => one !== undefined);
}
