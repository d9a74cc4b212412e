// The search parameters of the list of shipments: which page of it.
export type ShipmentsSearch = { page?: number };

/** Reads `?page=2`; what is not understood is left out. */
export function shipmentsSearch(search: Record<string, unknown>): ShipmentsSearch {
  const page = Number(search['page']);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
