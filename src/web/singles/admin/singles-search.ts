// The search parameters of the operators' page of singles: the filters, and the card that is open beside the list.
import { CONDITIONS, RARITIES, type Condition, type Rarity } from '#domain/card.ts';
import type { GameId } from '#domain/game.ts';
import { HOUSE_CARD_STATES, type HouseCardState } from '#domain/house-card.ts';
import {
  gameIn,
  idIn,
  listIn,
  pageIn,
  textIn,
  wordsIn,
  type Address,
} from '../../lists/address-parts.ts';

export type SinglesSearch = {
  state?: HouseCardState;
  game?: GameId | undefined;
  /** The id of a set. */
  set?: string;
  rarity?: Rarity;
  condition?: Condition;
  /** A card's number, a grader's label, the start of a certification number, or a part of a name. */
  search?: string;
  page?: number;
  sort?: string;
  columns?: string;
  /** The id of the card that is open beside the list. */
  id?: string;
};

const SEARCH_LENGTH_MAX = 100;
const SET_LENGTH_MAX = 80;

/** Reads `?state=on_sale&game=chess&set=chess-one&search=C-1049&page=2&id=...`. Unknown values are dropped. */
export function singlesSearch(address: Address): SinglesSearch {
  return {
    ...oneIn(address, 'state', HOUSE_CARD_STATES),
    ...gameIn(address),
    ...textIn(address, 'set', SET_LENGTH_MAX),
    ...oneIn(address, 'rarity', RARITIES),
    ...oneIn(address, 'condition', CONDITIONS),
    ...wordsIn(address, SEARCH_LENGTH_MAX),
    ...pageIn(address),
    ...listIn(address),
    ...idIn(address),
  };
}

function oneIn<Name extends string, Value extends string>(
  address: Address,
  name: Name,
  values: readonly Value[],
): { [name in Name]?: Value } {
  const found = values.find((one) => one === address[name]);
  return (found === undefined ? {} : { [name]: found }) as { [name in Name]?: Value };
}
