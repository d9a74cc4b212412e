// The search parameters of My cards: which tab, which packs, which page, and how many rows.
import { pageIn, type Address } from '../lists/address-parts.ts';

export const PAGE_SIZES = [5, 8, 10, 15, 20, 25, 50] as const;
export const PAGE_SIZE_DEFAULT = 8;

export type MyCardsSearch = {
  tab?: 'sealed' | 'history';
  /** Only cards whose time ends soon, soonest first. */
  expiring?: true;
  /** Only cards out of packs of this name. */
  pack?: string;
  page?: number;
  size?: (typeof PAGE_SIZES)[number];
};

/** Reads `?tab=history&page=2&size=8` or `?expiring=true`; what is not understood is left out. */
export function myCardsSearch(search: Address): MyCardsSearch {
  const size = PAGE_SIZES.find((one) => one === Number(search['size']));
  return {
    ...(search['tab'] === 'history' || search['tab'] === 'sealed' ? { tab: search['tab'] } : {}),
    ...(search['expiring'] === true ? { expiring: true as const } : {}),
    ...(typeof search['pack'] === 'string' ? { pack: search['pack'] } : {}),
    ...pageIn(search),
    ...(size === undefined ? {} : { size }),
  };
}
