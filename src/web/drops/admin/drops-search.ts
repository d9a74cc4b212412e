// The search parameters of the operators' pages about drops.
import { DROP_STATES, type DropState } from '#domain/drop.ts';
import { PACK_TYPE_ID_LENGTH_MAX } from '#domain/stock.ts';
import { pageIn, textIn, type Address } from '../../lists/address-parts.ts';

export type DropsSearch = { packType?: string; state?: DropState; page?: number };

/** Reads `?packType=midnight-draft&state=draft&page=2`. Unknown values are dropped. */
export function dropsSearch(address: Address): DropsSearch {
  const state = DROP_STATES.find((one) => one === address['state']);
  return {
    ...packTypeIn(address),
    ...(state === undefined ? {} : { state }),
    ...pageIn(address),
  };
}

export type NewDropSearch = { packType?: string };

/** Reads `?packType=midnight-draft`. */
export function newDropSearch(address: Address): NewDropSearch {
  return packTypeIn(address);
}

function packTypeIn(address: Address): { packType?: string } {
  return textIn(address, 'packType', PACK_TYPE_ID_LENGTH_MAX);
}
