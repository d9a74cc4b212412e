// The search parameters of My cards: the tab, the filters, the sort order, the page, the number of rows, and the open
// card.
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { pageIn, textIn, uuidIn, wordsIn, type Address } from '../lists/address-parts.ts';

export const PAGE_SIZES = [5, 8, 10, 15, 20, 25, 50] as const;
export const PAGE_SIZE_DEFAULT = 8;

/** The ranges of market values in CAD that the URL can name: from, to. */
const VALUES = ['0-1', '1-5', '5-20', '20-'] as const;

/** The sort orders besides the default, newest first. */
const SORTS = ['name', 'rarity', 'dearest', 'cheapest', 'expiry'] as const;

/** The tabs besides the default tab. */
const TABS = ['sealed', 'history', 'worth'] as const;

export type MyCardsSearch = {
  tab?: (typeof TABS)[number];
  /** Only cards that expire soon. */
  expiring?: true;
  /** Only cards from packs of this name. */
  pack?: string;
  /** Only cards with this text in their name. */
  search?: string;
  /** Only cards of the set with this id. */
  set?: string;
  rarity?: Rarity;
  finish?: Finish;
  value?: (typeof VALUES)[number];
  sort?: (typeof SORTS)[number];
  page?: number;
  size?: (typeof PAGE_SIZES)[number];
  /** The page of the binder. If omitted, the first page that has a card. */
  leaf?: number;
  /** The id of the card whose history is open. */
  card?: string;
};

// The contract's limit, repeated here, because an import of the contract would enlarge the code of every page.
const PACK_NAME_LENGTH_MAX = 200;
const SET_ID_LENGTH_MAX = 100;

/** Reads `?tab=history&page=2&size=8` or `?rarity=rare&sort=dearest`. Unknown values are dropped. */
export function myCardsSearch(search: Address): MyCardsSearch {
  const tab = TABS.find((one) => one === search['tab']);
  const size = PAGE_SIZES.find((one) => one === Number(search['size']));
  const leaf = Number(search['leaf']);
  const rarity = RARITIES.find((one) => one === search['rarity']);
  const finish = FINISHES.find((one) => one === search['finish']);
  const value = VALUES.find((one) => one === search['value']);
  const sort = SORTS.find((one) => one === search['sort']);
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(search['expiring'] === true ? { expiring: true as const } : {}),
    ...textIn(search, 'pack', PACK_NAME_LENGTH_MAX),
    ...wordsIn(search, WORDS_LENGTH_MAX),
    ...textIn(search, 'set', SET_ID_LENGTH_MAX),
    ...(rarity === undefined ? {} : { rarity }),
    ...(finish === undefined ? {} : { finish }),
    ...(value === undefined ? {} : { value }),
    ...(sort === undefined ? {} : { sort }),
    ...pageIn(search),
    ...(size === undefined ? {} : { size }),
    ...(Number.isInteger(leaf) && leaf > 0 && leaf <= LAST_PAGE ? { leaf } : {}),
    ...uuidIn(search, 'card'),
  };
}

const WORDS_LENGTH_MAX = 100;
