// The search parameters of the operators' stock page: the filters, and the item that is open beside the list.
import { PACK_STATES, PACK_TYPE_ID_LENGTH_MAX, type PackState } from '#domain/stock.ts';
import {
  idIn,
  listIn,
  pageIn,
  textIn,
  uuidIn,
  wordsIn,
  type Address,
} from '../../lists/address-parts.ts';

export type StockSearch = {
  state?: PackState;
  packType?: string;
  /** The beginning of a serial number or certification number. */
  search?: string;
  page?: number;
  sort?: string;
  columns?: string;
  /** The id of the pack that is open beside the list. */
  id?: string;
  /** The id of a card to show instead of its pack. Only a card of an opened pack can be shown. */
  card?: string;
};

const SEARCH_LENGTH_MAX = 80;

/** The search of the intake's page. `costs`: the id of the pack type whose costs are shown. */
type IntakeSearch = { costs?: string };

export function intakeSearch(address: Address): IntakeSearch {
  return textIn(address, 'costs', PACK_TYPE_ID_LENGTH_MAX);
}

/** Reads `?state=sold&packType=midnight-draft&search=A-00&page=2&id=...`. Unknown values are dropped. */
export function stockSearch(address: Address): StockSearch {
  const state = PACK_STATES.find((one) => one === address['state']);
  return {
    ...(state === undefined ? {} : { state }),
    ...textIn(address, 'packType', PACK_TYPE_ID_LENGTH_MAX),
    ...wordsIn(address, SEARCH_LENGTH_MAX),
    ...pageIn(address),
    ...listIn(address),
    ...idIn(address),
    ...uuidIn(address, 'card'),
  };
}
