// The search parameters of the operators' drops.
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { pageIn, textIn, type Address } from '../../lists/address-parts.ts';

export type DropsSearch = { packType?: string; page?: number };

/** Reads `?packType=magic-mid-draft&page=2`. Unknown values are dropped. */
export function dropsSearch(address: Address): DropsSearch {
  return { ...packTypeIn(address), ...pageIn(address) };
}

export type NewDropSearch = { packType?: string };

/** Reads `?packType=magic-mid-draft`. */
export function newDropSearch(address: Address): NewDropSearch {
  return packTypeIn(address);
}

function packTypeIn(address: Address): { packType?: string } {
  return textIn(address, 'packType', PACK_TYPE_ID_LENGTH_MAX);
}
