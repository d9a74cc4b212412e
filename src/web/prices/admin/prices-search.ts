import { pageIn, type Address } from '../../lists/address-parts.ts';

/** What the address of the prices says: the sources, or a page of those held back. */
export type PricesSearch = { view?: 'held'; page?: number };

/** Reads `?view=held&page=2`; what is not understood is left out. */
export function pricesSearch(address: Address): PricesSearch {
  const page = pageIn(address);
  return address['view'] === 'held' ? { view: 'held', ...page } : {};
}
