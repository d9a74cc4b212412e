// The search parameters of My cards: which tab, which of its cards in which order, which page, how many rows, and which
// card is open beside them.
import { FINISHES, RARITIES, type Finish, type Rarity } from '#domain/card.ts';
import { pageIn, textOf, wordsIn, type Address } from '../lists/address-parts.ts';

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

const SET_ID_LENGTH_MAX = 100;

/** Reads `?tab=history&page=2&size=8` or `?rarity=rare&sort=dearest`; what is not understood is left out. */
export function myCardsSearch(search: Address): MyCardsSearch {
  const tab = TABS.find((one) => one === search['tab']);
  const size = PAGE_SIZES.find((one) => one === Number(search['size']));
  const set = textOf(search['set']).slice(0, SET_ID_LENGTH_MAX);
  const leaf = Number(search['leaf']);
  const card = textOf(search['card']);
  const rarity = RARITIES.find((one) => one === search['rarity']);
  const finish = FINISHES.find((one) => one === search['finish']);
  const value = VALUES.find((one) => one === search['value']);
  const sort = SORTS.find((one) => one === search['sort']);
  return {
    ...(tab === undefined ? {} : { tab }),
    ...(search['expiring'] === true ? { expiring: true as const } : {}),
    ...(typeof search['pack'] === 'string' ? { pack: search['pack'] } : {}),
    ...wordsIn(search, WORDS_LENGTH_MAX),
    ...(set === '' ? {} : { set }),
    ...(rarity === undefined ? {} : { rarity }),
    ...(finish === undefined ? {} : { finish }),
    ...(value === undefined ? {} : { value }),
    ...(sort === undefined ? {} : { sort }),
    ...pageIn(search),
    ...(size === undefined ? {} : { size }),
    ...(Number.isInteger(leaf) && leaf > 0 ? { leaf } : {}),
    ...(card === '' ? {} : { card }),
  };
}

const WORDS_LENGTH_MAX = 100;
