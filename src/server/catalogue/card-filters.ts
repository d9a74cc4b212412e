// The filters of every card list, as SQL over `cards c` and `card_sets s`.
import type { Finish, Rarity } from '#domain/card.ts';
import type { Cents } from '#domain/money.ts';
import { searchKey } from '#domain/search-key.ts';

/** The filters of a card list. An undefined field does not filter. */
export type CardFilter = {
  rarity?: Rarity[] | undefined;
  finish?: Finish[] | undefined;
  /** Limits of the market value, both inclusive. */
  priceMin?: Cents | undefined;
  priceMax?: Cents | undefined;
  /** `setName` and `search` match anywhere in a name, and ignore case and accents. */
  setName?: string | undefined;
  search?: string | undefined;
};

/**
 * The SQL condition, with six parameters numbered from `first`. Every combination of filters uses
 * this one text, because a text per combination would make hundreds of prepared statements per
 * connection.
 */
export function cardCondition(first: number): string {
  const parameter = (offset: number) => `$${first + offset}`;
  return `/* its plans may differ: the cached plan assumes that some cards match; if none does, it reads all cards, or all that a user has */
    (${parameter(0)}::text[] is null or c.rarity = any (${parameter(0)}))
    and (${parameter(1)}::text[] is null or c.finish = any (${parameter(1)}))
    and (${parameter(2)}::bigint is null or c.market_value >= ${parameter(2)})
    and (${parameter(3)}::bigint is null or c.market_value <= ${parameter(3)})
    and (${parameter(4)}::text is null or position(${parameter(4)} in search_key(s.name)) > 0)
    and (${parameter(5)}::text is null or position(${parameter(5)} in search_key(c.name)) > 0)`;
}

/** The values of the six parameters of `cardCondition`. */
export function cardConditionValues(filter: CardFilter): unknown[] {
  return [
    filter.rarity ?? null,
    filter.finish ?? null,
    filter.priceMin ?? null,
    filter.priceMax ?? null,
    filter.setName === undefined ? null : searchKey(filter.setName),
    filter.search === undefined ? null : searchKey(filter.search),
  ];
}

/** Rarities in rising order, for sorting. */
export const RARITY_ORDER = `array_position(array['common', 'uncommon', 'rare', 'mythic'], c.rarity)`;
