// The search parameters of My cards: which tab, which of its cards in which order, which page, how many rows, and which
// card is open beside them.
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import { LAST_PAGE } from '#domain/last-page.ts';
import { pageIn, textIn, uuidIn, wordsIn, type Address } from '../lists/address-parts.ts';

export const PAGE_SIZES = [5, 8, 10, 15, 20, 25, 50] as const;
export const PAGE_SIZE_DEFAULT = 8;

/** Market values in CAD, as the address has them: from, to. */
const VALUES = ['0-1', '1-5', '5-20', '20-'] as const;

/** Orders other than the newest first. */
const SORTS = ['name', 'rarity', 'dearest', 'cheapest', 'expiry'] as const;

/** Tabs other than the one that is seen first. */
const TABS = ['sealed', 'history', 'worth'] as const;

export type MyCardsSearch = {
  tab?: (typeof TABS)[number];
  /** Only cards whose time ends soon. */
  expiring?: true;
  /** Only cards out of packs of this name. */
  pack?: string;
  /** Only cards with this in their name. */
  search?: string;
  /** Only cards of the set with this id. */
  set?: string;
  rarity?: Rarity;
  finish?: Finish;
  value?: (typeof VALUES)[number];
  sort?: (typeof SORTS)[number];
  page?: number;
  size?: (typeof PAGE_SIZES)[number];
  /** The page of the binder that is open; left out, the first with a card in it. */
  leaf?: number;
  /** The card whose history is open. */
  card?: string;
};

// What the contract takes, which would be much code for the table of routes.
const PACK_NAME_LENGTH_MAX = 200;
const SET_ID_LENGTH_MAX = 100;

/** Reads `?tab=history&page=2&size=8` or `?rarity=rare&sort=dearest`; what is not understood is left out. */
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
