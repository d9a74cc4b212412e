// The search parameters of the operators' stock: the filters, and what is open beside the list.
import { PACK_STATES, PACK_TYPE_ID_LENGTH_MAX, type PackState } from '#domain/stock.ts';
import { idIn, pageIn, textIn, uuidIn, wordsIn, type Address } from '../../lists/address-parts.ts';

export type StockSearch = {
  state?: PackState;
  packType?: string;
  /** The start of a serial or certification number. */
  search?: string;
  page?: number;
  /** The id of the pack that is open beside the list. */
  id?: string;
  /** The id of a card to show instead of its pack. Only cards of opened packs can be shown. */
  card?: string;
};

const SEARCH_LENGTH_MAX = 80;

/** Reads `?state=sold&packType=magic-mid-draft&search=A-00&page=2&id=...`; unknown values are dropped. */
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
