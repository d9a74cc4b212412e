// The filters of all lists of cards, and the envelope around the cards (docs/product.md §11).
import * as z from 'zod/mini';
import { FINISHES, RARITY_FILTERS, type Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { CAD_FORM, centsOf, decimalOf } from '#domain/decimals.ts';
import { cardPaging, cardPagination } from './paging.ts';

/** One or several words of an enum in a query: `key=v`, `key[]=v&key[]=w`. Decodes to a list. */
export function oneOrMoreOf<const Word extends string>(words: readonly Word[], message: string) {
  const sent = z.union([z.array(z.enum(words)), z.enum(words)], { error: message });
  return z.codec(sent, z.array(z.enum(words)), {
    decode: (value) => (Array.isArray(value) ? value : [value]),
    encode: (list) => list,
  });
}

const RARITY_WORDS = Object.keys(RARITY_FILTERS) as (keyof typeof RARITY_FILTERS)[];
const rarityWords = oneOrMoreOf(RARITY_WORDS, 'rarity is not a rarity');

/** Rarities in a query, in either vocabulary (`epic` is `uncommon`). Decodes to the vocabulary of the code. */
const rarities = z.pipe(
  rarityWords,
  z.codec(z.array(z.enum(RARITY_WORDS)), z.array(z.custom<Rarity>()), {
    decode: (list) => list.map((word) => RARITY_FILTERS[word]),
    encode: (list) => list,
  }),
);

/** A price in a query: decimal CAD on the wire, Cents in the code. */
export function priceInQuery(name: string) {
  const message = `${name} must be an amount such as 12.50`;
  const written = z.string(message).check(z.regex(CAD_FORM, message));
  return z.codec(written, z.custom<Cents>(), {
    decode: (text) => centsOf(Number(text)),
    encode: (cents) => String(decimalOf(cents)),
  });
}

/** Search text of `least` to 100 characters. Matches anywhere, ignoring case. */
function fragment(name: string, least = 1) {
  const message =
    least === 1
      ? `${name} must have at most 100 characters`
      : `${name} must have ${least} to 100 characters`;
  return z.string(message).check(z.trim(), z.minLength(least, message), z.maxLength(100, message));
}

/** The filters of all card lists. Prices are market values. Names match anywhere, ignoring case. */
export const cardFilters = {
  rarity: z.optional(rarities),
  finish: z.optional(oneOrMoreOf(FINISHES, 'finish must be normal, foil or reverse-foil')),
  priceMin: z.optional(priceInQuery('priceMin')),
  priceMax: z.optional(priceInQuery('priceMax')),
  setName: z.optional(fragment('setName')),
  search: z.optional(fragment('search')),
};

/** The minimum length of a search text (docs/product.md §11). */
const SEARCH_LENGTH_MIN = 2;

/** The required search text of a call that only searches. */
export const requiredSearch = fragment('search', SEARCH_LENGTH_MIN);

const ORDERS = ['desc', 'asc'] as const;

/** Page, order and filters of a card list. `sorts` lists the possible orders, the default first. */
export function cardListQuery<const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) {
  const names = `${sorts.slice(0, -1).join(', ')} or ${sorts.at(-1)}`;
  return {
    ...cardPaging,
    ...cardFilters,
    sortBy: z._default(z.enum(sorts, `sortBy must be ${names}`), sorts[0] as never),
    sortOrder: z._default(z.enum(ORDERS, 'sortOrder must be desc or asc'), 'desc'),
  };
}

/** The envelope of a card list (docs/product.md §11). */
export function cardList<Card extends z.ZodMiniType, const Sort extends string>(
  card: Card,
  sorts: readonly [Sort, ...Sort[]],
) {
  return {
    cards: z.array(card),
    pagination: cardPagination,
    filters: z.object({ sortBy: z.enum(sorts), sortOrder: z.enum(ORDERS) }),
    currency: z.string(),
    exchangeRate: z.number(),
  };
}
