import { pageIn, type Address } from '../../lists/address-parts.ts';

/**
 * The search parameters of the prices page. With `held`, the page shows prices that wait for a decision. If `view` is
 * omitted, it shows the sources of prices.
 */
export type PricesSearch = { view?: 'held'; page?: number };

/** Reads `?view=held&page=2`. Unknown values are dropped. */
export function pricesSearch(address: Address): PricesSearch {
  const page = pageIn(address);
  return address['view'] === 'held' ? { view: 'held', ...page } : {};
}
