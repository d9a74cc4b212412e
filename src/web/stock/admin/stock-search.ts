// The search parameters of the operators' stock: which packs, and what is open beside them.
import { PACK_STATES, PACK_TYPE_ID_LENGTH_MAX, type PackState } from '#domain/stock.ts';
import { idIn, pageIn, textIn, uuidIn, wordsIn, type Address } from '../../lists/address-parts.ts';

export type StockSearch = {
  state?: PackState;
  packType?: string;
  /** How a serial or a certification number begins. */
  search?: string;
  page?: number;
  /** The pack that is open. */
  id?: string;
  /** A card of an open pack, in its place. */
  card?: string;
};

const SEARCH_LENGTH_MAX = 80;

/** Reads `?state=sold&packType=magic-mid-draft&search=A-00&page=2&id=...`; what is not understood is left out. */
export function stockSearch(address: Address): StockSearch {
  const state = PACK_STATES.find((one) => one === address['state']);
  return {
    ...(state === undefined ? {} : { state }),
    ...textIn(address, 'packType', PACK_TYPE_ID_LENGTH_MAX),
    ...wordsIn(address, SEARCH_LENGTH_MAX),
    ...pageIn(address),
    ...idIn(address),
    ...uuidIn(address, 'card'),
  };
}
