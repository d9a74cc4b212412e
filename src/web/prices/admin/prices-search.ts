import { pageIn, type Address } from '../../lists/address-parts.ts';

/**
 * The search parameters of the prices page: `view` is omitted for the sources, `held` for prices that wait for a
 * decision.
 */
export type PricesSearch = { view?: 'held'; page?: number };

/** Reads `?view=held&page=2`; unknown values are dropped. */
export function pricesSearch(address: Address): PricesSearch {
  const page = pageIn(address);
  return address['view'] === 'held' ? { view: 'held', ...page } : {};
}
