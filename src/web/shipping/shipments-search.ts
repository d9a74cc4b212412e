// The search parameters of the list of shipments: which page of it.
import { pageIn, type Address } from '../lists/address-parts.ts';

export type ShipmentsSearch = { page?: number };

/** Reads `?page=2`; what is not understood is left out. */
export function shipmentsSearch(search: Address): ShipmentsSearch {
  return pageIn(search);
}
