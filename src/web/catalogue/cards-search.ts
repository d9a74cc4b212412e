// The search parameters of two pages: all cards, and all packs. Unknown values are dropped.
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import { gameIn, pageIn, parameterText, wordsIn, type Address } from '../lists/address-parts.ts';

/** The sort orders of cards. Without one, the most expensive card comes first. */
const CARD_SORTS = ['cheapest', 'name', 'rarity'] as const;

/** The sort orders of packs. Without one, packs are in the shop's own order. */
const PACK_SORTS = ['cheapest', 'dearest', 'name', 'left'] as const;

export type PacksSearch = Pick<CardsSearch, 'search' | 'game'> & {
  sort?: (typeof PACK_SORTS)[number] | undefined;
};

export type CardsSearch = {
  search?: string | undefined;
  game?: GameId | undefined;
  set?: string | undefined;
  rarity?: Rarity | undefined;
  finish?: Finish | undefined;
  /** The limits of the market value in CAD, as typed: "12.50". */
  priceMin?: string | undefined;
  priceMax?: string | undefined;
  /**
   * `packs`: only cards that packs on sale may contain. `singles`: only cards of which a copy is on sale. `mine`: only
   * the viewer's cards. `wished`: only cards on the viewer's wish list.
   */
  in?: 'packs' | 'singles' | 'mine' | 'wished' | undefined;
  sort?: 'price' | (typeof CARD_SORTS)[number] | undefined;
  page?: number | undefined;
};

/** Returns whether the text is an amount in CAD, such as "12.50". */
export const isAmount = (written: string) => /^\d{1,7}(\.\d{1,2})?$/.test(written);
/** The maximum length of a search in the contract. */
const WORDS_MOST = 100;

export function packsSearch({ search, game, sort }: Address): PacksSearch {
  return cardsSearch({ search, game, sort }, PACK_SORTS) as PacksSearch;
}

export function cardsSearch(address: Address, sorts: readonly string[] = CARD_SORTS): CardsSearch {
  const one = <Word extends string>(name: string, words: readonly Word[]) => {
    const word = words.find((known) => known === address[name]);
    return word === undefined ? {} : { [name]: word };
  };
  const text = (name: string, isKnown: (written: string) => boolean) => {
    const written = parameterText(address[name]);
    return isKnown(written) ? { [name]: written } : {};
  };
  return {
    ...wordsIn(address, WORDS_MOST),
    ...gameIn(address),
    ...text('set', (set) => set !== '' && set.length <= WORDS_MOST),
    ...one('rarity', RARITIES),
    ...one('finish', FINISHES),
    ...text('priceMin', isAmount),
    ...text('priceMax', isAmount),
    ...one('in', ['packs', 'singles', 'mine', 'wished']),
    ...one('sort', sorts),
    ...pageIn(address),
  };
}
