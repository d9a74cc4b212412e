// The search parameters of My cards: tab, view, filters, sort order, page, number of rows, and the open card.
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { pageIn, textIn, uuidIn, wordsIn, type Address } from '../lists/address-parts.ts';

export const PAGE_SIZES = [5, 8, 10, 15, 20, 25, 50] as const;
export const PAGE_SIZE_DEFAULT = 8;

/** The ranges of market values in CAD that the URL can name, as `from-to`. */
const VALUES = ['0-1', '1-5', '5-20', '20-'] as const;

const SORTS = ['newest', 'name', 'rarity', 'dearest', 'cheapest', 'expiry'] as const;

/** The views of the user's cards. The first view is the default. */
export const VIEWS = ['cards', 'rows', 'binder'] as const;

const TABS = ['sealed', 'available', 'history', 'worth'] as const;

export type MyCardsSearch = {
  /** If omitted, the page shows the user's cards. */
  tab?: (typeof TABS)[number];
  /** If omitted, `viewOf` decides the view. */
  view?: (typeof VIEWS)[number];
  /** If true, only cards that expire soon are shown. */
  expiring?: true;
  /** If given, only cards from packs with this name are shown. */
  pack?: string;
  /** If given, only cards whose name contains this text are shown. */
  search?: string;
  /** If given, only cards of the set with this id are shown. */
  set?: string;
  rarity?: Rarity;
  finish?: Finish;
  value?: (typeof VALUES)[number];
  /** If omitted, `usualOrder` decides the order. */
  sort?: (typeof SORTS)[number];
  page?: number;
  size?: (typeof PAGE_SIZES)[number];
  /** The page of the binder. If omitted, the page with the most cards. */
  leaf?: number;
  /** The id of the card whose history is open. */
  card?: string;
};

// The limits of the contract are repeated here, because an import of the contract would enlarge the code of every page.
const PACK_NAME_LENGTH_MAX = 200;
const SET_ID_LENGTH_MAX = 100;
const WORDS_LENGTH_MAX = 100;

/** The values of `?expiring` that turn the filter on, in the forms in which the router and tests pass them. */
const IS_SET = new Set<unknown>([true, 'true', 1, '1', '']);

/** Reads `?tab=history&page=2&size=8` or `?rarity=rare&sort=dearest`. Unknown values are dropped. */
export function myCardsSearch(search: Address): MyCardsSearch {
  const one = <Name extends string, Word extends string | number>(
    name: Name,
    words: readonly Word[],
  ) => {
    const word = words.find((known) => String(known) === String(search[name]));
    return (word === undefined ? {} : { [name]: word }) as { [name in Name]?: Word };
  };
  const leaf = Number(search['leaf']);
  return {
    ...one('tab', TABS),
    // `?page=1` opens rows, as any other page number does. `pageIn` drops the first page, so the view is named instead.
    ...(Number(search['page']) === 1 && { view: 'rows' }),
    ...one('view', VIEWS),
    ...(IS_SET.has(search['expiring']) && { expiring: true }),
    ...textIn(search, 'pack', PACK_NAME_LENGTH_MAX),
    ...wordsIn(search, WORDS_LENGTH_MAX),
    ...textIn(search, 'set', SET_ID_LENGTH_MAX),
    ...one('rarity', RARITIES),
    ...one('finish', FINISHES),
    ...one('value', VALUES),
    ...one('sort', SORTS),
    ...pageIn(search),
    ...one('size', PAGE_SIZES),
    ...(Number.isInteger(leaf) && leaf > 0 && leaf <= LAST_PAGE ? { leaf } : {}),
    ...uuidIn(search, 'card'),
  };
}
