/** What the address of the prices says: the sources, or a page of those held back. */
export type PricesSearch = { view?: 'held'; page?: number };

/** Reads `?view=held&page=2`; what is not understood is left out. */
export function pricesSearch(address: Record<string, unknown>): PricesSearch {
  if (address['view'] !== 'held') return {};
  const page = Number(address['page']);
  return { view: 'held', ...(Number.isInteger(page) && page > 1 ? { page } : {}) };
}
